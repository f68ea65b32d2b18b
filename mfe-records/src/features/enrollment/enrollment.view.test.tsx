import manifest from '../../../module.json' with { type: 'json' };
import { hrefsOf } from '@phr/testing/dev-page';
import { AppError } from '@phr/contract/app-error';
import { screen, waitFor } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { mountView } from '@phr/module-kit/mount';
import { createFakeHost, type FakeHost } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import module from '../../module.ts';

const PROGRAMME = {
  enrollmentCode: 'BSGD2026',
  enrollmentType: 'FAMILY_DOCTOR',
  orgId: 'org-1',
  orgCode: 'HUONG-SEN',
  orgName: 'Phòng khám Hương Sen',
  title: 'Bác sĩ gia đình Hương Sen',
  description: 'Theo dõi trong một năm.',
  period: { end: '2027-11-28T00:00:00Z' },
  shares: ['phone', 'fullName'],
};

async function open(
  path: string,
  {
    programme = PROGRAMME,
    answer = { joined: true },
    failure,
  }: { programme?: object; answer?: object; failure?: string } = {},
): Promise<FakeHost> {
  const host = createFakeHost({
    path,
    hrefOf: hrefsOf(manifest.routes),
    respond: ({ method }) => {
      if (method === 'POST') return answer;
      if (failure !== undefined) throw new AppError({ code: failure, httpStatus: 410, source: 'MEDRECORD_ADMIN' });
      return programme;
    },
  });
  await openPart(mountView, module, host);
  return host;
}
const posts = (host: FakeHost) => host.seen.requests.filter(({ method }) => method === 'POST');
const join = () => userEvent.click(screen.getByRole('button', { name: 'Tham gia' }));
const FULL = '/enrollment?e=BSGD2026&t=FAMILY_DOCTOR&o=HUONG-SEN';

test('[ROUTE-72][CALL-49][CALL-50] a programme is joined only with consent, and opens its encounter', async () => {
  const host = await open(FULL, { answer: { joined: true, encounter: { resourceType: 'Encounter', id: 'e9' } } });
  expect(await screen.findByRole('heading', { name: 'Bác sĩ gia đình Hương Sen' })).toBeInTheDocument();
  expect(document.body).toHaveTextContent(
    /Theo dõi trong một năm.*Phòng khám Hương Sen.*Bác sĩ gia đình.*28\/11\/2027.*Số điện thoại, Họ tên/s,
  );
  expect(host.seen.requests).toEqual([
    expect.objectContaining({
      service: 'admin',
      path: '/patient-app/enrollment/detail',
      query: { enrollmentCode: 'BSGD2026', enrollmentType: 'FAMILY_DOCTOR', orgCode: 'HUONG-SEN' },
    }),
  ]);
  await join();
  expect(screen.getAllByText('Hãy đánh dấu đồng ý trước khi tham gia').length).toBeGreaterThan(0);
  expect(posts(host)).toHaveLength(0);
  await userEvent.click(screen.getByRole('checkbox'));
  const changed: string[] = [];
  host.topics.subscribe('encounter.changed', ({ patientId }) => changed.push(patientId));
  await proves('NAV-27', async () => {
    await join();
    await waitFor(() => expect(host.navigation.location.get().pathname).toBe('/encounter-details/e9'));
  });
  expect(posts(host)).toEqual([
    expect.objectContaining({
      path: '/patient-app/enrollment/join',
      body: { enrollmentCode: 'BSGD2026', enrollmentType: 'FAMILY_DOCTOR', orgId: 'org-1', patientId: 'patient-main' },
    }),
  ]);
  await proves('NOTI-15', () =>
    expect(host.seen.notices).toEqual([{ type: 'success', title: 'Tham gia chương trình thành công' }]),
  );
  expect(changed).toEqual(['patient-main']);
});

test('[NAV-28] without an encounter the dashboard opens; what shares nothing asks for no consent', async () => {
  const host = await open(FULL, { programme: { ...PROGRAMME, shares: [] } });
  await screen.findByText('Không chia sẻ thông tin');
  expect(screen.queryByRole('checkbox')).toBeNull();
  await join();
  await waitFor(() => expect(host.navigation.location.get().pathname).toBe('/dashboard'));
});

test('what a scanned code does not say is asked', async () => {
  const host = await open('/enrollment?e=bsgd2026');
  expect(await screen.findByRole('textbox', { name: 'Mã tham gia' })).toHaveValue('bsgd2026');
  await userEvent.click(screen.getByRole('button', { name: 'Tiếp tục' }));
  expect(screen.getAllByText('Hãy chọn loại chương trình').length).toBeGreaterThan(0);
  expect(host.seen.requests).toEqual([]);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Loại chương trình' }), 'FAMILY_DOCTOR');
  await userEvent.type(screen.getByRole('textbox', { name: 'Mã cơ sở y tế' }), 'huong-sen');
  await userEvent.click(screen.getByRole('button', { name: 'Tiếp tục' }));
  expect(await screen.findByRole('button', { name: 'Tham gia' })).toBeInTheDocument();
  expect(host.seen.requests[0]?.query).toEqual({
    enrollmentCode: 'BSGD2026',
    enrollmentType: 'FAMILY_DOCTOR',
    orgCode: 'HUONG-SEN',
  });
});

test('a programme that has ended says so', async () => {
  await open(FULL, { failure: 'ENROLLMENT_EXPIRED' });
  expect(await screen.findByText('Chương trình đã hết hạn đăng ký')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Tham gia' })).toBeNull();
});

test('missing fields are named in the summary, at the field and in the title; an unknown type is kept', async () => {
  const host = await open('/enrollment?t=TELE');
  await userEvent.click(await screen.findByRole('button', { name: 'Tiếp tục' }));
  const summary = await screen.findByRole('alert');
  expect(summary).toHaveTextContent(/Hãy nhập mã tham gia.*Hãy nhập mã cơ sở/s);
  expect(summary).not.toHaveTextContent('Hãy chọn loại chương trình');
  expect(host.seen.titles.at(-1)).toMatch(/^Lỗi: /);
  expect(screen.getByRole('combobox', { name: 'Loại chương trình' })).toHaveDisplayValue('Loại ghi trong liên kết');
});
