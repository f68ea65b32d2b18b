import type { TextKey } from '../app/texts.tsx';

export type MenuIcon = 'profile' | 'family' | 'treatment' | 'medicalHistory' | 'appointment' | 'healthIndexes' | 'immunization' | 'assessment' | 'points'
  | 'qr' | 'privacy' | 'settings' | 'devices' | 'help' | 'home' | 'scan';

export interface MenuItem {
  readonly screen: string;
  readonly text: TextKey;
  readonly icon: MenuIcon;
}

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

const isShown = (isOwnRecord: boolean) => ({ screen }: MenuItem): boolean => isOwnRecord || screen !== 'medical-devices';

/** The two groups of the left menu. Devices belong to the account's owner only (MENU-03). */
export function menuGroups(isOwnRecord: boolean): readonly [readonly MenuItem[], readonly MenuItem[]] {
  return [RECORD.filter(isShown(isOwnRecord)), ACCOUNT.filter(isShown(isOwnRecord))];
}

/** The bottom bar: home, scan, devices (health indexes for another person), settings (DASH-13). */
export function bottomBar(isOwnRecord: boolean): readonly MenuItem[] {
  return [
    item('dashboard', 'bottom.home', 'home'),
    item('qr-scanner', 'bottom.scanQr', 'scan'),
    isOwnRecord ? item('medical-devices', 'bottom.devices', 'devices') : item('health-indexes', 'bottom.healthIndexes', 'healthIndexes'),
    item('setting', 'bottom.settings', 'settings'),
  ];
}

/** Feature tiles of the dashboard, in their default order (DASH-15). */
export const FEATURE_TILES: readonly MenuItem[] = [
  item('family', 'tile.FAMILY', 'family'),
  item('conditions', 'tile.CONDITIONS', 'medicalHistory'),
  item('health-indexes', 'tile.HEALTH-INDEXES', 'healthIndexes'),
  item('encounters', 'tile.ENCOUNTERS', 'treatment'),
  item('appointments', 'tile.APPOINTMENTS', 'appointment'),
  item('questionnaires', 'tile.QUESTIONNAIRES', 'assessment'),
];
