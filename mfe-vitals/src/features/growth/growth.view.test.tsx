/** @jest-environment ./shared/build/src/jest-browser.cjs */
import { screen, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import type { PatientSummary } from '@phr/contract/host-api';
import { mountView } from '@phr/module-kit/mount';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost, type FakeHostOptions } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import { add } from '@phr/time/plain-date';
import module from '../../module.ts';
import { rawValue } from '../readings/samples.test-support.ts';

const BORN = add(new Date().toISOString().slice(0, 10), { months: -30 });
const CHILD: PatientSummary = { id: 'child', name: 'BÉ AN', birthDate: BORN, gender: 'male', relationship: 'SON' };
const measured = [
  rawValue('heights', 88, add(BORN, { months: 24 })),
  rawValue('heights', 90.5, add(BORN, { months: 27 })),
  rawValue('weights', 12.4, add(BORN, { months: 27 })),
];

async function open({
  person = CHILD,
  raw = measured,
  ...options
}: FakeHostOptions & { person?: PatientSummary; raw?: readonly object[] } = {}) {
  const host = createFakeHost({ path: '/growth', respond: () => searchset(raw), ...options });
  host.view(person);
  await openPart(mountView, module, host);
  await screen.findByRole('heading', { level: 1, name: 'Tăng trưởng của trẻ' });
  return host;
}
const region = async (name: string) => within(await screen.findByRole('region', { name }));

test('the newest length stands with its z-score in words, called a draft, and the source is named', async () => {
  const host = await open();
  const newest = await region('Lần đo mới nhất');
  expect(newest.getByText('90,5 cm')).toBeInTheDocument();
  expect(newest.getByText(/^[−+]0,\d\d$/)).toBeInTheDocument();
  expect(newest.getByText('Trong khoảng thường gặp ở trẻ cùng tuổi, cùng giới.')).toBeInTheDocument();
  expect(newest.getByText(/^Trong 100 trẻ cùng tuổi, cùng giới có khoảng \d+ trẻ thấp hơn\.$/)).toBeInTheDocument();
  expect(screen.getByText(/^Chưa được bác sĩ duyệt/)).toBeInTheDocument();
  expect(screen.getByText(/WHO \(2006\).*WHO \(2007\)/)).toBeInTheDocument();
  expect(host.seen.requests).toHaveLength(1);
});

test.each(['signed', 'off'] as const)(
  'with texts "%s" numbers and curves stay, and the unsigned words do not come',
  async (clinicalTexts) => {
    await open({ settings: { clinicalTexts } });
    expect((await region('Lần đo mới nhất')).getByText(/^[−+]0,\d\d$/)).toBeInTheDocument();
    expect(screen.queryByText(/thường gặp/)).not.toBeInTheDocument();
    expect(screen.queryByText(/Trong 100 trẻ/)).not.toBeInTheDocument();
    expect(screen.queryByText(/Chưa được bác sĩ duyệt/)).not.toBeInTheDocument();
  },
);

test('the chart has a twin with every measurement, and another indicator has its own', async () => {
  await open();
  const title = 'Chiều dài, chiều cao theo tuổi, bé trai';
  expect(await screen.findByRole('application', { name: new RegExp(`^${title}: 2 lần đo`) })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Xem dạng bảng' }));
  const rows = within(screen.getByRole('table', { name: title }))
    .getAllByRole('row')
    .slice(1);
  expect(rows.map((row) => within(row).getAllByRole('cell')[1]?.textContent)).toEqual(['90,5\u00a0cm', '88\u00a0cm']);
  await userEvent.click(screen.getByRole('button', { name: 'Vòng đầu' }));
  expect(await screen.findByText('Chưa có vòng đầu')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'BMI' }));
  expect((await region('Lần đo mới nhất')).getByText('15,14 kg/m²')).toBeInTheDocument();
});

test('for an adult the screen says why there is nothing, and asks for nothing', async () => {
  const host = await open({ person: { ...CHILD, birthDate: '1990-01-01' } });
  expect(await screen.findByText('Biểu đồ tăng trưởng của WHO dành cho trẻ đến 19 tuổi.')).toBeInTheDocument();
  expect(host.seen.requests).toEqual([]);
});

test('a failed answer is said, and is asked again', async () => {
  let isBroken = true;
  await open({
    respond: () => {
      if (isBroken) throw new Error('no answer');
      return searchset(measured);
    },
  });
  const again = await screen.findByRole('button', { name: 'Thử lại' });
  isBroken = false;
  await userEvent.click(again);
  expect((await region('Lần đo mới nhất')).getByText('90,5 cm')).toBeInTheDocument();
});
