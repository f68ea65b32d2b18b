import { searchset } from '@phr/testing/dev-page';
import type { Responder } from '@phr/testing/fake-host';

const system = (kind: string) => `https://phr.example/sid/${kind}`;
const property = (code: string, text: string) => ({ type: { coding: [{ code }] }, valueCode: [{ text }] });
const device = (id: string, name: string, codes: readonly string[], more: object = {}) => ({
  resourceType: 'Device',
  id,
  status: 'active',
  deviceName: [{ name, type: 'user-friendly-name' }],
  type: { coding: codes.map((code) => ({ code })) },
  patient: { reference: 'Patient/patient-main', display: 'TRẦN MINH CHÂU' },
  ...more,
});

const DEVICES: { readonly id: string }[] = [
  device('hub', 'Hub phòng khách', ['ONE_HUB'], {
    serialNumber: 'OH-2026-0007',
    identifier: [{ system: system('mac'), value: '24:6F:28:AA:10:3C' }],
    property: [
      property('USING_MODE', '2'),
      property('FW_VERSION', '1.4.2'),
      property('REMINDERS', '[{"label":"Đo huyết áp buổi sáng","minutesOfDay":390}]'),
    ],
  }),
  device('meter', 'Máy đo đường huyết của mẹ', ['CARESENS_BGM', 'BMS-G', 'BLE'], {
    manufacturer: 'i-SENS',
    serialNumber: 'CS-88120',
    identifier: [{ system: system('mac'), value: 'C0:26:DF:01:9B:3F' }],
    parent: { reference: 'Device/hub' },
  }),
  device('other', 'Safari, iPhone', ['AUTH'], { identifier: [{ system: system('device-id'), value: 'ZZ11YY22XX33' }] }),
];

/** Devices of the fake patient; changes last while the page is open. */
export const respond: Responder = ({ method, path, body }) => {
  if (method === 'POST' && path === '/api/phr/device/current/add') {
    const { currentDevice } = body as { currentDevice: { deviceId: string; deviceName: string } };
    const made = device('own', currentDevice.deviceName, ['AUTH'], {
      identifier: [{ system: system('device-id'), value: currentDevice.deviceId }],
    });
    DEVICES.push(made);
    return made;
  }
  if (method === 'POST' && path === '/api/phr/device') {
    const { name, type, mac } = body as { name: string; type: string; mac?: string };
    const made = device(
      `added-${DEVICES.length}`,
      name,
      [type],
      mac === undefined ? {} : { identifier: [{ system: system('mac'), value: mac }] },
    );
    DEVICES.push(made);
    return made;
  }
  if (path.includes('/pairing'))
    return path.includes('/hub/') || path.endsWith('/code')
      ? { state: 'owned' }
      : {
          state: 'waiting',
          endsAt: new Date(Date.now() + 300_000).toISOString(),
          presses: 3,
          triesLeft: 5,
          isContested: false,
        };
  if (method === 'DELETE')
    return DEVICES.splice(
      DEVICES.findIndex(({ id }) => path.endsWith(`/${id}`)),
      1,
    )[0];
  if (path.endsWith('/start-session'))
    return { id: 'session', mac: '24:6F:28:AA:10:3C', minsTimeout: 5, startedAt: new Date().toISOString() };
  if (path.endsWith('/end-session')) return { ended: true };
  if (path.endsWith('/DeviceUseStatement'))
    return searchset([
      {
        resourceType: 'DeviceUseStatement',
        id: 'use',
        status: 'active',
        timingPeriod: { start: '2026-03-01T08:00:00+07:00' },
      },
    ]);
  return path === '/Device' ? searchset(DEVICES) : undefined;
};
