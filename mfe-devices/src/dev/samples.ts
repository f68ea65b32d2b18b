import { searchset } from '@phr/testing/dev-page';
import type { Responder } from '@phr/testing/fake-host';

const system = (kind: string) => `https://phr.example/sid/${kind}`;
const device = (id: string, name: string, codes: readonly string[], more: object = {}) => ({
  resourceType: 'Device', id, status: 'active', deviceName: [{ name, type: 'user-friendly-name' }], type: { coding: codes.map((code) => ({ code })) },
  patient: { reference: 'Patient/patient-main', display: 'TRẦN MINH CHÂU' }, ...more,
});

const DEVICES: object[] = [
  device('hub', 'Hub phòng khách', ['ONE_HUB'], { serialNumber: 'OH-2026-0007', identifier: [{ system: system('mac'), value: '24:6F:28:AA:10:3C' }] }),
  device('meter', 'Máy đo đường huyết của mẹ', ['CARESENS_BGM', 'BMS-G', 'BLE'], { manufacturer: 'i-SENS', serialNumber: 'CS-88120', identifier: [{ system: system('mac'), value: 'C0:26:DF:01:9B:3F' }] }),
  device('other', 'Safari, iPhone', ['AUTH'], { identifier: [{ system: system('device-id'), value: 'ZZ11YY22XX33' }] }),
];

/** Devices of the fake patient; this browser is added when it registers itself. */
export const respond: Responder = ({ method, path, body }) => {
  if (method === 'POST' && path === '/api/phr/device/current/add') {
    const { currentDevice } = body as { currentDevice: { deviceId: string; deviceName: string } };
    const made = device('own', currentDevice.deviceName, ['AUTH'], { identifier: [{ system: system('device-id'), value: currentDevice.deviceId }] });
    DEVICES.push(made);
    return made;
  }
  return path === '/Device' ? searchset(DEVICES) : undefined;
};
