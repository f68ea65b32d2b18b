import { screen, waitFor, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { AppError } from '@phr/contract/app-error';
import type { ServiceRequest } from '@phr/contract/host-api';
import { mountView } from '@phr/module-kit/mount';
import { hrefsOf, searchset } from '@phr/testing/dev-page';
import { createFakeHost, FAKE_MOTHER, type FakeHost, type Responder } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import manifest from '../../../module.json' with { type: 'json' };
import module from '../../module.ts';

const HOUR = 3_600_000;
const SERVICES = Array.from({ length: 12 }, (_, index) => ({
  resourceType: 'HealthcareService',
  id: `s${index + 1}`,
  active: true,
  name: `Khám số ${index + 1}`,
  providedBy: { display: 'Bệnh viện X' },
  telecom: [{ system: 'phone', value: '842923000111' }],
  extension: [{ url: 'x/service-price', valueMoney: { value: 150_000, currency: 'VND' } }],
}));
const ROLES = [
  ['hoa', 'Hòa'],
  ['minh', 'Minh'],
].map(([id = '', name]) => ({
  resourceType: 'PractitionerRole',
  id,
  active: true,
  practitioner: { reference: `Practitioner/p-${id}`, display: `BS. ${name}` },
  specialty: [{ text: 'Tim mạch' }],
}));
const schedule = (role: string, more: object = {}) => ({
  resourceType: 'Schedule',
  id: `sch-${role}`,
  active: true,
  actor: [{ reference: 'HealthcareService/s1' }, { reference: `PractitionerRole/${role}` }],
  planningHorizon: { end: new Date(Date.now() + 30 * 24 * HOUR).toISOString() },
  ...more,
});

/** Tomorrow at the facility, so that no time is too soon during the tests. */
const TOMORROW = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Ho_Chi_Minh' }).format(Date.now() + 24 * HOUR);
const slot = (id: string, time: string, status = 'free') => ({
  resourceType: 'Slot',
  id,
  status,
  start: `${TOMORROW}T${time}:00+07:00`,
  end: `${TOMORROW}T${time.slice(0, 2)}:45:00+07:00`,
  schedule: { reference: 'Schedule/sch-hoa' },
});
const SLOTS = [slot('a', '08:30'), slot('b', '09:00'), slot('c', '14:00'), slot('d', '15:00', 'busy')];

const HOLD = '/api/phr/appointment/hold';

/** A facility that responds to bookings as given. */
function facility(
  create: (request: ServiceRequest) => unknown = ({ body }) => ({ ...(body as object), id: 'new' }),
  slots: readonly object[] = SLOTS,
): Responder {
  return (request) => {
    const { method, path, query } = request;
    if (path.startsWith(HOLD)) return undefined;
    if (method === 'POST') return create(request);
    if (path === '/HealthcareService') {
      const page = Number(query?.['page'] ?? 1);
      const typed = String(query?.['_ilike'] ?? '');
      const found = SERVICES.filter(({ name }) => name.includes(typed));
      return searchset(
        found.slice((page - 1) * 10, page * 10),
        found.length,
        page * 10 < found.length ? '/HealthcareService?_count=10&page=2' : undefined,
      );
    }
    if (path === '/HealthcareService?_count=10&page=2') return searchset(SERVICES.slice(10), 12);
    if (path === '/PractitionerRole')
      return searchset([
        ...ROLES,
        { resourceType: 'PractitionerRole', id: 'off', active: false, practitioner: { display: 'BS. Nghỉ' } },
      ]);
    if (path === '/Schedule')
      return searchset([
        ...ROLES.map(({ id }) => schedule(id)),
        schedule('hoa', { id: 'old', planningHorizon: { end: '2020-01-01T00:00:00Z' } }),
      ]);
    if (path === '/Slot')
      return searchset(
        String(query?.['schedule']).split(',').includes('Schedule/sch-hoa') &&
          String(query?.['start']).includes(TOMORROW)
          ? slots
          : [],
      );
    if (path.endsWith('/Appointment')) return searchset([]);
    return [...SERVICES, ...ROLES].find(({ resourceType, id }) => path === `/${resourceType}/${id}`);
  };
}
async function open(
  path: string,
  respond: Responder = facility(),
  prepare: (host: FakeHost) => void = () => undefined,
): Promise<FakeHost> {
  const host = createFakeHost({ path, respond, hrefOf: hrefsOf(manifest.routes) });
  prepare(host);
  await openPart(mountView, module, host);
  return host;
}
const CHOSEN = {
  healthcareService: { id: 's1', name: 'Khám số 1', zone: 'Asia/Ho_Chi_Minh' },
  practitionerRole: { id: 'hoa', practitionerId: 'p-hoa', name: 'BS. Hòa' },
  reason: '',
  note: '',
};
const WITH_SLOT = {
  ...CHOSEN,
  slot: { id: 'b', start: `${TOMORROW}T09:00:00+07:00`, end: `${TOMORROW}T09:45:00+07:00` },
  schedule: { id: 'sch-hoa' },
};
const keeps = (value: unknown) => (host: FakeHost) => {
  host.keptDrafts.set('booking patient-main', { value, savedAt: '2026-11-27T01:00:00Z' });
};
const asked = (host: FakeHost, path: string) => host.seen.requests.filter((request) => request.path === path);
/** Bookings that were sent. */
const posts = (host: FakeHost) =>
  host.seen.requests.filter(({ method, path }) => method === 'POST' && !path.startsWith(HOLD));
const at = (host: FakeHost) => host.navigation.location.get().pathname;

test('[NAV-19, CALL-14] books by service, doctor, time and check, and claims success after the server only', async () => {
  const host = await open('/appointment-create');
  const stands = async (path: string, title: string) => {
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeInTheDocument();
    expect(at(host)).toBe(path);
  };
  await proves('ROUTE-31', () => stands('/appointment-create', 'Đặt lịch hẹn'));
  expect(await screen.findByText('Bước 1/3')).toBeInTheDocument();
  await userEvent.click(await screen.findByRole('button', { name: 'Chọn Khám số 1' }));
  await proves('ROUTE-33', () => stands('/appointment-practitioner-select', 'Chọn bác sĩ'));
  expect(await screen.findByText('Bước 2/3')).toBeInTheDocument();
  await userEvent.click(await screen.findByRole('button', { name: 'Chọn BS. Hòa' }));
  await proves('ROUTE-35', () => stands('/appointment-slot-select', 'Chọn giờ khám'));
  expect(await screen.findByText('Bước 3/3')).toBeInTheDocument();
  // today has no times, so the first day with one is selected
  await userEvent.click(await screen.findByRole('radio', { name: '09:00' }));
  expect(screen.getByText(/^Đã chọn: 09:00–09:45, /)).toHaveAttribute('role', 'status');
  await userEvent.click(screen.getByRole('button', { name: 'Tiếp tục' }));
  await proves('ROUTE-36', () => stands('/appointment-create-confirm', 'Xác nhận đặt lịch'));
  expect(await screen.findByRole('region', { name: 'Lịch hẹn của bạn' })).toHaveTextContent(
    /Khám số 1 · Bệnh viện X.*150\.000 VND.*BS\. Hòa.*09:00–09:45/s,
  );
  expect(host.seen.notices).toEqual([]);

  await proves('NAV-18', async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Gửi yêu cầu' }));
    await waitFor(() => expect(at(host)).toBe('/appointments'));
  });
  expect(posts(host)).toEqual([
    expect.objectContaining({
      service: 'phr',
      path: '/api/phr/appointment/create',
      idempotencyKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
      body: expect.objectContaining({
        resourceType: 'Appointment',
        status: 'pending',
        slot: [{ reference: 'Slot/b' }],
        reasonCode: [{ text: 'Khám bệnh' }],
      }),
    }),
  ]);
  await proves('NOTI-07', () =>
    expect(host.seen.notices).toEqual([expect.objectContaining({ type: 'success', title: 'Đặt lịch hẹn thành công' })]),
  );
  expect(host.keptDrafts.size).toBe(0);
});

test('[NAV-17] an answer that is an Encounter leads to the encounters', async () => {
  const host = await open(
    '/appointment-create-confirm',
    facility(() => ({ resourceType: 'Encounter', id: 'e' })),
    keeps(WITH_SLOT),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Gửi yêu cầu' }));
  await waitFor(() => expect(host.seen.visits).toContain('/encounters'));
});

test.each([
  ['/appointment-practitioner-select', undefined, '/appointment-create'],
  ['/appointment-slot-select', { ...CHOSEN, practitionerRole: undefined }, '/appointment-practitioner-select'],
  ['/appointment-create-confirm', CHOSEN, '/appointment-slot-select'],
])('[BOOK-28] %s without the choice before it leads to the first missing step', async (path, kept, first) => {
  const host = await open(path, facility(), kept === undefined ? undefined : keeps(kept));
  await waitFor(() => expect(at(host)).toBe(first));
  expect(screen.queryByRole('button', { name: 'Gửi yêu cầu' })).toBeNull();
});

test('[BOOK-06] the choices are there again after a reload, and belong to one person', async () => {
  const host = await open('/appointment-create-confirm', facility(), keeps({ ...WITH_SLOT, reason: 'Đau đầu' }));
  expect(await screen.findByLabelText(/Lý do khám/)).toHaveValue('Đau đầu');
  host.view(FAKE_MOTHER);
  await waitFor(() => expect(at(host)).toBe('/appointment-create'));
  expect(screen.getByText(/NGUYỄN THỊ ÁNH/)).toBeInTheDocument();
});

test('[BOOK-10][BOOK-19][CALL-82] services come ten at a time: later pages are added, a search begins anew', async () => {
  const host = await open('/appointment-create');
  const list = await screen.findByRole('list', { name: 'Dịch vụ' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(10);
  expect(screen.getByText('Hiển thị 1–10 trong 12')).toBeInTheDocument();
  expect(asked(host, '/HealthcareService')[0]?.query).toMatchObject({ _count: 10 });
  await userEvent.click(screen.getByRole('button', { name: 'Xem thêm' }));
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(12));
  expect(asked(host, '/HealthcareService?_count=10&page=2')).toHaveLength(1);

  await userEvent.type(screen.getByLabelText('Tìm dịch vụ'), 'số 12{Enter}');
  await waitFor(() =>
    expect(within(screen.getByRole('list', { name: 'Dịch vụ' })).getAllByRole('listitem')).toHaveLength(1),
  );
  expect(asked(host, '/HealthcareService').at(-1)?.query).toMatchObject({ _ilike: 'số 12', _count: 10 });
  expect(host.navigation.location.get().search).toBe('');
});

test('a search without a match says so; a failed list says what failed', async () => {
  await open('/appointment-create');
  await userEvent.type(await screen.findByLabelText('Tìm dịch vụ'), 'không có{Enter}');
  expect(await screen.findByText('Không tìm thấy kết quả')).toBeInTheDocument();
  await open('/appointment-create', () => undefined);
  expect(await screen.findByText('Không tải được dịch vụ')).toBeInTheDocument();
});

test('[BOOK-25][CALL-83] asks for doctors by service, role and activity, and offers no inactive one', async () => {
  const host = await open(
    '/appointment-practitioner-select',
    facility(),
    keeps({ ...CHOSEN, practitionerRole: undefined }),
  );
  const list = await screen.findByRole('list', { name: 'Bác sĩ' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((row) => /BS\. (\S+?)Tim/.exec(row.textContent)?.[1]),
  ).toEqual(['Hòa', 'Minh']);
  expect(asked(host, '/PractitionerRole')[0]?.query).toMatchObject({
    service: 'HealthcareService/s1',
    role: 'doctor',
    active: true,
  });
  expect(screen.getByRole('link', { name: 'Đổi dịch vụ' })).toHaveAttribute('href', '/appointment-create');
});

test("[BOOK-20, BOOK-21, BOOK-22] free slots of one day of the doctor's running time tables", async () => {
  const host = await open(`/appointment-slot-select?day=${TOMORROW}`, facility(), keeps(CHOSEN));
  expect((await screen.findAllByRole('radio')).map((radio) => radio.closest('label')?.textContent)).toEqual([
    '08:30',
    '09:00',
    '14:00',
  ]);
  expect(within(screen.getByRole('radiogroup', { name: 'Chiều' })).getAllByRole('radio')).toHaveLength(1);
  await proves('CALL-84', () =>
    expect(asked(host, '/Schedule')[0]?.query).toMatchObject({
      actor: 'HealthcareService/s1',
      active: true,
      date: expect.stringMatching(/^ge\d{4}-/),
    }),
  );
  await proves('CALL-85', () =>
    expect(asked(host, '/Slot').map(({ query }) => query)).toContainEqual({
      schedule: 'Schedule/sch-hoa',
      start: [`ge${TOMORROW}T00:00:00+07:00`, `le${TOMORROW}T23:59:59+07:00`],
      status: 'free',
      _count: 200,
    }),
  );
  // one call per day of the visible week
  const windows = asked(host, '/Slot').map(({ query }) => String(query?.['start']));
  expect(new Set(windows).size).toBe(7);
  expect(windows).toHaveLength(7);
  for (const window of windows) expect(window).toMatch(/^ge(\S+)T00:00:00\+07:00,le\1T23:59:59\+07:00$/);
});

test('going on without a time says what is missing and leads there', async () => {
  const host = await open(`/appointment-slot-select?day=${TOMORROW}`, facility(), keeps(CHOSEN));
  await userEvent.click(await screen.findByRole('button', { name: 'Tiếp tục' }));
  expect(screen.getByRole('radiogroup', { name: 'Sáng' })).toHaveAccessibleDescription(/Vui lòng chọn giờ khám/);
  expect(screen.getByRole('radio', { name: '08:30' })).toHaveFocus();
  expect(at(host)).toBe('/appointment-slot-select');
});

test('a chosen time that others have taken meanwhile is no choice any more', async () => {
  await open(`/appointment-slot-select?day=${TOMORROW}`, facility(undefined, [slot('a', '08:30')]), keeps(WITH_SLOT));
  expect(await screen.findByRole('radio', { name: '08:30' })).not.toBeChecked();
});

test("the zone of the facility is named when its clock is not the device's", async () => {
  await open(
    `/appointment-slot-select?day=${TOMORROW}`,
    facility(),
    keeps({ ...CHOSEN, healthcareService: { ...CHOSEN.healthcareService, zone: 'Pacific/Kiritimati' } }),
  );
  expect(await screen.findByText(/Giờ của cơ sở y tế: .*GMT\+14/)).toBeInTheDocument();
  expect(await screen.findByRole('radio', { name: '15:30' })).toBeInTheDocument();
});

test('when two people want one time, the second is told, keeps the other choices and picks again', async () => {
  const host = await open(
    '/appointment-create-confirm',
    facility(() => {
      throw new AppError({ code: 'SLOT_TAKEN', httpStatus: 409 });
    }, [slot('a', '08:30')]),
    keeps({ ...WITH_SLOT, reason: 'Đau đầu' }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Gửi yêu cầu' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Giờ khám này vừa có người đặt. Vui lòng chọn giờ khác.');
  expect(at(host)).toBe('/appointment-slot-select');
  expect(screen.getByText(/BS\. Hòa/)).toBeInTheDocument();
  expect(host.seen.notices).toEqual([]);
  expect(host.keptDrafts.get('booking patient-main')?.value).toMatchObject({
    reason: 'Đau đầu',
    refusal: 'SLOT_TAKEN',
  });
});

test('[BOOK-23] a time that has come too close is not sent at all', async () => {
  const soon = new Date(Date.now() + HOUR - 60_000).toISOString();
  const host = await open(
    '/appointment-create-confirm',
    facility(),
    keeps({ ...WITH_SLOT, slot: { id: 'b', start: soon, end: soon } }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Gửi yêu cầu' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Giờ khám phải cách hiện tại ít nhất 60 phút');
  expect(posts(host)).toEqual([]);
});

test('booking needs a network, keeps nothing on the device, and a second try is the same request', async () => {
  const host = await open('/appointment-create-confirm', facility(), keeps(WITH_SLOT));
  const send = await screen.findByRole('button', { name: 'Gửi yêu cầu' });
  host.setOffline(true);
  await userEvent.click(send);
  expect(await screen.findByText('Đặt lịch cần có mạng')).toBeInTheDocument();
  expect(screen.queryByText('Chưa đặt được lịch')).toBeNull();
  expect(host.waiting.get()).toEqual([]);
  host.setOffline(false);
  await userEvent.click(send);
  await waitFor(() => expect(at(host)).toBe('/appointments'));
  const [first, second] = posts(host);
  expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
  expect(first).not.toHaveProperty('queue');
});

test('another reason is another request', async () => {
  const host = await open(
    '/appointment-create-confirm',
    facility(() => {
      throw new AppError({ code: '500', httpStatus: 500 });
    }),
    keeps(WITH_SLOT),
  );
  const send = await screen.findByRole('button', { name: 'Gửi yêu cầu' });
  await userEvent.click(send);
  await waitFor(() => expect(posts(host)).toHaveLength(1));
  expect(await screen.findByText('Chưa đặt được lịch')).toBeInTheDocument();
  await userEvent.type(screen.getByLabelText(/Lý do khám/), 'Ho');
  await userEvent.click(send);
  await waitFor(() => expect(posts(host)).toHaveLength(2));
  const [first, second] = posts(host);
  expect(second?.idempotencyKey).not.toBe(first?.idempotencyKey);
});

test('[ROUTE-32] details of a service: hours in words, price, the way to choose it', async () => {
  const host = await open('/appointment-service-details/s1');
  const card = await screen.findByRole('region', { name: 'Chi tiết dịch vụ' });
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Khám số 1');
  expect(card).toHaveTextContent(/Bệnh viện X.*150\.000 VND.*Không có lịch/s);
  expect(within(card).getByRole('link', { name: '02923000111' })).toHaveAttribute('href', 'tel:+842923000111');
  await userEvent.click(within(card).getByRole('button', { name: 'Chọn dịch vụ này' }));
  await waitFor(() => expect(at(host)).toBe('/appointment-practitioner-select'));
});

test('[ROUTE-34] details of a doctor; without a chosen service there is nothing to choose them for', async () => {
  await open('/appointment-practitioner-details/minh');
  expect(await screen.findByRole('region', { name: 'Thông tin bác sĩ' })).toHaveTextContent(/Tim mạch/);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('BS. Minh');
  expect(screen.queryByRole('button', { name: 'Chọn bác sĩ này' })).toBeNull();
  const host = await open(
    '/appointment-practitioner-details/minh',
    facility(),
    keeps({ ...CHOSEN, practitionerRole: undefined }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Chọn bác sĩ này' }));
  await waitFor(() => expect(at(host)).toBe('/appointment-slot-select'));
});

test('a service that does not exist says so', async () => {
  await open('/appointment-service-details/none');
  expect(await screen.findByText('Không tìm thấy dịch vụ này')).toBeInTheDocument();
});

test('[CALL-16] an invitation makes its choices and goes on; one that is over says so and the list stays', async () => {
  const answer = {
    scheduleId: 'sch-hoa',
    scheduleStart: 'x',
    scheduleEnd: 'y',
    serviceName: 'Khám số 1',
    healthcareServiceId: 's1',
    practitionerRoleId: 'minh',
  };
  const respond: Responder = (request) =>
    request.path === '/api/phr/schedule/code'
      ? request.query?.['scheduleCode'] === 'OLD'
        ? undefined
        : answer
      : facility()(request);
  const host = await open('/appointment-create?healthcareCode=CARDIO&scheduleCode=C-1', respond);
  await waitFor(() => expect(at(host)).toBe('/appointment-slot-select'));
  expect(await screen.findByText(/BS\. Minh/)).toBeInTheDocument();
  expect(asked(host, '/api/phr/schedule/code')[0]?.query).toEqual({ healthcareCode: 'CARDIO', scheduleCode: 'C-1' });
  await open('/appointment-create?healthcareCode=CARDIO&scheduleCode=OLD', respond);
  expect(await screen.findByText('Lời mời đặt lịch này không còn dùng được')).toBeInTheDocument();
  expect(await screen.findByRole('button', { name: 'Chọn Khám số 1' })).toBeInTheDocument();
});

test('without a network an invitation is not called over', async () => {
  const host = await open('/appointment-create?healthcareCode=CARDIO&scheduleCode=C-1', facility(), (made) =>
    made.setOffline(true),
  );
  expect(await screen.findByText('Đặt lịch cần có mạng')).toBeInTheDocument();
  expect(asked(host, '/api/phr/schedule/code').length).toBeGreaterThan(0);
  expect(screen.queryByText('Lời mời đặt lịch này không còn dùng được')).toBeNull();
});

test('in English every word is there, also after the language was switched on the screen', async () => {
  const host = await open('/appointment-create');
  await screen.findByText('Bước 1/3');
  host.settings.set({ ...host.settings.get(), locale: 'en-US' });
  expect(await screen.findByText('Step 1 of 3')).toBeInTheDocument();
  expect(await screen.findByRole('button', { name: 'Choose Khám số 1' })).toBeInTheDocument();
});

test('opens on the first day with a free time; days without one look and read so', async () => {
  const host = await open('/appointment-slot-select', facility(), keeps(CHOSEN));
  expect(await screen.findByRole('radio', { name: '08:30' })).toBeInTheDocument();
  const week = within(screen.getByRole('group', { name: 'Ngày khám' })).getAllByRole('button');
  expect(week).toHaveLength(7);
  expect(week.map((day) => day.getAttribute('aria-pressed') === 'true')).toEqual([
    false,
    true,
    ...Array.from({ length: 5 }, () => false),
  ]);
  expect(week.map((day) => day.textContent.includes('không còn giờ trống'))).toEqual([
    true,
    false,
    ...Array.from({ length: 5 }, () => true),
  ]);
  expect(host.navigation.location.get().search).toBe('');
});

test('weeks without any time are passed by; a time table without any opens on today, and says so', async () => {
  const far = new Date(Date.parse(`${TOMORROW}T00:00:00Z`) + 8 * 24 * HOUR).toISOString().slice(0, 10);
  const later = slot('far', '10:00');
  const respond: Responder = (request) =>
    request.path === '/Slot'
      ? searchset(
          String(request.query?.['start']).includes(far)
            ? [{ ...later, start: later.start.replace(TOMORROW, far), end: later.end.replace(TOMORROW, far) }]
            : [],
        )
      : facility()(request);
  await open('/appointment-slot-select', respond, keeps(CHOSEN));
  expect(await screen.findByRole('radio', { name: '10:00' })).toBeInTheDocument();
  await open('/appointment-slot-select', facility(undefined, []), keeps(CHOSEN));
  expect(await screen.findByText('Không còn giờ trống trong ngày này')).toBeInTheDocument();
});

test('[BOOK-28] any practitioner: the times of all, each with its name, and the chosen one names whom', async () => {
  const both = facility(undefined, [...SLOTS, { ...slot('m', '09:00'), schedule: { reference: 'Schedule/sch-minh' } }]);
  const host = await open('/appointment-practitioner-select', both, keeps({ ...CHOSEN, practitionerRole: undefined }));
  await userEvent.click(await screen.findByRole('button', { name: 'Bác sĩ bất kỳ' }));
  await userEvent.click(await screen.findByRole('radio', { name: '09:00 BS. Minh' }));
  expect(screen.getAllByRole('radio', { name: /BS\. Hòa$/ })).toHaveLength(3);
  await userEvent.click(screen.getByRole('button', { name: 'Tiếp tục' }));
  expect(await screen.findByRole('region', { name: 'Lịch hẹn của bạn' })).toHaveTextContent(/BS\. Minh.*09:00–09:45/s);
  await userEvent.click(screen.getByRole('button', { name: 'Gửi yêu cầu' }));
  await waitFor(() => expect(posts(host)).toHaveLength(1));
  expect(posts(host)[0]?.body).toMatchObject({
    slot: [{ reference: 'Slot/m' }],
    participant: expect.arrayContaining([
      { actor: { reference: 'PractitionerRole/minh', display: 'BS. Minh' }, status: 'needs-action' },
    ]),
  });
});

describe('a server that keeps times', () => {
  const until = new Date(Date.now() + 300_000).toISOString();
  const keeping =
    (answer: (request: ServiceRequest) => unknown = () => ({ slotId: 'b', until })): Responder =>
    (request) =>
      request.path.startsWith(HOLD)
        ? answer(request)
        : facility(undefined, [slot('a', '08:30'), slot('c', '14:00')])(request);
  const holds = (host: FakeHost) => host.seen.requests.filter(({ path }) => path.startsWith(HOLD));

  test('keeps the time while it is confirmed, says until when, and lets it go with the screen', async () => {
    const host = await open('/appointment-create-confirm', keeping(), keeps(WITH_SLOT));
    expect(await screen.findByText(/^Giờ này được giữ cho bạn đến \d\d:\d\d\.$/)).toBeInTheDocument();
    expect(holds(host)).toEqual([
      expect.objectContaining({ method: 'POST', path: HOLD, body: { patientId: 'patient-main', slotId: 'b' } }),
    ]);
    await userEvent.click(screen.getByRole('link', { name: 'Đổi giờ khám' }));
    await waitFor(() =>
      expect(holds(host).at(-1)).toMatchObject({ method: 'DELETE', path: '/api/phr/appointment/hold/b' }),
    );
  });

  test('says when the five minutes are over; sending is still possible', async () => {
    const over = new Date(Date.now() - 1).toISOString();
    const host = await open(
      '/appointment-create-confirm',
      keeping(() => ({ until: over })),
      keeps(WITH_SLOT),
    );
    expect(await screen.findByText(/^Đã hết 5 phút giữ giờ/)).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Gửi yêu cầu' }));
    await waitFor(() => expect(at(host)).toBe('/appointments'));
  });

  test('a time that others were faster to take leads back, with near ones that one press takes', async () => {
    const taken = keeping(({ body }) => {
      if (JSON.stringify(body).includes('"slotId":"b"')) throw new AppError({ code: 'SLOT_TAKEN', httpStatus: 409 });
      return { slotId: 'c', until };
    });
    const host = await open('/appointment-create-confirm', taken, keeps({ ...WITH_SLOT, reason: 'Đau đầu' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Giờ khám này vừa có người đặt');
    expect(await screen.findByRole('heading', { name: 'Giờ trống gần nhất' })).toBeInTheDocument();
    expect(holds(host).map(({ method }) => method)).toEqual(['POST']);
    await userEvent.click(screen.getByRole('button', { name: /^14:00, / }));
    await waitFor(() => expect(at(host)).toBe('/appointment-create-confirm'));
    expect(host.keptDrafts.get('booking patient-main')?.value).toMatchObject({ slot: { id: 'c' }, reason: 'Đau đầu' });
  });

  test('one that has no such call is asked once and changes nothing', async () => {
    const without = keeping(() => {
      throw new AppError({ code: 'NOT_SUPPORTED', httpStatus: 501 });
    });
    const host = await open('/appointment-create-confirm', without, keeps(WITH_SLOT));
    await screen.findByRole('button', { name: 'Gửi yêu cầu' });
    await waitFor(() => expect(holds(host)).toHaveLength(1));
    expect(screen.queryByText(/được giữ cho bạn/)).toBeNull();
    await userEvent.click(screen.getByRole('link', { name: 'Đổi giờ khám' }));
    await userEvent.click(await screen.findByRole('button', { name: /^08:30, / }));
    await screen.findByRole('button', { name: 'Gửi yêu cầu' });
    expect(holds(host)).toHaveLength(1);
  });
});

const visit = (id: string, status: string, start: string) => ({
  resourceType: 'Appointment',
  id,
  status,
  start,
  reasonCode: [{ text: 'Tái khám' }],
  participant: [
    { actor: { reference: 'PractitionerRole/hoa', display: 'BS. Hòa' } },
    { actor: { reference: 'HealthcareService/s1', display: 'Khám số 1' } },
  ],
});
const withVisits =
  (visits: Readonly<Record<string, readonly object[]>>): Responder =>
  (request) => {
    const [, patientId] = /^\/Patient\/(.+)\/Appointment$/.exec(request.path) ?? [];
    return patientId === undefined ? facility()(request) : searchset([...(visits[patientId] ?? [])]);
  };

test('[JRN-10] the last visit is booked again with one press, at the earliest of three free times', async () => {
  const last = visit('v', 'fulfilled', '2026-01-05T08:00:00+07:00');
  const host = await open('/appointment-create', withVisits({ 'patient-main': [last] }));
  const card = await screen.findByRole('region', { name: 'Như lần trước' });
  expect(card).toHaveTextContent(/Khám số 1 · BS\. Hòa · Bệnh viện X/);
  expect(card).toHaveTextContent(/Giá: 150\.000/);
  expect(within(card).getAllByRole('radio')).toHaveLength(3);
  expect(within(card).getByRole('radio', { name: /^08:30, / })).toBeChecked();
  await userEvent.click(within(card).getByRole('button', { name: 'Gửi yêu cầu' }));
  await waitFor(() => expect(at(host)).toBe('/appointments'));
  expect(posts(host).map(({ body }) => body)).toEqual([
    expect.objectContaining({ slot: [{ reference: 'Slot/a' }], reasonCode: [{ text: 'Tái khám' }] }),
  ]);
  expect(host.keptDrafts.size).toBe(0);
});

test('without a visit, and with one whose service is not offered any more, nothing is offered again', async () => {
  await open('/appointment-create');
  await screen.findByRole('list', { name: 'Dịch vụ' });
  expect(screen.queryByRole('region', { name: 'Như lần trước' })).toBeNull();
});

test('another appointment at that time is said before sending, also that of the child who comes along', async () => {
  const at9 = `${TOMORROW}T09:15:00+07:00`;
  const son = { id: 'patient-son', name: 'TRẦN AN KHANG', birthDate: '2018-05-01', relationship: 'SON' };
  await open('/appointment-create-confirm', withVisits({ 'patient-son': [visit('v', 'booked', at9)] }), (host) => {
    keeps(WITH_SLOT)(host);
    const context = host.patient.get();
    host.patient.set({ ...context, family: [...context.family, son] });
  });
  const notice = (await screen.findByText('Trùng giờ với lịch hẹn khác')).closest('[role="status"]');
  expect(notice).toHaveTextContent(/TRẦN AN KHANG · Khám số 1 · 09:15/);
  expect(screen.getByRole('button', { name: 'Gửi yêu cầu' })).toBeEnabled();
});
