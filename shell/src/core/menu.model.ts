import type { Door } from '@phr/contract/registry';
import type { TextKey } from './texts.tsx';

export type MenuIcon =
  | 'profile'
  | 'family'
  | 'treatment'
  | 'medicalHistory'
  | 'appointment'
  | 'healthIndexes'
  | 'immunization'
  | 'assessment'
  | 'points'
  | 'qr'
  | 'privacy'
  | 'settings'
  | 'devices'
  | 'help'
  | 'home'
  | 'scan'
  | 'add';

export interface MenuItem {
  readonly screen: string;
  readonly text: TextKey;
  readonly icon: MenuIcon;
}

/** One of the doors; the one that adds is no screen. */
export interface DoorItem extends Omit<MenuItem, 'screen'> {
  readonly door: Door;
  readonly screen?: string;
  /** Screens that stand beneath it on wide windows, those that there are. */
  readonly beneath?: readonly string[];
}

/** The five doors, which stand on each screen in this order: what a person comes for. */
export const DOORS: readonly DoorItem[] = [
  { door: 'today', screen: 'dashboard', text: 'door.today', icon: 'home' },
  { door: 'readings', screen: 'health-indexes', text: 'door.readings', icon: 'healthIndexes' },
  { door: 'add', text: 'common.add', icon: 'add' },
  {
    door: 'record',
    screen: 'record',
    text: 'door.record',
    icon: 'profile',
    beneath: ['medicines', 'results', 'timeline'],
  },
  { door: 'family', screen: 'family', text: 'door.family', icon: 'family' },
];

const item = (screen: string, text: TextKey, icon: MenuIcon): MenuItem => ({ screen, text, icon });

/** First group of the menu, in the order of the specification (MENU-01). */
const RECORD: readonly MenuItem[] = [
  item('profile', 'menu.personalRecord', 'profile'),
  item('family', 'menu.familyHealth', 'family'),
  item('encounters', 'menu.treatmentHistory', 'treatment'),
  item('conditions', 'menu.medicalHistory', 'medicalHistory'),
  item('appointments', 'menu.appointments', 'appointment'),
  item('health-indexes', 'menu.healthIndexes', 'healthIndexes'),
  item('immunizations', 'menu.immunizations', 'immunization'),
  item('questionnaires', 'menu.healthAssessments', 'assessment'),
  item('voucher', 'menu.pointsVouchers', 'points'),
];

/** Second group; log out, which is no screen, closes it (MENU-02). */
const ACCOUNT: readonly MenuItem[] = [
  item('patient-qrs', 'menu.qrCode', 'qr'),
  item('patient-consents', 'menu.privacy', 'privacy'),
  item('setting', 'menu.settings', 'settings'),
  item('medical-devices', 'menu.devices', 'devices'),
  item('help', 'menu.help', 'help'),
];

const isShown =
  (isOwnRecord: boolean) =>
  ({ screen }: MenuItem): boolean =>
    isOwnRecord || screen !== 'medical-devices';

/** The two groups of the left menu. Devices belong to the account's owner only (MENU-03). */
export function menuGroups(isOwnRecord: boolean): readonly [readonly MenuItem[], readonly MenuItem[]] {
  return [RECORD.filter(isShown(isOwnRecord)), ACCOUNT.filter(isShown(isOwnRecord))];
}

/** The row above the doors on a phone: scan, devices (for another person health indexes are the door below), settings (DASH-13). */
export function quickRow(isOwnRecord: boolean): readonly MenuItem[] {
  return [
    item('qr-scanner', 'bottom.scanQr', 'scan'),
    item('medical-devices', 'menu.devices', 'devices'),
    item('setting', 'menu.settings', 'settings'),
  ].filter(isShown(isOwnRecord));
}

/** What can be a feature tile of the dashboard, by the name that the device's settings keep; the defaults come first, in their order (DASH-15). */
export const FEATURES: Readonly<Record<string, MenuItem>> = {
  FAMILY: item('family', 'tile.FAMILY', 'family'),
  CONDITIONS: item('conditions', 'tile.CONDITIONS', 'medicalHistory'),
  'HEALTH-INDEXES': item('health-indexes', 'tile.HEALTH-INDEXES', 'healthIndexes'),
  ENCOUNTERS: item('encounters', 'tile.ENCOUNTERS', 'treatment'),
  APPOINTMENTS: item('appointments', 'tile.APPOINTMENTS', 'appointment'),
  QUESTIONNAIRES: item('questionnaires', 'tile.QUESTIONNAIRES', 'assessment'),
  PROFILE: item('profile', 'menu.personalRecord', 'profile'),
  IMMUNIZATIONS: item('immunizations', 'menu.immunizations', 'immunization'),
  CONSENTS: item('patient-consents', 'menu.privacy', 'privacy'),
  VOUCHERS: item('voucher', 'menu.pointsVouchers', 'points'),
  QR: item('patient-qrs', 'menu.qrCode', 'qr'),
  DEVICES: item('medical-devices', 'menu.devices', 'devices'),
};

export const DEFAULT_FEATURES: readonly string[] = [
  'FAMILY',
  'CONDITIONS',
  'HEALTH-INDEXES',
  'ENCOUNTERS',
  'APPOINTMENTS',
  'QUESTIONNAIRES',
];

/** The tiles of these features; those that are not known, and devices while another person is viewed, are left out (MENU-04). */
export function featureTiles(names: readonly string[], isOwnRecord: boolean): readonly MenuItem[] {
  return names
    .map((name) => (Object.hasOwn(FEATURES, name) ? FEATURES[name] : undefined))
    .filter((found) => found !== undefined)
    .filter(isShown(isOwnRecord));
}

/** Quick links of the wide dashboard: what people come to do (DASH-05). */
export const QUICK_LINKS: readonly MenuItem[] = [
  item('health-create', 'screen.health-create', 'healthIndexes'),
  item('appointment-create', 'screen.appointment-create', 'appointment'),
  item('patient-qrs', 'menu.qrCode', 'qr'),
  item('qr-scanner', 'bottom.scanQr', 'scan'),
];
