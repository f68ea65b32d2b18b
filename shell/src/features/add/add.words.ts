import { localized } from '@phr/i18n/localized';

/** Texts of the sheet, which come with it. */
export const WORDS = {
  /** Before the list of persons, as in "Cho: …" of the forms. */
  whom: localized('Cho', 'For'),
  showQr: localized('Đưa mã QR', 'Show my QR code'),
};
