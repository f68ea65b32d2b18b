import { localized } from '@phr/i18n/localized';

/** Texts of the code over the whole screen, which come with it. */
export const WORDS = {
  /** For whoever looked for her own code at the door of the scanner. */
  show: localized('Đưa mã QR của tôi', 'Show my own QR code'),
  large: localized('Xem toàn màn hình', 'Show full screen'),
};
