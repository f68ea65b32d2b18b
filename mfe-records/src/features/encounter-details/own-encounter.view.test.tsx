import { screen, waitFor, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { AppError } from '@phr/contract/app-error';
import { mountView } from '@phr/module-kit/mount';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost, type FakeHost } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import module from '../../module.ts';
import { section } from './section.test-support.ts';

const THEIRS = {
  resourceType: 'Encounter',
  id: 'e1',
  status: 'finished',
  class: { code: 'IMP' },
  period: { start: '2026-10-01', end: '2026-10-04' },
  serviceProvider: { display: 'Bệnh viện Sông Hương' },
};
const OWN = {
  ...THEIRS,
  meta: { tag: [{ system: 'https://phr.example/fhir/CodeSystem/origin', code: 'patient' }] },
  text: { status: 'additional', div: '<div>Nằm viện &lt;4 ngày&gt;</div>' },
};
type Rows = Readonly<Record<string, readonly object[]>>;

const signed = (keys: readonly string[]): unknown =>
  Object.fromEntries(keys.map((key) => [key, `https://files.invalid/${key}?signed`]));

async function open(record: Rows, remove: () => unknown = () => ({ id: 'e1' }), addresses = signed): Promise<FakeHost> {
  const host = createFakeHost({
    path: '/encounters?filter=done',
    hrefOf: (name, params) =>
      name.endsWith('-viewer')
        ? `/${name}?${new URLSearchParams(params).toString()}`
        : ['', name, params?.['id']].filter((part) => part !== undefined).join('/'),
    respond: ({ method, path, body }) => {
      if (method === 'DELETE') return remove();
      if (method === 'POST') return addresses((body as { keys: string[] }).keys);
      return searchset(record[path.split('/').at(-1) ?? ''] ?? []);
    },
  });
  host.navigation.push('/encounter-details/e1');
  await openPart(mountView, module, host);
  await screen.findByRole('region', { name: 'Thông tin lần khám' });
  return host;
}

test("[ENC-33][NAV-14][CALL-38] deletes one's own encounter after a question by name, then goes back", async () => {
  let answer: (body: object) => void = () => undefined;
  const host = await open(
    { Encounter: [OWN] },
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  const told: unknown[] = [];
  host.topics.subscribe('encounter.changed', (event) => told.push(event));
  expect(screen.getByText('Nằm viện <4 ngày>')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Xóa lần khám này' }));
  const question = within(
    await screen.findByRole('alertdialog', { name: 'Xóa "01/10/2026 · Bệnh viện Sông Hương" khỏi lịch sử điều trị?' }),
  );
  await userEvent.click(question.getByRole('button', { name: 'Xóa' }));
  await userEvent.click(question.getByRole('button', { name: /^Xóa/ }));
  expect(question.getByRole('button', { name: /^Xóa/ })).toHaveAttribute('aria-busy', 'true');
  expect(host.seen.requests.filter(({ method }) => method === 'DELETE')).toEqual([
    expect.objectContaining({ service: 'admin', path: '/patient-app/encounter/e1' }),
  ]);
  expect(host.seen.notices).toEqual([]);
  answer({ id: 'e1' });
  await waitFor(() =>
    expect(host.navigation.location.get()).toMatchObject({
      pathname: '/encounters',
      search: '?filter=done',
      action: 'POP',
    }),
  );
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(host.seen.notices).toEqual([{ type: 'success', title: 'Đã xóa khỏi lịch sử điều trị' }]);
  expect(told).toEqual([{ patientId: 'patient-main' }]);
});

test('a refused deletion is said in its place and nothing is left', async () => {
  const host = await open({ Encounter: [OWN] }, () => {
    throw new AppError({ code: 'NOT_DELETABLE', httpStatus: 403, source: 'MEDRECORD_ADMIN' });
  });
  await userEvent.click(screen.getByRole('button', { name: 'Xóa lần khám này' }));
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Xóa' }));
  expect(await screen.findByText('Chỉ xóa được dữ liệu do bạn tự nhập')).toBeInTheDocument();
  expect(host.navigation.location.get().pathname).toBe('/encounter-details/e1');
});

test("[ENC-31] a provider's encounter is only shown: whatever is opened, nothing is written", async () => {
  for (const status of ['planned', 'arrived', 'in-progress', 'finished', 'cancelled']) {
    const host = await open({ Encounter: [{ ...THEIRS, status, period: { start: '2020-01-01' } }] });
    await section(/^Chẩn đoán/);
    for (const part of ['chưa có thuốc', 'chưa có dịch vụ', 'chưa ghi bảo hiểm', 'chưa có chi phí'])
      await screen.findByText(`Lần khám này ${part}`);
    expect(screen.queryByRole('button', { name: /Xóa/ })).toBeNull();
    expect(host.seen.requests.every(({ method }) => method === 'GET')).toBe(true);
  }
});

test('[ENC-11][CALL-36] papers in the storage open in their viewer, by name; others by a signed address', async () => {
  const paper = (id: string, url: string, title: string, contentType = 'application/pdf') => ({
    resourceType: 'DocumentReference',
    id,
    status: 'current',
    date: '2026-10-04',
    content: [{ attachment: { url, title, contentType } }],
  });
  await open({
    Encounter: [OWN],
    DocumentReference: [
      paper('d1', 'patient-main/encounters/u.pdf', 'Giấy ra viện.pdf'),
      paper('d2', 'https://elsewhere.invalid/x.pdf', 'Thư'),
      paper('d3', 'patient-main/encounters/v.jpg', 'Đơn thuốc', 'image/jpeg'),
      paper('d4', 'patient-main/encounters/w.json', 'Dữ liệu', 'application/json'),
    ],
  });
  const papers = within(await section(/^Hồ sơ bệnh án \(4\)/));
  expect(await papers.findByRole('link', { name: 'Mở tệp Giấy ra viện.pdf' })).toHaveAttribute(
    'href',
    `/pdf-viewer?${new URLSearchParams({ url: 'patient-main/encounters/u.pdf', name: 'Giấy ra viện.pdf' }).toString()}`,
  );
  expect(await papers.findByRole('link', { name: 'Mở tệp Đơn thuốc' })).toHaveAttribute(
    'href',
    `/image-viewer?${new URLSearchParams({ url: 'patient-main/encounters/v.jpg', name: 'Đơn thuốc' }).toString()}`,
  );
  const link = await papers.findByRole('link', { name: /^Mở tệp Dữ liệu/ });
  expect(link).toHaveAttribute('href', 'https://files.invalid/patient-main/encounters/w.json?signed');
  expect(link).toHaveAttribute('target', '_blank');
  expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  expect(papers.getAllByRole('link')).toHaveLength(3);
});

test('[STO-07][STO-10] says when a paper has no file, and offers a retry when its file is unreachable', async () => {
  let isDown = true;
  const paper = (id: string, url?: string) => ({
    resourceType: 'DocumentReference',
    id,
    status: 'current',
    description: `Giấy ${id}`,
    content: [{ attachment: { contentType: 'application/pdf', url } }],
  });
  await open(
    { Encounter: [OWN], DocumentReference: [paper('a'), paper('b', 'patient-main/encounters/u.pdf')] },
    undefined,
    (keys) => {
      if (isDown) throw new AppError({ code: 'FORBIDDEN', httpStatus: 403, source: 'PHR_API' });
      return signed(keys);
    },
  );
  const papers = within(await section(/^Hồ sơ bệnh án \(2\)/));
  const row = (name: string) => papers.getByText(name).closest('li');
  expect(row('Giấy a')).toHaveTextContent('Tệp chưa được tải lên');
  await waitFor(() => expect(row('Giấy b')).toHaveTextContent('Có lỗi khi tải tệp xuống'));
  isDown = false;
  await userEvent.click(papers.getByRole('button', { name: 'Thử lại: Giấy b' }));
  expect(await papers.findByRole('link', { name: /Giấy b/ })).toHaveAttribute(
    'href',
    `/pdf-viewer?${new URLSearchParams({ url: 'patient-main/encounters/u.pdf', name: 'Giấy b' }).toString()}`,
  );
  expect(row('Giấy b')).not.toHaveTextContent('Có lỗi');
});

test('[COV-02][COV-04][CALL-61] costs of the encounter by kind with their total, and its account by id', async () => {
  const item = (code: string, text: string, value: number) => ({
    productOrService: { coding: [{ code }], text },
    net: { value, currency: 'VND' },
  });
  const host = await open({
    Encounter: [{ ...THEIRS, account: [{ reference: 'Account/acc' }] }],
    Claim: [
      {
        resourceType: 'Claim',
        id: 'k',
        status: 'active',
        item: [
          item('T_THUOC', 'Thuốc', 1_842_000),
          item('T_VTYT', 'Vật tư', 415_000),
          item('T_GIUONG', 'Ngày giường', 1_920_000),
        ],
        total: { value: 4_177_000, currency: 'VND' },
      },
    ],
    Account: [
      {
        resourceType: 'Account',
        id: 'acc',
        status: 'inactive',
        name: 'Viện phí đợt 1',
        owner: { display: 'Bệnh viện Sông Hương' },
      },
    ],
  });
  const costs = await section(/^Chi phí \(3\)/);
  expect(costs).toHaveTextContent(/Tổng cộng: 4\.177\.000\sVND/);
  expect(
    within(costs)
      .getAllByRole('listitem')
      .map((row) => row.textContent.replaceAll('\u00a0', ' ')),
  ).toEqual(['Thuốc1.842.000 VND', 'Vật tư y tế415.000 VND', 'Chi phí khácNgày giường: 1.920.000 VND']);
  expect(await section(/^Tài khoản viện phí \(1\)/)).toHaveTextContent(
    /Viện phí đợt 1.*Bệnh viện Sông Hương.*Đã đóng/s,
  );
  expect(host.seen.requests).toContainEqual(
    expect.objectContaining({
      path: '/Patient/patient-main/Claim',
      query: expect.objectContaining({ encounter: 'e1' }),
    }),
  );
  expect(host.seen.requests).toContainEqual(
    expect.objectContaining({ path: '/Patient/patient-main/Account', query: expect.objectContaining({ _id: 'acc' }) }),
  );
});

test("[COV-01] an encounter without insurance shows the person's cards of that time, but no vouchers", async () => {
  const card = (id: string, text: string, end: string, more: object = {}) => ({
    resourceType: 'Coverage',
    id,
    status: 'active',
    type: { text },
    subscriberId: `GD-${id}`,
    period: { start: '2026-01-01', end },
    ...more,
  });
  await open({
    Encounter: [OWN],
    Coverage: [
      card('a', 'Bảo hiểm y tế', '2026-12-31'),
      card('b', 'Bảo hiểm cũ', '2026-03-01'),
      card('c', '', '2026-12-31', { type: { coding: [{ code: 'VOUCHER' }], text: 'Phiếu ưu đãi' } }),
    ],
  });
  const insurance = await section(/^Bảo hiểm \(1\)/);
  expect(insurance).toHaveTextContent(/Lần khám này không ghi bảo hiểm.*Bảo hiểm y tế.*GD-a/s);
  expect(insurance).not.toHaveTextContent(/Bảo hiểm cũ|Phiếu ưu đãi/);
});
