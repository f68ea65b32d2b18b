import { deviceCode, isDeviceId, readDevice } from './device.entity.ts';
import { DEVICE_TYPES, FUNCTIONAL_TYPES, TECH_TYPES } from './device-types.model.ts';
import vi from '../../locales/vi-VN.json' with { type: 'json' };
import en from '../../locales/en-US.json' with { type: 'json' };

const system = (kind: string) => `https://phr.example/sid/${kind}`;
const METER = {
  resourceType: 'Device',
  id: 'd1',
  status: 'active',
  manufacturer: 'i-SENS',
  patient: { reference: 'Patient/p1', display: 'TRẦN MINH CHÂU' },
  identifier: [
    { system: system('device-id'), value: 'AAAA00001111' },
    { system: system('mac'), value: 'AA:BB:CC:DD:EE:3F' },
    { system: system('android-id'), value: 'and' },
    { system: system('serial-number'), value: 'SN-1' },
    { system: system('use-statement'), value: 'US-7' },
  ],
  deviceName: [
    { name: 'CS-1', type: 'model-name' },
    { name: 'Máy đo của mẹ', type: 'user-friendly-name' },
  ],
  type: { coding: [{ code: 'CARESENS_BGM' }, { code: 'BMS-G' }, { code: 'BLE' }] },
};

test('[DEV-02][DEV-03][DEV-07] a list entry: identifiers by system, friendly name, maker, person, marks', () => {
  expect(readDevice(METER)).toEqual({
    id: 'd1',
    name: 'Máy đo của mẹ',
    type: 'CARESENS_BGM',
    funcType: 'BMS-G',
    deviceId: 'AAAA00001111',
    mac: 'AA:BB:CC:DD:EE:3F',
    androidId: 'and',
    serialNumber: 'SN-1',
    useStatement: 'US-7',
    manufacturer: 'i-SENS',
    patientId: 'p1',
    subject: 'TRẦN MINH CHÂU',
    isOneHub: false,
    isBle: true,
    properties: { reminders: [], screens: {} },
  });
  expect(readDevice({ ...METER, type: { coding: [{ code: 'ONE_HUB' }] } })).toMatchObject({
    isOneHub: true,
    isBle: false,
  });
});

test('[DEV-01] only active devices are listed; a device without status counts as active', () => {
  expect(readDevice({ ...METER, status: 'inactive' })).toBeUndefined();
  expect(readDevice({ resourceType: 'Device', id: 'd2' })).toEqual({
    id: 'd2',
    isOneHub: false,
    isBle: false,
    properties: { reminders: [], screens: {} },
  });
});

test('[DEV-14] the device code is the first 13 characters in capitals, or UNK', () => {
  expect([deviceCode('a1b2c3d4e5f6'), deviceCode('0b6f3a52-1111-4222'), deviceCode(''), deviceCode(undefined)]).toEqual(
    ['A1B2C3D4E5F6', '0B6F3A52-1111', 'UNK', 'UNK'],
  );
});

test('[DEV-15] a device id has 12 characters A-Z and 0-9', () => {
  expect(['A1B2C3D4E5F6', 'a1b2c3d4e5f6', 'A1B2C3D4E5F', 'A1B2C3D4E5F67'].map(isDeviceId)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test('[DEV-20][DEV-21][DEV-22] every type and function has words in both languages', () => {
  expect(DEVICE_TYPES.slice(0, 9)).toEqual([
    'EB_GKUC',
    'ACCU_CHEK',
    'NONIN_3230',
    'MDV',
    'AUTH',
    'CHECKME_PRO',
    'LEPU_PC300',
    'BEURER_BPM',
    'CARESENS_BGM',
  ]);
  expect(FUNCTIONAL_TYPES).toEqual(['BMS-GKUC', 'BMS-G', 'BOM']);
  expect(TECH_TYPES).toEqual(['BLE']);
  for (const texts of [vi, en]) {
    expect(Object.keys(texts)).toEqual(
      expect.arrayContaining([
        ...DEVICE_TYPES.map((type) => `device.type.${type}`),
        ...FUNCTIONAL_TYPES.map((type) => `device.func.${type}`),
      ]),
    );
  }
});
