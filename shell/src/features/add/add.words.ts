import { localized } from '@phr/i18n/localized';

/** Texts of the sheet, bundled with it. */
export const WORDS = {
  /** Label of the person list, as "Cho: …" in forms. */
  whom: localized('Cho', 'For'),
  showQr: localized('Đưa mã QR', 'Show my QR code'),
};
