import { localized } from '@phr/i18n/localized';

/** Texts of the full-screen code, bundled with it. */
export const WORDS = {
  /** For those who opened the scanner looking for their own code. */
  show: localized('Đưa mã QR của tôi', 'Show my own QR code'),
  large: localized('Xem toàn màn hình', 'Show full screen'),
};
