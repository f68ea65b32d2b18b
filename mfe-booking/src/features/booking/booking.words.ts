import type { Locale } from '@phr/contract/locale';
import en from '../../locales/booking.en-US.json' with { type: 'json' };
import vi from '../../locales/booking.vi-VN.json' with { type: 'json' };

/** Texts of time selection, separate from the module's texts, which the dashboard slots load. */
export const BOOKING_TEXTS: Readonly<Record<Locale, Readonly<Record<keyof typeof vi, string>>>> = {
  'vi-VN': vi,
  'en-US': en,
};
