import { screen, waitFor, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { AppError } from '@phr/contract/app-error';
import { mountView } from '@phr/module-kit/mount';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost, FAKE_MOTHER, type FakeHost, type Responder } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import module from '../../module.ts';
import { rawBloodPressure, rawEcg, rawValue } from '../readings/samples.test-support.ts';

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const open = async (respond: Responder, path = '/health-indexes'): Promise<FakeHost> => {
  const host = createFakeHost({ path, respond });
  await openPart(mountView, module, host);
  return host;
};
const rowOf = async (name: string) => {
  // The link to the form of an empty index follows the one to its details.
  const [link] = await screen.findAllByRole('link', { name: new RegExp(name) });
  const row = link?.closest('li');
  if (row === null || row === undefined) throw new Error(`No row ${name}`);
  return within(row);
};

test('[ROUTE-37][VIT-57] lists every index with its latest value, unit, time and level in words', async () => {
  const host = await open(() =>
    searchset([
      rawBloodPressure(162, 98, minutesAgo(60)),
      rawBloodPressure(120, 80, minutesAgo(3000)),
      rawValue('temperatures', 36.9, minutesAgo(60)),
    ]),
  );
  const row = await rowOf('Huyết áp');
  expect(row.getByRole('link')).toHaveTextContent(/162 trên 98 milimét thủy ngân, \d\d:\d\d ngày \d\d\/\d\d\/\d{4}/);
  expect(row.getByText('Rất nguy hiểm · Cao')).toBeInTheDocument();
  expect((await rowOf('Nhiệt độ')).getByRole('link')).toHaveTextContent('36,9 độ C');
  expect(screen.getAllByRole('listitem')).toHaveLength(13);
  expect(host.seen.titles).toContain('Chỉ số');
});

test('a value of more than 30 days ago has its age in the place of a level, as on its tile', async () => {
  await open(() => searchset([rawBloodPressure(162, 98, minutesAgo(45 * 1440))]));
  const row = await rowOf('Huyết áp');
  expect(row.getByText('45 ngày trước')).toBeInTheDocument();
  expect(row.queryByText(/nguy hiểm/i)).toBeNull();
});

test('a body mass index beside a newer weight says that it is older; one of that weight does not', async () => {
  const [now, older] = [minutesAgo(60), minutesAgo(60 * 24 * 150)];
  const body = [rawValue('weights', 54.6, now), rawValue('weights', 56.2, older), rawValue('heights', 152, older)];
  await open(() => searchset(body));
  const row = await rowOf('Chỉ số khối cơ thể');
  expect(row.getByRole('link')).toHaveTextContent('24,32');
  expect(row.getByText(/^Tính trước lần cân mới nhất \(\d\d:\d\d \d\d\/\d\d\/\d{4}\)$/)).toBeInTheDocument();
});

test('a body mass index of the latest weight says nothing of another', async () => {
  await open(() => searchset([rawValue('weights', 54.6, minutesAgo(60)), rawValue('heights', 152, minutesAgo(61))]));
  const row = await rowOf('Chỉ số khối cơ thể');
  expect(row.getByRole('link')).toHaveTextContent('23,63');
  expect(row.queryByText(/Tính trước lần cân/)).toBeNull();
});

test("the rate of an ECG is the device's", async () => {
  await open(() => searchset([rawEcg('ecg-1', 66, minutesAgo(60))]));
  expect((await rowOf('Điện tim')).getByRole('link')).toHaveTextContent('66 nhịp/phút (máy ghi)');
});

test('what waits on the device is shown though the record cannot be read, and of other indexes nothing', async () => {
  const host = await open(() => {
    throw new AppError({ code: 'NETWORK', httpStatus: 0 });
  });
  await screen.findByText(/^Không tải được/);
  host.waiting.set([
    {
      id: 'w',
      module: 'mfe-vitals',
      patientId: 'patient-main',
      title: 'Huyết áp 131/84 mmHg',
      at: minutesAgo(1),
      state: 'waiting',
      body: { ...rawBloodPressure(131, 84, minutesAgo(1)), id: undefined },
    },
  ]);
  expect((await rowOf('Huyết áp')).getByRole('link')).toHaveTextContent(/131\/84.*Chưa gửi/);
  expect(screen.queryByText('Chưa có dữ liệu')).toBeNull();
});

test('an index without readings says so and offers to add one', async () => {
  await open(() => searchset([]));
  const row = await rowOf('Đường huyết');
  expect(row.getByText('Chưa có dữ liệu')).toBeInTheDocument();
  expect(row.getByRole('link', { name: 'Thêm Đường huyết' })).toHaveAttribute('href', '/glucose-create');
});

test('the group stands in the address, and the address opens it', async () => {
  const host = await open(() => searchset([]), '/health-indexes?group=body');
  await rowOf('Cân nặng');
  expect(screen.queryByText('Huyết áp')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Chuyển hóa' }));
  await rowOf('Đường huyết');
  expect(screen.queryByText('Cân nặng')).toBeNull();
  expect(host.navigation.location.get().search).toBe('?group=metabolic');
  expect(screen.getByRole('button', { name: 'Chuyển hóa' })).toHaveAttribute('aria-pressed', 'true');
});

test('a press on a row opens the details', async () => {
  const host = await open(() => searchset([rawBloodPressure(128, 82, minutesAgo(60))]));
  await userEvent.click((await rowOf('Huyết áp')).getByRole('link'));
  expect(host.seen.visits).toEqual(['/health-details?name=bloodPressures']);
});

test('[ROUTE-43] ECGs lead to their board, with and without recordings', async () => {
  await open(() => searchset([]));
  expect((await rowOf('Điện tim')).getByRole('link')).toHaveAttribute('href', '/ekg-board');
  await open(() => searchset([rawEcg('ecg-1', 71, minutesAgo(60))]));
  expect((await rowOf('Điện tim')).getByRole('link')).toHaveAttribute('href', '/ekg-board');
});

test('a failed list says what failed and shows the readings after another try', async () => {
  let works = false;
  await open(() => (works ? searchset([rawBloodPressure(128, 82, minutesAgo(60))]) : undefined));
  expect(await screen.findByText('Không tải được chỉ số')).toBeInTheDocument();
  expect(screen.queryByText('Chưa có dữ liệu')).toBeNull();
  works = true;
  await userEvent.click(screen.getByRole('button', { name: 'Thử lại' }));
  await rowOf('128');
});

test("[FAM-03] another person's readings are asked for anew and nothing of the former one stays", async () => {
  const host = await open(({ path }) =>
    searchset(
      path.includes('patient-main')
        ? [rawBloodPressure(128, 82, minutesAgo(60))]
        : [rawBloodPressure(141, 91, minutesAgo(60))],
    ),
  );
  await rowOf('128');
  host.view(FAKE_MOTHER);
  await rowOf('141');
  expect(screen.queryByText(/128/)).toBeNull();
});

test('a change told by another module refreshes the list', async () => {
  let systolic = 128;
  const host = await open(() => searchset([rawBloodPressure(systolic, 82, minutesAgo(60))]));
  await rowOf('128');
  systolic = 139;
  host.topics.publish('observation.changed', { patientId: 'patient-main', codes: ['85354-9'] });
  await rowOf('139');
});

test('of a child, and of nobody else, the list leads to the growth charts', async () => {
  const host = await open(() => searchset([]));
  await screen.findByText('Nhiệt độ');
  expect(screen.queryByRole('link', { name: 'Tăng trưởng của trẻ' })).not.toBeInTheDocument();
  host.view({ ...FAKE_MOTHER, id: 'child', birthDate: `${new Date().getFullYear() - 3}-01-01` });
  expect(await screen.findByRole('link', { name: 'Tăng trưởng của trẻ' })).toHaveAttribute('href', '/growth');
});

test('[I18N-03] the list follows the language', async () => {
  const host = await open(() => searchset([rawValue('temperatures', 36.9, minutesAgo(60))]));
  await rowOf('Nhiệt độ');
  host.settings.set({ ...host.settings.get(), locale: 'en-US' });
  await waitFor(() => expect(screen.getByText('Temperature')).toBeInTheDocument());
  expect((await rowOf('Temperature')).getByRole('link')).toHaveTextContent('36.9');
});
