import { localized } from '@phr/i18n/localized';

/** Texts of the code over the whole screen, which come with it. */
export const WORDS = {
  large: localized('Xem toàn màn hình', 'Show full screen'),
};
