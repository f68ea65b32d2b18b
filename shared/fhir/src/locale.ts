/** Languages of the product. */
export type Locale = 'vi' | 'en';

/** One thing in both languages. */
export interface Localized {
  readonly vi: string;
  readonly en: string;
}

/** 'vi' for vi, vi-VN and everything that is not English. */
export function localeOf(tag: string | undefined): Locale {
  return tag?.toLowerCase().startsWith('en') === true ? 'en' : 'vi';
}
