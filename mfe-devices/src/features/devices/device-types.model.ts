/** Codes of devices (D-77). Texts are `device.type.<code>`. */
export const DEVICE_TYPES = [
  'EB_GKUC',
  'ACCU_CHEK',
  'NONIN_3230',
  'MDV',
  'AUTH',
  'CHECKME_PRO',
  'LEPU_PC300',
  'BEURER_BPM',
  'CARESENS_BGM',
  'ONE_HUB',
] as const;
export type DeviceType = (typeof DEVICE_TYPES)[number];

/** What a meter measures. Texts are `device.func.<code>`. */
export const FUNCTIONAL_TYPES = ['BMS-GKUC', 'BMS-G', 'BOM'] as const;
export type FunctionalType = (typeof FUNCTIONAL_TYPES)[number];

/** Communication technologies. */
export const TECH_TYPES = ['BLE'] as const;
