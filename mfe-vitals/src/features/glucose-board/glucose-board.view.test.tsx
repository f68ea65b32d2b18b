import { screen, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { mountView } from '@phr/module-kit/mount';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost, type FakeHost } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import module from '../../module.ts';
import { rawValue } from '../readings/samples.test-support.ts';

const HOUR = 3_600_000;
const noon = new Date(new Date().setHours(0, 0, 0, 0) - 12 * HOUR).getTime();
const at = (hours: number) => new Date(noon + hours * HOUR).toISOString();
const open = async (raw: readonly object[]): Promise<FakeHost> => {
  const host = createFakeHost({ path: '/bg-board', respond: () => searchset(raw) });
  await openPart(mountView, module, host);
  await screen.findByRole('heading', { level: 1, name: 'Đường huyết theo thời gian' });
  return host;
};
const region = async (name: string) => within(await screen.findByRole('region', { name }));

test('[ROUTE-44][GLU-09][GLU-05] the shares of the five bands stand with their ranges in words', async () => {
  await open([2.5, 3.5, 5, 6, 7, 11, 15].map((value, index) => rawValue('glucoses', value, at(index / 10))));
  const rows = (await region('Thời gian trong mục tiêu'))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    );
  expect(rows).toEqual([
    ['trên 13,9', '14,3\u00a0%', '1'],
    ['trên 10,0 đến 13,9', '14,3\u00a0%', '1'],
    ['từ 3,9 đến 10,0', '42,9\u00a0%', '3'],
    ['từ 3,0 đến dưới 3,9', '14,3\u00a0%', '1'],
    ['dưới 3,0', '14,3\u00a0%', '1'],
  ]);
});

test('[GLU-04][GLU-08] in mg/dL the ranges are those of that unit and no reading changes its band', async () => {
  const host = await open([
    rawValue('glucoses', 1, at(0), { valueQuantity: { value: 181, unit: 'mg/dL', code: 'mg/dL' } }),
    rawValue('glucoses', 10, at(1)),
  ]);
  const shares = async () =>
    (await region('Thời gian trong mục tiêu'))
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('cell')[2]?.textContent);
  expect(await shares()).toEqual(['0', '1', '1', '0', '0']);
  host.settings.set({ ...host.settings.get(), glucoseUnit: 'mg/dL' });
  expect((await screen.findAllByText('từ 70 đến 180')).length).toBeGreaterThan(0);
  expect(await shares()).toEqual(['0', '1', '1', '0', '0']);
});

test('[GLU-09] LO and HI of a meter count in the shares, not in the mean, and the screen says so', async () => {
  const beyond = (comparator: string, value: number, hours: number) =>
    rawValue('glucoses', 1, at(hours), { valueQuantity: { value, comparator, unit: 'mmol/L', code: 'mmol/L' } });
  await open([
    beyond('<', 1.1, 0),
    beyond('>', 33.3, 1),
    rawValue('glucoses', 6, at(2)),
    rawValue('glucoses', 7, at(3)),
  ]);
  const shares = await region('Thời gian trong mục tiêu');
  expect(
    shares
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('cell')[1]?.textContent),
  ).toEqual(['25,0\u00a0%', '0,0\u00a0%', '50,0\u00a0%', '0,0\u00a0%', '25,0\u00a0%']);
  expect(shares.getByText(/^2 lần đo vượt khả năng của máy/)).toBeInTheDocument();
  expect((await region('Số liệu')).getByText('6,5 mmol/L')).toBeInTheDocument();
});

test('a period that holds nothing but LO has its share and no empty words', async () => {
  await open([
    rawValue('glucoses', 1, at(0), { valueQuantity: { value: 1.1, comparator: '<', unit: 'mmol/L', code: 'mmol/L' } }),
  ]);
  expect((await region('Thời gian trong mục tiêu')).getByText('100,0 %')).toBeInTheDocument();
  expect(screen.queryByText(/Không có lần đo nào/)).toBeNull();
});

const lines = (card: { container: Element }) =>
  [...card.container.querySelectorAll('path')].filter(
    (path) => path.getAttribute('class') === 'value' && path.getAttribute('d') !== '',
  ).length;
const dayCard = async () => ({ container: await screen.findByRole('region', { name: 'Biểu đồ 24 giờ' }) });

test('[GLU-11] eleven readings are points without a line, and the screen says why; twelve are a line', async () => {
  await open(Array.from({ length: 11 }, (_, index) => rawValue('glucoses', 6, at(index / 4))));
  expect(lines(await dayCard())).toBe(0);
  expect(screen.getByText('Cần ít nhất 12 lần đo để vẽ đường biểu đồ')).toBeInTheDocument();
  await open(Array.from({ length: 12 }, (_, index) => rawValue('glucoses', 6, at(index / 4))));
  expect(lines(await dayCard())).toBe(1);
  expect(screen.queryByText('Cần ít nhất 12 lần đo để vẽ đường biểu đồ')).toBeNull();
});

test('[GLU-10] over a gap of hours no line is drawn', async () => {
  const readings = [0, 0.25, 0.5, 0.75, 1, 1.25, 6, 6.25, 6.5, 6.75, 7, 7.25].map((hours) =>
    rawValue('glucoses', 6, at(hours)),
  );
  await open(readings);
  expect(lines(await dayCard())).toBe(2);
});

test('the profile of a usual day waits for fourteen days of a sensor, and says what is missing', async () => {
  await open([rawValue('glucoses', 6, at(0)), rawValue('glucoses', 7, at(5))]);
  expect(
    (await region('Một ngày thường (AGP)')).getByText(
      'Cần ít nhất 14 ngày với 70 % số lần đo của cảm biến. Hiện có 1 ngày, 0 %.',
    ),
  ).toBeInTheDocument();
});

test('with fourteen days of a sensor the profile is drawn, walked by keys and told as a table', async () => {
  const start = new Date().setHours(0, 0, 0, 0) - 13 * 24 * HOUR;
  const raw = Array.from({ length: 14 * 96 }, (_, index) => start + index * 15 * 60_000)
    .filter((time) => time < Date.now() + 23 * HOUR)
    .map((time) =>
      rawValue('glucoses', 6.5, new Date(Math.min(time, Date.now() - 1000 + (time % 1000))).toISOString()),
    );
  await open(raw);
  const card = await region('Một ngày thường (AGP)');
  const chart = await card.findByRole('application', { name: /14 ngày chồng lên nhau/ });
  chart.focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(card.getByRole('status')).toHaveTextContent(
    '00:00–00:30, Ở giữa 6,5 mmol/L, Một nửa từ 6,5 đến 6,5, Hầu hết từ 6,5 đến 6,5',
  );
  await userEvent.click(card.getByRole('button', { name: 'Xem dạng bảng' }));
  expect(card.getAllByRole('row').length).toBeGreaterThan(1);
});

test('a period without glucose says so', async () => {
  await open([]);
  expect(await screen.findByText(/Không có lần đo nào từ/)).toBeInTheDocument();
});
