import { screen, waitFor, within } from '@testing-library/dom';
import { mountView } from '@phr/module-kit/mount';
import { VITAL_KEYS } from '@phr/clinical/codings';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost, FAKE_MOTHER } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import module from '../../module.ts';
import { rawBloodPressure, rawValue } from '../readings/samples.test-support.ts';

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const open = async (name: string, raw: readonly object[]) => {
  const host = createFakeHost({ path: `/health-boards/${name}`, respond: () => searchset(raw) });
  host.view(FAKE_MOTHER);
  await openPart(mountView, module, host);
};

test('[ROUTE-45][VIT-50][VIT-32][VIT-33] the board shows the course, the list and the adult levels', async () => {
  await open('bloodPressures', [
    rawBloodPressure(118, 95, hoursAgo(1)),
    rawBloodPressure(131, 82, hoursAgo(30)),
    rawBloodPressure(130, 79, hoursAgo(50)),
    rawBloodPressure(124, 55, hoursAgo(60)),
  ]);
  expect(await screen.findByRole('heading', { level: 1, name: 'Huyết áp theo thời gian' })).toBeInTheDocument();
  const levels = within(await screen.findByRole('region', { name: 'Các mức' }));
  expect(levels.getByText('Dành cho người lớn từ 18 tuổi')).toBeInTheDocument();
  const rows = (name: RegExp) =>
    within(levels.getByRole('table', { name }))
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent.replaceAll('\u00a0', ' '));
  await waitFor(() =>
    expect(rows(/^Tâm thu/)).toEqual([
      'Nguy hiểm · Thấpđến 800',
      'Hơi lệch · ThấpNguy cơ rất nhẹtrên 80 đến dưới 900',
      'Trong mục tiêutừ 90 đến dưới 1201',
      'Hơi lệch · hơi trên mục tiêuNguy cơ rất nhẹtừ 120 đến dưới 1301',
      'Ngoài mục tiêu · CaoNguy cơ nhẹtừ 130 đến dưới 1402',
      'Nguy hiểm · Caotừ 140 đến dưới 1600',
      'Rất nguy hiểm · Caotừ 160 trở lên0',
    ]),
  );
  expect(rows(/^Tâm trương/)).toEqual([
    'Nguy hiểm · Thấpđến 400',
    'Hơi lệch · ThấpNguy cơ rất nhẹtrên 40 đến dưới 601',
    'Trong mục tiêutừ 60 đến dưới 801',
    'Hơi lệch · hơi trên mục tiêuNguy cơ rất nhẹtừ 80 đến dưới 851',
    'Ngoài mục tiêu · CaoNguy cơ nhẹtừ 85 đến dưới 900',
    'Nguy hiểm · Caotừ 90 đến dưới 1001',
    'Rất nguy hiểm · Caotừ 100 trở lên0',
  ]);
  expect(within(await screen.findByRole('region', { name: 'Các lần đo' })).getAllByRole('listitem')).toHaveLength(4);
});

test('[GLU-08] the readings in each level are those of the stored unit, whichever is shown', async () => {
  const mass = (value: number, hours: number) =>
    rawValue('glucoses', 1, hoursAgo(hours), { valueQuantity: { value, unit: 'mg/dL', code: 'mg/dL' } });
  await open('glucoses', [mass(181, 1), mass(251, 2), mass(180, 3)]);
  const levels = within(await screen.findByRole('region', { name: 'Các mức' }));
  const counts = () =>
    levels
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('cell').at(-1)?.textContent);
  await waitFor(() => expect(counts()).toEqual(['0', '0', '1', '1', '1', '0']));
});

test('[VIT-37] the levels are those of the age of the person', async () => {
  await open('temperatures', [rawValue('temperatures', 36.6, hoursAgo(1))]);
  const levels = within(await screen.findByRole('region', { name: 'Các mức' }));
  expect(levels.getByText('từ 35,8 đến 37,1')).toBeInTheDocument();
});

test.each(VITAL_KEYS)('[ROUTE-45] there is a board of %s', async (name) => {
  await open(name, []);
  expect(await screen.findByRole('heading', { level: 1, name: / theo thời gian$/ })).toBeInTheDocument();
});

test('an unknown name is not supported', async () => {
  await open('nothing', []);
  expect(await screen.findByText('Chưa được hỗ trợ')).toBeInTheDocument();
});
