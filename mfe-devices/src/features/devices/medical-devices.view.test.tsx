import { screen, waitFor, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { mountView } from '@phr/module-kit/mount';
import { searchset } from '@phr/testing/dev-page';
import { createFakeHost, FAKE_MOTHER, type FakeHost, type Responder } from '@phr/testing/fake-host';
import { openPart } from '@phr/testing/open-part';
import module from '../../module.ts';

const device = (deviceId: string, name: string, code = 'AUTH') => ({
  resourceType: 'Device',
  id: `id-${deviceId}`,
  status: 'active',
  deviceName: [{ name, type: 'user-friendly-name' }],
  type: { coding: [{ code }] },
  identifier: [{ system: 'https://phr.example/sid/device-id', value: deviceId }],
});

/** A server that stores devices; `refuses` makes it reject further registrations. */
function server(devices: object[], refuses = 0): Responder {
  let left = refuses;
  return ({ method, body }) => {
    if (method === 'GET') return searchset(devices);
    if (left-- > 0) return undefined;
    const { currentDevice } = body as { currentDevice: { deviceId: string; deviceName: string } };
    devices.push(device(currentDevice.deviceId, currentDevice.deviceName));
    return devices.at(-1);
  };
}
async function open(respond: Responder, prepare: (host: FakeHost) => void = () => undefined): Promise<FakeHost> {
  const host = createFakeHost({ path: '/medical-devices', respond });
  prepare(host);
  await openPart(mountView, module, host);
  return host;
}
const posts = (host: FakeHost) => host.seen.requests.filter(({ method }) => method === 'POST');

test('[ROUTE-74][CALL-89] /medical-devices asks for the devices of the main patient', async () => {
  const host = await open(server([device('A1B2C3D4E5F6', 'Máy này')]));
  expect(await screen.findByText('Máy này')).toBeInTheDocument();
  expect(host.seen.requests[0]).toMatchObject({
    service: 'fhir',
    method: 'GET',
    path: '/Device',
    query: { patient: 'patient-main' },
  });
});

test('[DEV-13][DEV-17][CALL-24] a browser that is not in the list registers itself once and is marked', async () => {
  const host = await open(server([device('ZZZZ00001111', 'Safari, iPhone')]));
  const row = await screen.findByText('Trình duyệt này');
  expect(row.closest('li')).toHaveTextContent(/Chrome, Linux.*Trình duyệt đăng nhập.*A1B2C3D4E5F6/s);
  expect(posts(host)).toEqual([
    expect.objectContaining({
      service: 'phr',
      path: '/api/phr/device/current/add',
      body: {
        currentDevice: { deviceId: 'A1B2C3D4E5F6', deviceName: 'Chrome, Linux', deviceCode: 'A1B2C3D4E5F6' },
        patientId: 'patient-main',
      },
    }),
  ]);
});

test('a browser that is in the list registers nothing', async () => {
  const host = await open(server([device('A1B2C3D4E5F6', 'Máy này')]));
  await screen.findByText('Trình duyệt này');
  expect(posts(host)).toEqual([]);
});

test('a failed registration keeps the list, says so, and can be tried again', async () => {
  const host = await open(server([device('ZZZZ00001111', 'Safari, iPhone')], 1));
  expect(await screen.findByText('Chưa đăng ký được trình duyệt này')).toBeInTheDocument();
  expect(screen.getByText('Safari, iPhone')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Thử lại' }));
  expect(await screen.findByText('Trình duyệt này')).toBeInTheDocument();
  expect(screen.queryByText('Chưa đăng ký được trình duyệt này')).toBeNull();
  expect(posts(host)).toHaveLength(2);
});

test('a list that failed registers nothing and says what failed', async () => {
  const host = await open(() => undefined);
  expect(await screen.findByText('Không tải được thiết bị y tế')).toBeInTheDocument();
  expect(posts(host)).toEqual([]);
});

test("in another person's record the screen says why it shows nothing, and calls nothing", async () => {
  const host = await open(server([]), (made) => made.view(FAKE_MOTHER));
  expect(await screen.findByText('Thiết bị chỉ xem được trong hồ sơ của bạn')).toBeInTheDocument();
  await waitFor(() => expect(host.seen.requests).toEqual([]));
});

test('[DEV-07] hubs and Bluetooth meters are marked in words', async () => {
  await open(
    server([
      device('A1B2C3D4E5F6', 'Máy này'),
      device('H', 'Hub', 'ONE_HUB'),
      { ...device('M', 'Máy đo'), type: { coding: [{ code: 'ACCU_CHEK' }, { code: 'BLE' }] } },
    ]),
  );
  const rows = within(await screen.findByRole('list', { name: 'Thiết bị của bạn' }))
    .getAllByRole('listitem')
    .map((row) => row.textContent);
  expect(rows).toEqual([expect.stringContaining('Bộ ONE-HUB'), expect.stringContaining('Accu-Chek · Bluetooth')]);
});

test('[DEV-17] signed-in browsers stand apart from what measures; without a meter it says so', async () => {
  await open(server([device('A1B2C3D4E5F6', 'Máy này'), device('ZZZZ00001111', 'Safari, iPhone')]));
  const browsers = await screen.findByRole('list', { name: 'Trình duyệt đã đăng nhập' });
  expect(within(browsers).getAllByRole('listitem')).toHaveLength(2);
  expect(screen.queryByRole('list', { name: 'Thiết bị của bạn' })).toBeNull();
  expect(screen.getByText('Chưa có thiết bị')).toBeInTheDocument();
});
