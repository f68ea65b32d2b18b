import { readDevice } from './device.entity.ts';
import { USING_MODES } from './device-properties.entity.ts';
import vi from '../../locales/vi-VN.json' with { type: 'json' };

const property = (code: string, text: string) => ({ type: { coding: [{ code }] }, valueCode: [{ text }] });
const HUB = {
  resourceType: 'Device',
  id: 'h',
  type: { coding: [{ code: 'BEURER_BPM' }, { code: 'BOM' }, { code: 'BLE' }] },
  parent: { reference: 'Device/p', display: 'Bộ thu' },
  udiCarrier: [{ deviceIdentifier: 'OH-2026' }],
  property: [
    property('NOTY_MODE', '1'),
    property('USING_MODE', '3'),
    property('REMINDERS', '[{"label":"Sáng","minutesOfDay":450},{"label":"?","minutesOfDay":9999},7]'),
    property('FW_VERSION', '1.4.2'),
    property('FW_URL', 'https://x.example/fw'),
    property('FW_MD5', 'abc'),
    property('DASHBOARD_VITALS', '["8867-4"]'),
    property('DASHBOARD_FEATURES', '["FAMILY"]'),
    property('LATEST_INDEXES', '["spo2s"]'),
    property('MONITOR_INDEXES', '["pulse"]'),
    property('GLUCOSE_UNIT', 'mg/dL'),
    property('DASHBOARD_REPORTS', '["a"]'),
    property('LATEST_REPORTS', '["b"]'),
  ],
};

test("[DEV-04] type, function and technology codes, parent, maker's number, properties", () => {
  expect(readDevice(HUB)).toMatchObject({
    type: 'BEURER_BPM',
    funcType: 'BOM',
    isBle: true,
    parentId: 'p',
    parentName: 'Bộ thu',
    udi: 'OH-2026',
  });
});

test('[DEV-05] the six properties of a device; what cannot be read of the reminders is left out', () => {
  expect(readDevice(HUB)?.properties).toMatchObject({
    notyMode: '1',
    usingMode: 3,
    reminders: [{ label: 'Sáng', minutesOfDay: 450 }],
    fwVersion: '1.4.2',
    fwUrl: 'https://x.example/fw',
    fwMd5: 'abc',
  });
  expect(
    readDevice({ ...HUB, property: [property('USING_MODE', '9'), property('REMINDERS', '{')] })?.properties,
  ).toEqual({ reminders: [], screens: {} });
});

test('[DEV-06] settings of screens are kept as JSON texts, as they came', () => {
  expect(readDevice(HUB)?.properties.screens).toEqual({
    DASHBOARD_VITALS: '["8867-4"]',
    DASHBOARD_FEATURES: '["FAMILY"]',
    LATEST_INDEXES: '["spo2s"]',
    MONITOR_INDEXES: '["pulse"]',
    GLUCOSE_UNIT: 'mg/dL',
    DASHBOARD_REPORTS: '["a"]',
    LATEST_REPORTS: '["b"]',
  });
});

test('[DEV-12] using modes are 0 sharing, 1 private, 2 member, 3 by ONE-HUB', () => {
  expect(USING_MODES.map((mode) => [mode, vi[`device.mode.${mode}`]])).toEqual([
    [0, 'Dùng chung'],
    [1, 'Riêng tư'],
    [2, 'Thành viên'],
    [3, 'Theo cài đặt ONE-HUB'],
  ]);
});
