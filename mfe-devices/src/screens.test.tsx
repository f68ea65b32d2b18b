import { screen, waitFor, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { AppError } from '@phr/contract/app-error';
import type { ServiceRequest } from '@phr/contract/host-api';
import { mountView } from '@phr/module-kit/mount';
import { hrefsOf, searchset } from '@phr/testing/dev-page';
import { createFakeHost, FAKE_MOTHER, type FakeHost } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import manifest from '../module.json' with { type: 'json' };
import module from './module.ts';

const system = (kind: string) => `https://phr.example/sid/${kind}`;
const device = (id: string, name: string, codes: readonly string[], mac?: string, more: object = {}) => ({
  resourceType: 'Device',
  id,
  status: 'active',
  deviceName: [{ name, type: 'user-friendly-name' }],
  type: { coding: codes.map((code) => ({ code })) },
  patient: { display: 'TRẦN MINH CHÂU' },
  ...(mac === undefined ? {} : { identifier: [{ system: system('mac'), value: mac }] }),
  ...more,
});
const MAC = '5C:31:3E:00:00:01';
const HUB = device('hub', 'Bộ thu', ['ONE_HUB'], MAC, {
  property: [
    ['USING_MODE', '2'],
    ['FW_VERSION', '1.4.2'],
    ['REMINDERS', '[{"label":"Sáng","minutesOfDay":390}]'],
  ].map(([code, text]) => ({ type: { coding: [{ code }] }, valueCode: [{ text }] })),
});
const METER = device('meter', 'Máy huyết áp', ['BEURER_BPM', 'BLE'], '5C:31:3E:00:00:02', {
  parent: { reference: 'Device/hub' },
});
const OWN = device('own', 'Chrome', ['AUTH'], undefined, {
  identifier: [{ system: system('device-id'), value: 'A1B2C3D4E5F6' }],
});
const FOUND = { mac: '5C:31:3E:00:00:03', name: 'CareSens N', type: 'CARESENS_BGM' };
const SESSION = { id: 's', mac: MAC, minsTimeout: 5, startedAt: '2026-11-28T01:00:00Z' };

/** A server that stores devices and rejects as given. */
function server(refuse: (request: ServiceRequest) => AppError | undefined = () => undefined) {
  let devices = [HUB, METER, OWN];
  return (request: ServiceRequest): unknown => {
    const { method, path, body } = request;
    const refusal = method === 'GET' ? undefined : refuse(request);
    if (refusal !== undefined) throw refusal;
    if (path === '/Device') return searchset(devices);
    if (path.endsWith('/DeviceUseStatement'))
      return searchset([
        {
          resourceType: 'DeviceUseStatement',
          id: 'u',
          status: 'active',
          timingPeriod: { start: '2026-03-01T01:00:00Z' },
        },
      ]);
    if (path.endsWith('/pairing')) return { state: 'owned' };
    if (path.endsWith('/start-session')) return SESSION;
    if (path.endsWith('/end-session')) return { ended: true };
    if (method === 'DELETE') {
      devices = devices.filter(({ id }) => !path.endsWith(`/${id}`));
      return { id: 'x' };
    }
    const made = { ...HUB, id: (body as { readonly id?: string }).id ?? 'new' };
    if (method === 'POST') devices = [...devices, made];
    return made;
  };
}
async function open(
  path: string,
  respond = server(),
  prepare: (host: FakeHost) => void = () => undefined,
): Promise<FakeHost> {
  const host = createFakeHost({ path, respond, hrefOf: hrefsOf(manifest.routes) });
  prepare(host);
  await openPart(mountView, module, host);
  return host;
}
const writes = (host: FakeHost) =>
  host.seen.requests.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => ({ method, path, body }));
const at = (host: FakeHost) => host.navigation.location.get().pathname;
const online = (host: FakeHost, pairing: 'STANDBY' | 'SCANNING' | 'PAIRING' = 'STANDBY') =>
  host.tell('hub:status', { mac: MAC, pairing, online: true });
const reply = (host: FakeHost, kind: 'passkey' | 'success' | 'failed' | 'stop', value?: string) =>
  host.tell('hub:reply', { mac: MAC, reply: kind, ...(value === undefined ? {} : { value }) });
const button = (name: string | RegExp) => screen.findByRole('button', { name });
/** The hub comes online once the screen listens. */
const comesOnline = (host: FakeHost, name: string) =>
  waitFor(() => {
    online(host);
    expect(screen.getByRole('button', { name })).toBeEnabled();
  });
async function press(name: string | RegExp) {
  await userEvent.click(await button(name));
}

test('[DEV-19] details of a hub: kind, mode, firmware, since when, its meters and reminders', async () => {
  const host = await open('/device-details/hub');
  await proves('ROUTE-75', async () =>
    expect(await screen.findByRole('heading', { level: 1, name: 'Chi tiết thiết bị' })).toBeInTheDocument(),
  );
  const card = await screen.findByRole('region', { name: 'Bộ thu' });
  await proves('CALL-90', async () => {
    await waitFor(() => expect(card).toHaveTextContent(/Dùng từ\s*\d\d:\d\d 01\/03\/2026/));
    expect(host.seen.requests).toContainEqual(
      expect.objectContaining({ service: 'fhir', method: 'GET', path: '/Device/hub/DeviceUseStatement' }),
    );
  });
  await proves('DEV-08', async () => {
    expect(card).toHaveTextContent(/ONE-HUB.*TRẦN MINH CHÂU.*Thành viên.*Máy huyết áp/s);
    // numbers that only a support line asks for
    expect(document.body).not.toHaveTextContent('1.4.2');
    await userEvent.click(screen.getByText('Chi tiết kỹ thuật'));
    expect(document.body).toHaveTextContent(/5C:31:3E:00:00:01.*1\.4\.2/s);
    expect(within(card).getByRole('link', { name: 'Máy huyết áp' })).toHaveAttribute('href', '/device-details/meter');
    expect(screen.getByRole('region', { name: 'Nhắc đo' })).toHaveTextContent('06:30 Sáng');
  });
});

test('[DEV-03] a device that names its person by reference only is shown with their name', async () => {
  await open('/device-details/x', (request) =>
    request.path === '/Device'
      ? searchset([device('x', 'Máy đo', ['MDV'], undefined, { patient: { reference: 'Patient/patient-main' } })])
      : searchset([]),
  );
  expect(await screen.findByRole('region', { name: 'Máy đo' })).toHaveTextContent('TRẦN MINH CHÂU');
});

test('a meter leads to its hub; a device that is not there says so; this browser cannot be removed', async () => {
  await open('/device-details/meter');
  expect(await screen.findByRole('link', { name: 'Bộ thu' })).toHaveAttribute('href', '/device-details/hub');
  await open('/device-details/none');
  expect(await screen.findByText('Không tìm thấy thiết bị này')).toBeInTheDocument();
  await open('/device-details/own');
  await screen.findByRole('region', { name: 'Chrome' });
  expect(screen.queryByRole('button', { name: 'Gỡ thiết bị' })).toBeNull();
});

test.each(['/device-details/hub', '/add-device', '/pair-device', '/health-sign-monitor'])(
  "%s in another person's record says why it shows nothing, and calls nothing",
  async (path) => {
    const host = await open(path, server(), (made) => made.view(FAKE_MOTHER));
    expect(await screen.findByText('Thiết bị chỉ xem được trong hồ sơ của bạn')).toBeInTheDocument();
    expect(host.seen.requests).toEqual([]);
  },
);

test('[ROUTE-77][NAV-30][CALL-27] adding a device names faults, then sends once and opens the list', async () => {
  const host = await open('/add-device');
  await press('Thêm thiết bị');
  expect(await screen.findByRole('heading', { name: 'Có lỗi cần sửa' })).toBeInTheDocument();
  expect(writes(host)).toEqual([]);
  await userEvent.selectOptions(screen.getByLabelText('Loại thiết bị'), 'ONE_HUB');
  await userEvent.type(screen.getByLabelText('Tên thiết bị'), 'Hub mới');
  await userEvent.type(screen.getByLabelText('Địa chỉ MAC'), '5c313e0000ff');
  await press('Thêm thiết bị');
  await waitFor(() => expect(at(host)).toBe('/medical-devices'));
  expect(writes(host)).toEqual([
    {
      method: 'POST',
      path: '/api/phr/device',
      body: { patientId: 'patient-main', type: 'ONE_HUB', name: 'Hub mới', usingMode: 2, mac: '5C:31:3E:00:00:FF' },
    },
  ]);
  await proves('NOTI-16', () =>
    expect(host.seen.notices).toEqual([expect.objectContaining({ type: 'success', title: 'Đã thêm thiết bị' })]),
  );
});

test('[DEV-24] a device that is paired already is refused in words, and what was typed stays', async () => {
  const host = await open(
    '/add-device',
    server(() => new AppError({ code: 'ALREADY_PAIRED', httpStatus: 409 })),
  );
  await userEvent.selectOptions(await screen.findByLabelText('Loại thiết bị'), 'MDV');
  await userEvent.type(screen.getByLabelText('Tên thiết bị'), 'Máy');
  await press('Thêm thiết bị');
  expect(await screen.findByRole('alert')).toHaveTextContent('Thiết bị đã được kết nối. Vui lòng xóa kết nối trước.');
  expect(screen.getByLabelText('Tên thiết bị')).toHaveValue('Máy');
  expect(host.seen.notices).toEqual([
    { type: 'error', title: 'Thiết bị đã được kết nối. Vui lòng xóa kết nối trước.' },
  ]);
});

test('without a network nothing waits on the device, and the screen says so', async () => {
  const host = await open('/add-device');
  await userEvent.selectOptions(await screen.findByLabelText('Loại thiết bị'), 'MDV');
  await userEvent.type(screen.getByLabelText('Tên thiết bị'), 'Máy');
  host.setOffline(true);
  await press('Thêm thiết bị');
  expect(await screen.findByRole('alert')).toHaveTextContent('Việc này cần có mạng');
  expect(host.waiting.get()).toEqual([]);
});

test('[DEV-09][DEV-10][CALL-28] a reminder is added as minutes of the day; a taken time is refused', async () => {
  const host = await open('/device-details/hub');
  await userEvent.type(await screen.findByLabelText('Nội dung nhắc'), 'Tối');
  await userEvent.type(screen.getByLabelText('Thời gian'), '6:30');
  await press('Thêm lần nhắc');
  expect(screen.getByLabelText('Thời gian')).toHaveAccessibleDescription(
    /Trùng lịch nhắc: thời gian này đã được đặt trước đó/,
  );
  await userEvent.clear(screen.getByLabelText('Thời gian'));
  await userEvent.type(screen.getByLabelText('Thời gian'), '19:30');
  await press('Thêm lần nhắc');
  await proves('NOTI-16', () =>
    waitFor(() =>
      expect(host.seen.notices).toEqual([expect.objectContaining({ type: 'success', title: 'Đã cập nhật thiết bị' })]),
    ),
  );
  expect(writes(host)).toEqual([
    {
      method: 'PUT',
      path: '/api/phr/device',
      body: {
        id: 'hub',
        patientId: 'patient-main',
        name: 'Bộ thu',
        type: 'ONE_HUB',
        mac: MAC,
        properties: {
          REMINDERS: [
            { label: 'Sáng', minutesOfDay: 390 },
            { label: 'Tối', minutesOfDay: 1170 },
          ],
        },
      },
    },
  ]);
});

test('[DEV-10] a refused reminder stays typed beside the reason; deleting one asks by its name', async () => {
  let isRefused = true;
  const host = await open(
    '/device-details/hub',
    server(() => (isRefused ? new AppError({ code: 'DUPLICATE_REMINDER', httpStatus: 409 }) : undefined)),
  );
  const card = await screen.findByRole('region', { name: 'Nhắc đo' });
  await userEvent.type(within(card).getByLabelText('Nội dung nhắc'), 'Tối');
  await userEvent.type(within(card).getByLabelText('Thời gian'), '19:30');
  await press('Thêm lần nhắc');
  expect(await within(card).findByRole('alert')).toHaveTextContent(
    'Trùng lịch nhắc: thời gian này đã được đặt trước đó',
  );
  expect(within(card).getByLabelText('Nội dung nhắc')).toHaveValue('Tối');
  expect(within(card).getByLabelText('Thời gian')).toHaveValue('19:30');
  isRefused = false;
  await press('Thêm lần nhắc');
  await waitFor(() => expect(within(card).getByLabelText('Nội dung nhắc')).toHaveValue(''));

  await press('Xóa lần nhắc 06:30');
  const dialog = screen.getByRole('alertdialog', { name: 'Xóa lần nhắc 06:30?' });
  expect(dialog).toHaveTextContent('Sáng');
  expect(writes(host)).toHaveLength(2);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Xóa' }));
  await waitFor(() => expect(writes(host).at(-1)?.body).toMatchObject({ properties: { REMINDERS: [] } }));
});

test('a page that hears nothing says so of itself, and does not send the person to the hub', async () => {
  const host = await open('/device-details/hub');
  const card = await screen.findByRole('region', { name: 'Điều khiển bộ ONE-HUB' });
  expect(card).toHaveTextContent('Hãy cắm điện và để bộ ONE-HUB trong vùng có Wi-Fi');
  host.connection.set({ connected: false });
  await waitFor(() => expect(card).toHaveTextContent('Hãy kiểm tra mạng của bạn'));
  expect(card).not.toHaveTextContent('Hãy cắm điện');
});

test('a device is renamed; its kind and technology stay', async () => {
  const host = await open('/device-details/meter');
  await press('Đổi tên');
  const field = within(screen.getByRole('dialog')).getByLabelText('Tên thiết bị');
  await userEvent.clear(field);
  await press('Lưu');
  expect(field).toHaveAccessibleDescription(/Vui lòng nhập tên thiết bị/);
  await userEvent.type(field, 'Máy của mẹ');
  await press('Lưu');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(writes(host)[0]?.body).toEqual({
    id: 'meter',
    patientId: 'patient-main',
    name: 'Máy của mẹ',
    type: 'BEURER_BPM',
    techType: 'BLE',
    mac: '5C:31:3E:00:00:02',
  });
});

test('[NAV-32][CALL-30] removing a device asks by name, says what goes and stays, and opens the list', async () => {
  const host = await open('/device-details/hub');
  await press('Gỡ thiết bị');
  const dialog = screen.getByRole('alertdialog', { name: 'Gỡ thiết bị: Bộ thu?' });
  expect(dialog).toHaveTextContent(/1 máy đo kết nối qua thiết bị này cũng được gỡ/);
  expect(within(dialog).getByRole('button', { name: 'Hủy' })).toHaveFocus();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Gỡ thiết bị' }));
  await waitFor(() => expect(at(host)).toBe('/medical-devices'));
  expect(writes(host)).toEqual([{ method: 'DELETE', path: '/api/phr/device/hub', body: undefined }]);
  await proves('NOTI-16', () =>
    expect(host.seen.notices).toEqual([expect.objectContaining({ type: 'success', title: 'Đã gỡ thiết bị' })]),
  );
});

const WAITING = { state: 'waiting', endsAt: '2099-01-01T00:00:00Z', presses: 3, triesLeft: 5, isContested: false };
/** A server on which the hub is unproven; `state.proof` is the state of the proof. */
function unproven(state: { proof: object }, codes: string[] = []) {
  const rest = server();
  return (request: ServiceRequest): unknown => {
    if (!request.path.includes('/pairing')) return rest(request);
    if (request.path.endsWith('/code')) {
      const { code } = request.body as { code: string };
      codes.push(code);
      state.proof = code === '482915' ? { state: 'owned' } : { ...WAITING, triesLeft: 4 };
    } else if (request.method === 'POST') state.proof = WAITING;
    return state.proof;
  };
}

test('a hub must be proven by its code before use; a wrong code says what to do', async () => {
  const codes: string[] = [];
  const host = await open('/device-details/hub', unproven({ proof: WAITING }, codes));
  const card = await screen.findByRole('region', { name: 'Xác nhận bộ ONE-HUB là của bạn' });
  expect(card).toHaveTextContent(/nhấn nút trên thiết bị 3 lần/);
  expect(screen.queryByRole('button', { name: 'Khởi động lại' })).toBeNull();
  const field = within(card).getByLabelText('Mã hiện trên thiết bị');
  await userEvent.type(field, '48291');
  await press('Xác nhận');
  expect(field).toHaveAccessibleDescription(/Mã gồm 6 chữ số/);
  await userEvent.type(field, '6');
  await press('Xác nhận');
  await waitFor(() => expect(field).toHaveAccessibleDescription(/Mã chưa đúng.*còn 4 lần/));
  expect(field).toHaveValue('482916');
  await userEvent.clear(field);
  await userEvent.type(field, '482 915');
  await press('Xác nhận');
  expect(await button('Khởi động lại')).toBeInTheDocument();
  expect([codes, host.seen.notices.map(({ title }) => title)]).toEqual([['482916', '482915'], ['Đã kết nối thiết bị']]);
});

test('proving by button needs no typing, can be started again, and says when several people try', async () => {
  const state: { proof: object } = { proof: { ...WAITING, isContested: true, triesLeft: 0 } };
  const host = await open('/pair-device', unproven(state));
  expect(await screen.findByText(/Có người khác cũng đang xác nhận/)).toBeInTheDocument();
  expect(screen.getByText(/nhập sai quá nhiều lần/)).toBeInTheDocument();
  expect(screen.queryByLabelText('Mã hiện trên thiết bị')).toBeNull();
  state.proof = { state: 'none' };
  online(host);
  expect(await screen.findByText(/Đã hết thời gian xác nhận/)).toBeInTheDocument();
  await press('Bắt đầu xác nhận');
  await screen.findByLabelText('Mã hiện trên thiết bị');
  state.proof = { state: 'owned' };
  online(host);
  expect(await button('Tìm thiết bị')).toBeInTheDocument();
});

test('the list leads to the proof of a hub that was added', async () => {
  await open('/medical-devices', unproven({ proof: { state: 'none' } }));
  expect(await screen.findByText('Bộ thu: cần xác nhận là của bạn')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Xác nhận ngay' })).toHaveAttribute('href', '/device-details/hub');
});

test('too many commands, and a hub that is away, are told in words', async () => {
  let code = 'TOO_MANY_REQUESTS';
  const host = await open('/device-details/hub', server(), ({ realtime }) => {
    Object.assign(realtime, { command: () => Promise.reject(new AppError({ code })) });
  });
  await comesOnline(host, 'Khởi động lại');
  await press('Khởi động lại');
  expect(await screen.findByRole('alert')).toHaveTextContent(/Khởi động lại: Thất bại.*quá nhiều lệnh/);
  code = 'UNAVAILABLE';
  await press('Khởi động lại');
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(/chưa kết nối/));
});

test('[HUB-08][HUB-15] a hub gets no command until present; then its answer is shown', async () => {
  const host = await open('/device-details/hub');
  expect(await button('Khởi động lại')).toBeDisabled();
  await comesOnline(host, 'Khởi động lại');
  expect(screen.getByText('Sẵn sàng')).toBeInTheDocument();
  await press('Khởi động lại');
  expect(host.seen.commands).toEqual([{ mac: MAC, command: 'restart' }]);
  expect(await screen.findByText(/đang chờ bộ ONE-HUB trả lời/)).toBeInTheDocument();
  reply(host, 'success');
  expect(await screen.findByText('Khởi động lại: Thành công')).toBeInTheDocument();
  await press('Đọc dữ liệu đường huyết');
  reply(host, 'failed', 'BUSY');
  expect(await screen.findByRole('alert')).toHaveTextContent(/Đọc dữ liệu đường huyết: Thất bại.*Bộ ONE-HUB đang bận/);
  expect(host.seen.commands.at(-1)).toEqual({ mac: MAC, command: 'rda-bg' });
});

test.each([
  ['Đặt lại Wi-Fi', 'rs -wf'],
  ['Xóa mọi kết nối', 'rs -abond'],
  ['Khôi phục cài đặt gốc', 'rs -all'],
])('[HUB-09][HUB-10][HUB-12] %s asks before it is sent', async (name, command) => {
  const host = await open('/device-details/hub');
  await comesOnline(host, name);
  await press(name);
  expect(host.seen.commands).toEqual([]);
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name }));
  expect(host.seen.commands).toEqual([{ mac: MAC, command }]);
});

test("[HUB-11] one pairing is deleted from the meter's own screen", async () => {
  const host = await open('/device-details/meter');
  await screen.findByRole('region', { name: 'Kết nối với bộ ONE-HUB' });
  await comesOnline(host, 'Xóa kết nối thiết bị này');
  await press('Xóa kết nối thiết bị này');
  await userEvent.click(
    within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Xóa kết nối thiết bị này' }),
  );
  expect(host.seen.commands).toEqual([{ mac: MAC, command: 'rs -bond', args: { meterMac: '5C:31:3E:00:00:02' } }]);
});

test('[HUB-13] another using mode goes to the hub first, and into the record when the hub has taken it', async () => {
  const host = await open('/device-details/hub');
  await userEvent.click(await screen.findByRole('radio', { name: /^Riêng tư/ }));
  await comesOnline(host, 'Đổi chế độ sử dụng');
  await press('Đổi chế độ sử dụng');
  expect(host.seen.commands).toEqual([{ mac: MAC, command: 'up -mode', args: { mode: 1 } }]);
  expect(writes(host)).toEqual([]);
  reply(host, 'success');
  await waitFor(() =>
    expect(writes(host)).toEqual([
      expect.objectContaining({ method: 'PUT', body: expect.objectContaining({ usingMode: 1 }) }),
    ]),
  );
});

test('[HUB-14] changing Wi-Fi refuses a short password, and keeps a sent one nowhere', async () => {
  const host = await open('/device-details/hub');
  await comesOnline(host, 'Khởi động lại');
  const section = screen.getByRole('heading', { name: 'Cập nhật Wi-Fi' }).closest('details');
  section?.setAttribute('open', '');
  section?.dispatchEvent(new Event('toggle'));
  await userEvent.type(await screen.findByLabelText('Tên Wi-Fi'), 'Nhà');
  const password = screen.getByLabelText('Mật khẩu Wi-Fi');
  await userEvent.type(password, 'ngan');
  await press('Cập nhật Wi-Fi');
  expect(password).toHaveAccessibleDescription(/ít nhất 8 ký tự/);
  await userEvent.type(password, '-mat-khau');
  await press('Cập nhật Wi-Fi');
  expect(host.seen.commands).toEqual([
    { mac: MAC, command: 'up -wf', args: { ssid: 'Nhà', password: 'ngan-mat-khau' } },
  ]);
  expect(password).toHaveValue('');
  expect(JSON.stringify([...host.keptDrafts])).not.toContain('mat-khau');
});

test('[ROUTE-76][HUB-05][HUB-06] a search sends its command, lists what it finds, and stops at the hub', async () => {
  const host = await open('/pair-device');
  expect(await button('Tìm thiết bị')).toBeDisabled();
  await comesOnline(host, 'Tìm thiết bị');
  await press('Tìm thiết bị');
  expect(host.seen.commands).toEqual([{ mac: MAC, command: 'scan' }]);
  expect(await screen.findByText('Đang tìm thiết bị…')).toHaveAttribute('role', 'status');
  host.tell('hub:found', { mac: MAC, meters: [FOUND] });
  expect(await screen.findByRole('radio', { name: /CareSens N/ })).toBeInTheDocument();
  await press('Dừng tìm');
  expect(host.seen.commands.at(-1)).toEqual({ mac: MAC, command: 'stop-scan' });
  reply(host, 'stop', 'USER');
  expect(await button('Tìm lại')).toBeInTheDocument();
  expect(screen.getByRole('radio', { name: /CareSens N/ })).toBeInTheDocument();
});

/** Opens the pairing screen and searches until the meter is found. */
async function search(respond = server()): Promise<FakeHost> {
  const host = await open('/pair-device', respond);
  await button('Tìm thiết bị');
  await comesOnline(host, 'Tìm thiết bị');
  await press('Tìm thiết bị');
  host.tell('hub:found', {
    mac: MAC,
    meters: [{ mac: '5C:31:3E:00:00:02', name: 'Beurer', type: 'BEURER_BPM' }, FOUND],
  });
  return host;
}
async function pairFound() {
  await userEvent.click(await screen.findByRole('radio', { name: /CareSens N/ }));
  await press('Kết nối');
}

test('[HUB-16, CALL-29] pairing: passkey, success, saved once; then the details of the new device', async () => {
  const host = await search();
  await proves('HUB-07', async () => {
    await pairFound();
    expect(host.seen.commands.at(-1)).toEqual({ mac: MAC, command: 'pair', args: { meterMac: FOUND.mac } });
  });
  reply(host, 'passkey', '482915');
  expect(await screen.findByText('482 915')).toBeInTheDocument();
  await proves('NAV-31', async () => {
    reply(host, 'success', FOUND.mac);
    await waitFor(() => expect(at(host)).toBe('/device-details/new'));
  });
  expect(writes(host)).toEqual([
    {
      method: 'POST',
      path: '/api/phr/device/hub-ble',
      body: {
        patientId: 'patient-main',
        name: 'CareSens N',
        type: 'CARESENS_BGM',
        funcType: 'BMS-G',
        techType: 'BLE',
        mac: FOUND.mac,
        usingMode: 3,
        parent: { id: 'hub', mac: MAC, type: 'ONE_HUB' },
      },
    },
  ]);
  await proves('NOTI-16', () =>
    expect(host.seen.notices).toEqual([expect.objectContaining({ type: 'success', title: 'Đã kết nối thiết bị' })]),
  );
});

test('[DEV-25] a pairing that fails says so with the reason, and the found meters stay', async () => {
  const host = await search();
  await pairFound();
  reply(host, 'failed', 'TIMEOUT');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /Có lỗi trong quá trình kết nối.*Máy đo không trả lời kịp/,
  );
  expect(screen.getByRole('radio', { name: /CareSens N/ })).toBeInTheDocument();
  expect(writes(host)).toEqual([]);
});

test('[DEV-24] refuses a meter already in the record without asking the hub, which refuses its own', async () => {
  const host = await search();
  await userEvent.click(await screen.findByRole('radio', { name: /Beurer/ }));
  await press('Kết nối');
  const refusal = await screen.findByRole('alert');
  expect(refusal).toHaveTextContent('Thiết bị đã được kết nối. Vui lòng xóa kết nối trước.');
  expect(within(refusal).getByRole('link', { name: 'Chi tiết thiết bị' })).toHaveAttribute(
    'href',
    '/device-details/meter',
  );
  expect(host.seen.commands.filter(({ command }) => command === 'pair')).toEqual([]);
  const second = await search();
  await pairFound();
  reply(second, 'failed', 'ALREADY_BONDED');
  expect(await screen.findByRole('alert')).toHaveTextContent('Thiết bị đã được kết nối. Vui lòng xóa kết nối trước.');
  // not in the record, so its pairing is deleted here
  await press('Xóa kết nối thiết bị này');
  await userEvent.click(
    within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Xóa kết nối thiết bị này' }),
  );
  expect(second.seen.commands.at(-1)).toEqual({ mac: MAC, command: 'rs -bond', args: { meterMac: FOUND.mac } });
  reply(second, 'success', FOUND.mac);
  expect(await screen.findByText('Xóa kết nối thiết bị này: Thành công')).toBeInTheDocument();
  await press('Kết nối');
  expect(second.seen.commands.at(-1)).toEqual({ mac: MAC, command: 'pair', args: { meterMac: FOUND.mac } });
});

test('[DEV-23] the hub is lost while pairing: interrupted, tried again, and paired when it is back', async () => {
  const host = await search();
  await pairFound();
  host.tell('hub:status', { mac: MAC, pairing: 'INIT', online: false });
  expect(await screen.findByText('Bị gián đoạn…')).toBeInTheDocument();
  expect(screen.getByText('Đang kết nối lại')).toBeInTheDocument();
  expect(await screen.findByText('Đang thử lại (1/3)…')).toBeInTheDocument();
  online(host);
  await waitFor(() => expect(host.seen.commands.filter(({ command }) => command === 'pair')).toHaveLength(2));
  expect(await screen.findByText('Đang kết nối…')).toBeInTheDocument();
});

test('without a hub the screen says what to do first', async () => {
  await open('/pair-device', (request) => (request.path === '/Device' ? searchset([OWN]) : undefined));
  expect(await screen.findByText('Chưa có bộ ONE-HUB')).toBeInTheDocument();
});

test('[MON-02, CALL-25, CALL-26] a session starts with person, device and socket, and counts readings', async () => {
  const host = await open('/health-sign-monitor?device=meter');
  await proves('ROUTE-78', async () =>
    expect(await screen.findByRole('heading', { level: 1, name: 'Lượt đo' })).toBeInTheDocument(),
  );
  await button('Bắt đầu lượt đo');
  expect(screen.queryByRole('timer')).toBeNull();
  await press('Bắt đầu lượt đo');
  expect(await screen.findByRole('timer')).toHaveTextContent(/^(5:00|4:5\d)$/);
  const measured = { device: { identifier: { value: '5C:31:3E:00:00:02' } } };
  host.tell('vital-sign', { patientId: 'patient-main', observation: measured });
  // another person's, another meter's, and a typed one
  host.tell('vital-sign', { patientId: 'somebody', observation: measured });
  host.tell('vital-sign', {
    patientId: 'patient-main',
    observation: { device: { identifier: { value: '5C:31:3E:00:00:03' } } },
  });
  host.tell('vital-sign', { patientId: 'patient-main', observation: {} });
  expect(await screen.findByText('Số kết quả đã nhận: 1')).toBeInTheDocument();
  await press('Kết thúc lượt đo');
  expect(await screen.findByText('Lượt đo đã kết thúc. Số kết quả đã nhận: 1.')).toBeInTheDocument();
  const body = { patientId: 'patient-main', deviceId: 'meter', socketId: 'socket-1' };
  expect(writes(host)).toEqual([
    { method: 'POST', path: '/api/phr/health-sign-monitor/start-session', body },
    { method: 'POST', path: '/api/phr/health-sign-monitor/end-session', body },
  ]);
});

test('a session that runs elsewhere is named and can be ended; one that the server ends is shown as ended', async () => {
  let isTaken = true;
  const host = await open(
    '/health-sign-monitor?device=meter',
    server(({ path }) =>
      path.endsWith('/start-session') && isTaken
        ? new AppError({ code: 'SESSION_RUNNING', httpStatus: 409 })
        : undefined,
    ),
  );
  await press('Bắt đầu lượt đo');
  expect(await screen.findByRole('alert')).toHaveTextContent('Thiết bị đang trong một lượt đo khác');
  isTaken = false;
  await press('Kết thúc lượt đo');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  await press('Bắt đầu lượt đo');
  await screen.findByRole('timer');
  host.tell('session', { ...SESSION, id: 'another', state: 'ended' });
  expect(screen.getByRole('timer')).toBeInTheDocument();
  host.tell('session', { ...SESSION, state: 'ended' });
  expect(await screen.findByText(/Lượt đo đã kết thúc/)).toBeInTheDocument();
});

test('returning to a running session shows its remaining time; ended or foreign ones are ignored', async () => {
  const started = (minutesAgo: number, mac: string) =>
    ({
      ...SESSION,
      mac,
      startedAt: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
      state: 'started',
    }) as const;
  const host = await open('/health-sign-monitor?device=meter');
  await button('Bắt đầu lượt đo');
  for (const other of [started(6, '5C:31:3E:00:00:02'), started(1, MAC)]) host.tell('session', other);
  expect(screen.queryByRole('timer')).toBeNull();
  host.tell('session', started(2, '5C:31:3E:00:00:02'));
  expect(await screen.findByRole('timer')).toHaveTextContent(/^(3:00|2:5\d)$/);
  expect(screen.getByText('Số kết quả đã nhận từ khi mở màn hình này: 0')).toBeInTheDocument();
  await press('Kết thúc lượt đo');
  expect(await screen.findByText('Lượt đo đã kết thúc.')).toBeInTheDocument();
  expect(writes(host)).toHaveLength(1);
});
