import { screen, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import type { ServiceRequest } from '@phr/contract/host-api';
import { mountView } from '@phr/module-kit/mount';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost, FAKE_MOTHER, type FakeHost, type Responder } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import module from '../../module.ts';

const visit = (id: string, more: object = {}) => ({
  resourceType: 'Encounter',
  id,
  status: 'finished',
  class: { code: 'SS' },
  period: { start: '2026-11-21T09:00:00+07:00' },
  serviceProvider: { display: `Bệnh viện ${id}` },
  ...more,
});
const open = async (respond: Responder, path = '/encounters', part = 'app'): Promise<FakeHost> => {
  const host = createFakeHost({ path, respond });
  await openPart(mountView, module, host, part);
  return host;
};
const encounterCalls = (host: FakeHost): readonly ServiceRequest[] =>
  host.seen.requests.filter(({ path }) => path.includes('/Encounter'));

test("[ROUTE-26][CALL-59] /encounters asks for the viewed person's encounters, newest first", async () => {
  const host = await open(() => searchset([visit('A')]));
  const list = await screen.findByRole('list', { name: 'Lần khám' });
  expect(within(list).getByRole('link')).toHaveTextContent(/21\/11\/2026 · Bệnh viện A.*Ngoại trú/s);
  expect(encounterCalls(host)).toEqual([
    expect.objectContaining({
      service: 'fhir',
      method: 'GET',
      path: '/Patient/patient-main/Encounter',
      query: expect.objectContaining({ _sort: '-date', _count: 20 }),
    }),
  ]);
  expect(host.seen.titles).toContain('Lần khám');
});

test('[ENC-32] without entries: "No treatment history yet", in the language of the page', async () => {
  const host = await open(() => searchset([]));
  expect(await screen.findByText('Chưa có lịch sử điều trị')).toBeInTheDocument();
  host.settings.set({ ...host.settings.get(), locale: 'en-US' });
  expect(await screen.findByText('No treatment history yet')).toBeInTheDocument();
});

test('a failed list never says that there is no history; another try shows it', async () => {
  let works = false;
  await open(() => (works ? searchset([visit('A')]) : undefined));
  const retry = await screen.findByRole('button', { name: 'Thử lại' });
  expect(screen.getByText('Không tải được lần khám')).toBeInTheDocument();
  expect(screen.queryByText('Chưa có lịch sử điều trị')).toBeNull();
  works = true;
  await userEvent.click(retry);
  expect(await screen.findByText(/Bệnh viện A/)).toBeInTheDocument();
});

test('an answer that is no bundle is a failure, not an empty list', async () => {
  await open(() => ({ resourceType: 'OperationOutcome', issue: [] }));
  expect(await screen.findByText('Không tải được lần khám')).toBeInTheDocument();
});

test('the filter is the address: its link, the call and the marked tab agree', async () => {
  const now = new Date().toISOString();
  const host = await open(
    ({ query }) =>
      searchset([
        query?.['status'] === 'finished' ? visit('A') : visit('A', { status: 'arrived', period: { start: now } }),
      ]),
    '/encounters?filter=done',
  );
  await screen.findByText(/Bệnh viện A/);
  expect(encounterCalls(host)[0]?.query).toMatchObject({ status: 'finished' });
  expect(screen.getByRole('link', { name: 'Đã xong' })).toHaveAttribute('aria-current', 'page');
  await userEvent.click(screen.getByRole('link', { name: 'Đang điều trị' }));
  expect(host.navigation.location.get()).toMatchObject({ pathname: '/encounters', search: '?filter=ongoing' });
  await screen.findByText(/Bệnh viện A/);
  expect(encounterCalls(host).at(-1)?.query).toMatchObject({ status: 'arrived,triaged,in-progress,onleave' });
});

test('past its window a visit says its true status beside "expired", and nobody is being treated in it', async () => {
  const host = await open(() =>
    searchset([
      visit('A', { period: { start: '2025-11-18', end: '2025-11-18' } }),
      visit('B', { status: 'arrived', period: { start: '2025-03' } }),
    ]),
  );
  const row = await screen.findByRole('link', { name: /Bệnh viện A/ });
  expect(row).toHaveTextContent('Đã qua (hết hạn)');
  expect(row).toHaveTextContent('Đã khám · hết hạn đăng ký 25/11/2025');
  expect(screen.getByRole('link', { name: /^03\/2025 · Bệnh viện B/ })).toHaveTextContent(
    'Đã đến khám · hết hạn đăng ký 07/04/2025',
  );
  host.settings.set({ ...host.settings.get(), locale: 'en-US' });
  expect(await screen.findByText('Seen · registration expired 25/11/2025')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('link', { name: 'Under treatment' }));
  expect(await screen.findByText('No treatment history yet')).toBeInTheDocument();
});

test("the next page comes by the server's own link; the count says what is shown", async () => {
  const host = await open(({ path }) =>
    path.includes('page=2')
      ? searchset([visit('B')], 2)
      : searchset([visit('A')], 2, '/Patient/patient-main/Encounter?page=2'),
  );
  expect(await screen.findByText('Hiển thị 1–1 trong 2')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Xem thêm' }));
  expect(await screen.findByText(/Bệnh viện B/)).toBeInTheDocument();
  expect(screen.getByText('Hiển thị 1–2 trong 2')).toBeInTheDocument();
  expect(screen.getByText('Đã hết danh sách')).toBeInTheDocument();
  expect(encounterCalls(host).at(-1)).toMatchObject({ path: '/Patient/patient-main/Encounter?page=2' });
});

test('[ENC-15] no badge for an unknown status, and never the raw code', async () => {
  await open(() => searchset([visit('A', { status: 'unknown', class: { code: 'XYZ' } })]));
  const row = await screen.findByRole('link', { name: /Bệnh viện A/ });
  expect(row).toHaveTextContent('Chưa rõ hình thức khám');
  expect(row).not.toHaveTextContent(/unknown|XYZ/);
});

test("another person's record never shows the rows of the former one", async () => {
  let answer: (body: object) => void = () => undefined;
  const host = await open(({ path }) =>
    path.includes('patient-main')
      ? searchset([visit('A')])
      : new Promise((resolve) => {
          answer = resolve;
        }),
  );
  await screen.findByText(/Bệnh viện A/);
  host.view(FAKE_MOTHER);
  await screen.findByText('Đang tải lần khám…');
  expect(screen.queryByText(/Bệnh viện A/)).toBeNull();
  answer(searchset([visit('B')]));
  expect(await screen.findByText(/Bệnh viện B/)).toBeInTheDocument();
});

test('[DASH-07][DASH-09] the dashboard part shows three, sorted by date, with the way to all', async () => {
  const host = await open(
    () =>
      searchset(
        ['A', 'B', 'C', 'D'].map((id) => visit(id)),
        9,
      ),
    '/dashboard',
    'recent-encounters',
  );
  const list = await screen.findByRole('list', { name: 'Lần khám gần đây' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(3);
  expect(encounterCalls(host)[0]?.query).toMatchObject({ _sort: '-date', _count: 3 });
  await userEvent.click(screen.getByRole('link', { name: 'Xem tất cả' }));
  expect(host.seen.visits).toContain('/encounters');
});

test('[DASH-16] the dashboard part without encounters says so', async () => {
  await open(() => searchset([]), '/dashboard', 'recent-encounters');
  expect(await screen.findByText('Chưa có lịch sử điều trị')).toBeInTheDocument();
});

test("names what was done in the provider's words for the language on screen, else ours, never a code", async () => {
  const checkUp = {
    coding: [{ system: 'http://snomed.info/sct', code: '185349003', display: 'Encounter for check up (procedure)' }],
  };
  const host = await open(() =>
    searchset([visit('A', { type: [checkUp] }), visit('B', { type: [{ text: 'Khám tim mạch' }] })]),
  );
  expect(await screen.findByText('Ngoại trú · Khám tim mạch')).toBeInTheDocument();
  expect(await screen.findByText('Ngoại trú · Khám kiểm tra')).toBeInTheDocument();
  host.settings.set({ ...host.settings.get(), locale: 'en-US' });
  expect(await screen.findByText('Outpatient · Encounter for check up')).toBeInTheDocument();
  expect(document.body).not.toHaveTextContent('185349003');
});
