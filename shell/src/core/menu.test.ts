import vi from '../locales/vi-VN.json' with { type: 'json' };
import en from '../locales/en-US.json' with { type: 'json' };
import type { Locale } from '@phr/contract/host-api';
import { offerOf, TODAY } from '../testing/offer-of.ts';
import {
  DEFAULT_FEATURES,
  DOORS,
  features,
  featureTiles,
  menuGroups,
  type MenuItem,
  quickLinks,
  quickRow,
} from './menu.model.ts';
import { wordsIn } from '@phr/i18n/localized';

const OFFER = offerOf(TODAY);
type Said = Pick<MenuItem, 'text'>;
const said = (texts: Readonly<Record<string, string>>, locale: Locale) => (items: readonly Said[]) =>
  items.map(({ text }) => (typeof text === 'string' ? texts[text] : wordsIn(text, locale)));
const words = said(vi, 'vi-VN');
const english = said(en, 'en-US');
const screens = (items: readonly { readonly screen: string }[]) => items.map(({ screen }) => screen);

test('[MENU-01] the first group has the items of the specification in its order', () => {
  expect(words(menuGroups(OFFER, true)[0])).toEqual([
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
  expect(english(menuGroups(OFFER, true)[0])).toEqual([
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
  expect(words(menuGroups(OFFER, true)[1])).toEqual(['Mã QR', 'Quyền riêng tư', 'Cài đặt', 'Thiết bị', 'Trợ giúp']);
  expect(english(menuGroups(OFFER, true)[1])).toEqual(['QR code', 'Privacy', 'Settings', 'Devices', 'Help']);
  expect(screens(menuGroups(OFFER, true)[1])[1]).toBe('patient-consents');
});

test('[MENU-03] devices are hidden while another person is viewed, everything else stays', () => {
  expect(screens(menuGroups(OFFER, false)[1])).toEqual(['patient-qrs', 'patient-consents', 'setting', 'help']);
  expect(menuGroups(OFFER, false)[0]).toEqual(menuGroups(OFFER, true)[0]);
});

test('the doors stand in one order in both languages', () => {
  expect(words(DOORS)).toEqual(['Hôm nay', 'Chỉ số', undefined, 'Hồ sơ', 'Gia đình']);
  expect(english(DOORS)).toEqual(['Today', 'Readings', undefined, 'Record', 'Family']);
});

test('[DASH-13] [MENU-04] home, scan, devices (readings for another person) and settings stand below', () => {
  const below = (isOwnRecord: boolean) => [...DOORS, ...quickRow(OFFER, isOwnRecord)].map(({ screen }) => screen);
  expect(below(true)).toEqual(expect.arrayContaining(['dashboard', 'qr-scanner', 'medical-devices', 'setting']));
  expect(screens(quickRow(OFFER, true))).toEqual(['qr-scanner', 'medical-devices', 'setting']);
  expect(below(false)).toEqual(expect.arrayContaining(['dashboard', 'qr-scanner', 'health-indexes', 'setting']));
  expect(screens(quickRow(OFFER, false))).toEqual(['qr-scanner', 'setting']);
});

test('[DASH-15] the feature tiles stand in their default order', () => {
  expect(words(featureTiles(OFFER, DEFAULT_FEATURES, true))).toEqual([
    'Gia đình',
    'Tiền sử bệnh',
    'Chỉ số sức khỏe',
    'Lịch sử điều trị',
    'Lịch hẹn',
    'Phiếu hỏi sức khỏe',
  ]);
});

test('[MENU-04] hides a chosen devices tile while another person is viewed; unknown names make no tile', () => {
  expect(screens(featureTiles(OFFER, ['DEVICES', 'FAMILY', 'toString', 'OLD'], true))).toEqual([
    'medical-devices',
    'family',
  ]);
  expect(screens(featureTiles(OFFER, ['DEVICES', 'FAMILY'], false))).toEqual(['family']);
});

test('[DASH-05] [DASH-15] quick links and what can be a tile stand in the order of before', () => {
  expect(screens(quickLinks(OFFER))).toEqual(['health-create', 'appointment-create', 'patient-qrs', 'qr-scanner']);
  expect([...features(OFFER).keys()].slice(DEFAULT_FEATURES.length)).toEqual([
    'PROFILE',
    'IMMUNIZATIONS',
    'CONSENTS',
    'VOUCHERS',
    'QR',
    'DEVICES',
  ]);
});
