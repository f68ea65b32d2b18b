import { screen, waitFor, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { AppError } from '@phr/contract/app-error';
import { mountView } from '@phr/module-kit/mount';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost, FAKE_MOTHER, type FakeHost, type Responder } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import module from '../../module.ts';

const { jest } = import.meta;
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
const appointment = (id: string, status: string, days: number, more: object = {}) => ({
  resourceType: 'Appointment',
  id,
  status,
  start: inDays(days),
  end: inDays(days),
  participant: [
    { actor: { reference: 'Patient/patient-main', display: 'TRẦN MINH CHÂU' }, status: 'accepted' },
    { actor: { reference: 'PractitionerRole/r', display: `BS. ${id}` }, status: 'accepted' },
    { actor: { reference: 'HealthcareService/h', display: 'Khám tim mạch' }, status: 'accepted' },
    { actor: { reference: 'Location/l', display: 'Bệnh viện Sông Hương' }, status: 'accepted' },
  ],
  ...more,
});
const respondWith =
  (...all: readonly { readonly id: string }[]): Responder =>
  ({ query }) =>
    searchset(
      all
        .filter(({ id }) => query?.['_id'] === undefined || id === query['_id'])
        .slice(0, Number(query?.['_count'] ?? 100)),
      all.length,
    );
async function open(
  respond: Responder,
  path = '/appointments',
  part = 'app',
  prepare: (host: FakeHost) => void = () => undefined,
): Promise<FakeHost> {
  const host = createFakeHost({
    path,
    respond,
    hrefOf: (name, params) => `/${name}${params?.['id'] === undefined ? '' : `/${params['id']}`}`,
  });
  prepare(host);
  await openPart(mountView, module, host, part);
  return host;
}
const doctors = (list: HTMLElement): readonly (string | undefined)[] =>
  within(list)
    .getAllByRole('listitem')
    .map((row) => /BS\. (\w)/.exec(row.textContent)?.[1]);

test('[ROUTE-29][CALL-66][BOOK-18] /appointments asks by -date and lists upcoming ones first, by date', async () => {
  const host = await open(
    respondWith(
      appointment('D', 'pending', 20),
      appointment('C', 'cancelled', 9),
      appointment('B', 'booked', 3),
      appointment('A', 'fulfilled', -9),
    ),
  );
  expect(doctors(await screen.findByRole('list', { name: 'Sắp tới' }))).toEqual(['B', 'D']);
  expect(host.seen.requests).toEqual([
    expect.objectContaining({
      path: '/Patient/patient-main/Appointment',
      query: expect.objectContaining({ _sort: '-date', _count: 100 }),
    }),
  ]);
});

test('[BOOK-18] without coming ones the three latest; "show all" is part of the address and hides nothing', async () => {
  const host = await open(
    respondWith(...['E', 'D', 'C', 'B', 'A'].map((id, index) => appointment(id, 'fulfilled', -index - 1))),
  );
  expect(doctors(await screen.findByRole('list', { name: 'Lịch hẹn gần đây' }))).toEqual(['E', 'D', 'C']);
  await userEvent.click(screen.getByRole('button', { name: 'Xem tất cả' }));
  expect(doctors(await screen.findByRole('list', { name: 'Tất cả lịch hẹn' }))).toEqual(['E', 'D', 'C', 'B', 'A']);
  expect(host.navigation.location.get().search).toBe('?show=all');
});

test('[BOOK-27] none: "No appointments yet"; a failure never says so', async () => {
  const host = await open(respondWith());
  expect(await screen.findByText('Chưa có lịch hẹn')).toBeInTheDocument();
  host.settings.set({ ...host.settings.get(), locale: 'en-US' });
  expect(await screen.findByText('No appointments yet')).toBeInTheDocument();
  await open(() => undefined);
  expect(await screen.findByText('Không tải được lịch hẹn')).toBeInTheDocument();
  expect(screen.queryByText('Chưa có lịch hẹn')).toBeNull();
});

test('[BOOK-12][BOOK-13] the list says the status in words, or upper-cased', async () => {
  const statuses = ['proposed', 'pending', 'waitlist', 'booked', 'fulfilled', 'cancelled', 'noshow', 'arrived'];
  const host = await open(
    respondWith(...statuses.map((status, index) => appointment(status, status, -index))),
    '/appointments?show=all',
  );
  const words = (list: HTMLElement) =>
    within(list)
      .getAllByRole('listitem')
      .map((row) => /Sông Hương(.*)$/.exec(row.textContent)?.[1]);
  expect(words(await screen.findByRole('list', { name: 'Tất cả lịch hẹn' }))).toEqual([
    'Đã gửi',
    'Chờ xác nhận',
    'Chờ xác nhận',
    'Đã xác nhận',
    'Hoàn thành',
    'Đã hủy',
    'Không đến khám',
    'ARRIVED',
  ]);
  host.settings.set({ ...host.settings.get(), locale: 'en-US' });
  expect(words(await screen.findByRole('list', { name: 'All appointments' }))).toEqual([
    'Sent',
    'Awaiting confirmation',
    'Awaiting confirmation',
    'Confirmed',
    'Complete',
    'Cancelled',
    'No-show',
    'ARRIVED',
  ]);
});

test('[ENC-31] writes nothing for an appointment on screen, whatever its state or age', async () => {
  for (const status of ['proposed', 'pending', 'booked', 'arrived', 'fulfilled', 'cancelled', 'noshow']) {
    for (const [path, place] of [
      ['/appointments?show=all', { role: 'list', name: 'Tất cả lịch hẹn' }],
      ['/appointment-details/A', { role: 'region', name: 'Thông tin lịch hẹn' }],
    ] as const) {
      const host = await open(respondWith(appointment('A', status, -30)), path);
      await screen.findByRole(place.role, { name: place.name });
      expect(host.seen.requests.every(({ method }) => method === 'GET')).toBe(true);
    }
  }
});

test("[ROUTE-30][BOOK-04][BOOK-05] details: the facility's time, everybody who takes part, reason", async () => {
  await open(
    respondWith(
      appointment('A', 'booked', 2, {
        start: '2099-03-05T02:30:00Z',
        end: '2099-03-05T03:00:00Z',
        reasonCode: [{ text: 'Khám bệnh' }],
      }),
    ),
    '/appointment-details/A',
  );
  const facts = await screen.findByRole('region', { name: 'Thông tin lịch hẹn' });
  expect(facts).toHaveTextContent(
    /09:30–10:00, Thứ Năm 05\/03\/2099.*TRẦN MINH CHÂU.*Khám tim mạch.*BS\. A.*Bệnh viện Sông Hương.*Khám bệnh/s,
  );
});

test("the zone of the facility is named when its clock is not the device's", async () => {
  const zone = {
    _start: {
      extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/tz-code', valueCode: 'Pacific/Kiritimati' }],
    },
  };
  await open(respondWith(appointment('A', 'booked', 2, zone)), '/appointment-details/A');
  expect(await screen.findByRole('region', { name: 'Thông tin lịch hẹn' })).toHaveTextContent(
    /Giờ của cơ sở y tế: .*GMT\+14/,
  );
});

test('[BOOK-26][CALL-15] cancelling names person, place and time, asks why, and waits for the server', async () => {
  let status = 'booked';
  const host = await open(({ method, ...rest }) => {
    if (method === 'POST') {
      status = 'cancelled';
      return { resourceType: 'Appointment', id: 'A', status };
    }
    return respondWith(appointment('A', status, 2))({ method, ...rest });
  }, '/appointment-details/A');
  await userEvent.click(await screen.findByRole('button', { name: 'Hủy lịch hẹn' }));
  const dialog = screen.getByRole('alertdialog', { name: 'Hủy lịch hẹn này?' });
  expect(dialog).toHaveTextContent(
    /TRẦN MINH CHÂU.*Khám tim mạch · BS\. A · Bệnh viện Sông Hương.*, Thứ |TRẦN MINH CHÂU.*Chủ Nhật/s,
  );
  expect(within(dialog).getByRole('button', { name: 'Giữ lịch hẹn' })).toHaveFocus();

  await userEvent.click(within(dialog).getByRole('button', { name: 'Hủy lịch hẹn' }));
  expect(dialog).toHaveTextContent('Vui lòng nhập lý do hủy');
  expect(host.seen.requests.filter(({ method }) => method === 'POST')).toEqual([]);

  await userEvent.type(within(dialog).getByLabelText('Lý do hủy'), 'Bận việc');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Hủy lịch hẹn' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(host.seen.requests.filter(({ method }) => method === 'POST')).toEqual([
    expect.objectContaining({
      service: 'phr',
      path: '/api/phr/appointment/cancel',
      body: { appointmentId: 'A', reason: 'Bận việc' },
      idempotencyKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
    }),
  ]);
  await proves('NOTI-07', () =>
    expect(host.seen.notices).toEqual([expect.objectContaining({ type: 'success', title: 'Đã hủy lịch hẹn' })]),
  );
  expect(await screen.findByText('Đã hủy')).toBeInTheDocument();
});

test('[BOOK-29] a refused cancellation keeps the dialog and the reason, and says why', async () => {
  const host = await open((request) => {
    if (request.method === 'POST') throw new AppError({ code: 'INVALID_TRANSITION', httpStatus: 409 });
    return respondWith(appointment('A', 'booked', 2))(request);
  }, '/appointment-details/A');
  await userEvent.click(await screen.findByRole('button', { name: 'Hủy lịch hẹn' }));
  await userEvent.type(screen.getByLabelText('Lý do hủy'), 'Bận');
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Hủy lịch hẹn' }));
  expect(await screen.findByText('Trạng thái hiện tại không cho phép thao tác này')).toBeInTheDocument();
  expect(screen.getByLabelText('Lý do hủy')).toHaveValue('Bận');
  expect(host.seen.notices).toEqual([]);
});

test.each([
  ['booked', -1],
  ['fulfilled', 2],
  ['cancelled', 2],
])('[BOOK-29] no way to cancel: %s, %i days from now', async (status, days) => {
  await open(respondWith(appointment('A', status, days)), '/appointment-details/A');
  await screen.findByRole('region', { name: 'Thông tin lịch hẹn' });
  expect(screen.queryByRole('button', { name: 'Hủy lịch hẹn' })).toBeNull();
});

describe('the file for the calendar of the device', () => {
  const files: { readonly name: string; readonly content: Blob }[] = [];
  const { createObjectURL, revokeObjectURL } = URL;
  beforeEach(() => {
    files.length = 0;
    let content = new Blob();
    Object.assign(URL, {
      createObjectURL: (made: Blob) => {
        content = made;
        return 'blob:made';
      },
      revokeObjectURL: () => undefined,
    });
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function press(this: HTMLAnchorElement) {
      files.push({ name: this.download, content });
    });
  });
  afterEach(() => {
    Object.assign(URL, { createObjectURL, revokeObjectURL });
    jest.restoreAllMocks();
  });
  const written = async () => {
    const reader = new FileReader();
    await new Promise((resolve) => {
      reader.onload = resolve;
      reader.readAsText(files[0]?.content ?? new Blob());
    });
    return String(reader.result).replaceAll('\r\n ', '');
  };

  test('says what, where, with whom and when, and neither for whom nor why', async () => {
    await open(
      respondWith(
        appointment('A', 'booked', 2, {
          start: '2099-03-05T02:30:00Z',
          end: '2099-03-05T03:00:00Z',
          reasonCode: [{ text: 'Đau ngực' }],
        }),
      ),
      '/appointment-details/A',
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Thêm vào lịch' }));
    expect(files.map(({ name, content }) => [name, content.type])).toEqual([
      ['lich-hen-2099-03-05.ics', 'text/calendar;charset=utf-8'],
    ]);
    const file = await written();
    expect(file).toMatch(
      /DTSTART:20990305T023000Z\r\nDTEND:20990305T030000Z\r\nSUMMARY:Khám tim mạch\r\nLOCATION:Bệnh viện Sông Hương\r\nDESCRIPTION:BS\. A[^]*\r\nURL:http\S+\/appointment-details\/A\r\nSTATUS:CONFIRMED/,
    );
    expect(file).not.toMatch(/CHÂU|Đau ngực/);
  });

  test('of a relative names what they are to the person, not them', async () => {
    await open(respondWith(appointment('A', 'pending', 2)), '/appointment-details/A', 'app', (host) =>
      host.view(FAKE_MOTHER),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Thêm vào lịch' }));
    const file = await written();
    expect(file).toContain('SUMMARY:Khám tim mạch (Mẹ)');
    expect(file).not.toContain(FAKE_MOTHER.name);
  });

  test("notes the clock of the facility where it is another than the device's", async () => {
    const zone = {
      start: '2099-03-05T02:30:00Z',
      end: '2099-03-05T03:00:00Z',
      _start: {
        extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/tz-code', valueCode: 'Pacific/Kiritimati' }],
      },
    };
    await open(respondWith(appointment('A', 'booked', 2, zone)), '/appointment-details/A');
    await userEvent.click(await screen.findByRole('button', { name: 'Thêm vào lịch' }));
    expect(await written()).toMatch(
      /DTSTART:20990305T023000Z[^]*16:30–17:00\\, Thứ Năm 05\/03\/2099\. Giờ của cơ sở y tế: [^]*GMT\+14/,
    );
  });

  test.each([
    ['booked', -1],
    ['cancelled', 2],
    ['fulfilled', 2],
  ])('is not offered: %s, %i days from now', async (status, days) => {
    await open(respondWith(appointment('A', status, days)), '/appointment-details/A');
    await screen.findByRole('region', { name: 'Thông tin lịch hẹn' });
    expect(screen.queryByRole('button', { name: 'Thêm vào lịch' })).toBeNull();
  });
});

test('[DASH-08][DASH-09] the dashboard list asks for three by -date', async () => {
  const host = await open(
    respondWith(...['A', 'B', 'C', 'D'].map((id, index) => appointment(id, 'booked', 9 - index))),
    '/dashboard',
    'appointments',
  );
  expect(within(await screen.findByRole('list', { name: 'Lịch hẹn' })).getAllByRole('listitem')).toHaveLength(3);
  expect(host.seen.requests[0]?.query).toMatchObject({ _sort: '-date', _count: 3 });
});

test('[DASH-10] the dashboard card shows the nearest pending or booked one and leads to its details', async () => {
  const host = await open(
    respondWith(appointment('C', 'booked', 20), appointment('B', 'pending', 2), appointment('A', 'proposed', 1)),
    '/dashboard',
    'next-appointment',
  );
  expect(await screen.findByText(/BS\. B/)).toBeInTheDocument();
  await userEvent.click(screen.getByRole('link', { name: 'Xem chi tiết' }));
  expect(host.seen.visits).toContain('/appointment-details/B');
});

test('[DASH-17] the dashboard part without appointments says so', async () => {
  await open(respondWith(), '/dashboard', 'appointments');
  expect(await screen.findByText('Chưa có lịch hẹn')).toBeInTheDocument();
});

test("in another person's record the question names that person", async () => {
  await open(respondWith(appointment('A', 'booked', 2)), '/appointment-details/A', 'app', (host) =>
    host.view(FAKE_MOTHER),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Hủy lịch hẹn' }));
  expect(screen.getByRole('alertdialog')).toHaveTextContent('Cho: NGUYỄN THỊ ÁNH');
});

test('an appointment without a place of its own is at the facility of its service', async () => {
  const withoutPlace = {
    ...appointment('A', 'booked', 2),
    participant: appointment('A', 'booked', 2).participant.slice(0, 3),
  };
  const host = await open(
    (request) =>
      request.path === '/HealthcareService/h'
        ? { resourceType: 'HealthcareService', id: 'h', providedBy: { display: 'Bệnh viện Sao Mai' } }
        : respondWith(withoutPlace)(request),
    '/appointment-details/A',
  );
  expect(await screen.findByText('Bệnh viện Sao Mai')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Hủy lịch hẹn' }));
  expect(screen.getByRole('alertdialog')).toHaveTextContent('Bệnh viện Sao Mai');
  expect(host.seen.requests).toContainEqual(expect.objectContaining({ method: 'GET', path: '/HealthcareService/h' }));
});
