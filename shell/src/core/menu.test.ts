import vi from '../locales/vi-VN.json' with { type: 'json' };
import en from '../locales/en-US.json' with { type: 'json' };
import { DEFAULT_FEATURES, DOORS, featureTiles, menuGroups, quickRow } from './menu.model.ts';

const words = (items: readonly { readonly text: string }[]) =>
  items.map(({ text }) => Object.entries(vi).find(([key]) => key === text)?.[1]);
const english = (items: readonly { readonly text: string }[]) =>
  items.map(({ text }) => Object.entries(en).find(([key]) => key === text)?.[1]);
const screens = (items: readonly { readonly screen: string }[]) => items.map(({ screen }) => screen);

test('[MENU-01] the first group has the items of the specification in its order', () => {
  expect(words(menuGroups(true)[0])).toEqual([
    'Hồ sơ cá nhân',
    'Sức khỏe gia đình',
    'Lịch sử điều trị',
    'Tiền sử bệnh',
    'Lịch hẹn',
    'Chỉ số sức khỏe',
    'Tiêm chủng',
    'Đánh giá sức khỏe',
    'Điểm thưởng và phiếu ưu đãi',
  ]);
  expect(english(menuGroups(true)[0])).toEqual([
    'Personal record',
    'Family health',
    'Treatment history',
    'Medical history',
    'Appointments',
    'Health indexes',
    'Immunizations',
    'Health assessments',
    'Points and vouchers',
  ]);
});

test('[MENU-02] the second group has the items of the specification in its order, before "log out"', () => {
  expect(words(menuGroups(true)[1])).toEqual(['Mã QR', 'Quyền riêng tư', 'Cài đặt', 'Thiết bị', 'Trợ giúp']);
  expect(english(menuGroups(true)[1])).toEqual(['QR code', 'Privacy', 'Settings', 'Devices', 'Help']);
  expect(screens(menuGroups(true)[1])[1]).toBe('patient-consents');
});

test('[MENU-03] devices are hidden while another person is viewed, everything else stays', () => {
  expect(screens(menuGroups(false)[1])).toEqual(['patient-qrs', 'patient-consents', 'setting', 'help']);
  expect(menuGroups(false)[0]).toEqual(menuGroups(true)[0]);
});

test('the doors stand in one order in both languages', () => {
  expect(words(DOORS)).toEqual(['Hôm nay', 'Chỉ số', undefined, 'Hồ sơ', 'Gia đình']);
  expect(english(DOORS)).toEqual(['Today', 'Readings', undefined, 'Record', 'Family']);
});

test('[DASH-13] [MENU-04] home, scan, devices (readings for another person) and settings stand below', () => {
  const below = (isOwnRecord: boolean) => [...DOORS, ...quickRow(isOwnRecord)].map(({ screen }) => screen);
  expect(below(true)).toEqual(expect.arrayContaining(['dashboard', 'qr-scanner', 'medical-devices', 'setting']));
  expect(screens(quickRow(true))).toEqual(['qr-scanner', 'medical-devices', 'setting']);
  expect(below(false)).toEqual(expect.arrayContaining(['dashboard', 'qr-scanner', 'health-indexes', 'setting']));
  expect(screens(quickRow(false))).toEqual(['qr-scanner', 'setting']);
});

test('[DASH-15] the feature tiles stand in their default order', () => {
  expect(featureTiles(DEFAULT_FEATURES, true).map(({ text }) => text)).toEqual([
    'tile.FAMILY',
    'tile.CONDITIONS',
    'tile.HEALTH-INDEXES',
    'tile.ENCOUNTERS',
    'tile.APPOINTMENTS',
    'tile.QUESTIONNAIRES',
  ]);
});

test('[MENU-04] hides a chosen devices tile while another person is viewed; unknown names make no tile', () => {
  expect(screens(featureTiles(['DEVICES', 'FAMILY', 'toString', 'OLD'], true))).toEqual(['medical-devices', 'family']);
  expect(screens(featureTiles(['DEVICES', 'FAMILY'], false))).toEqual(['family']);
});
