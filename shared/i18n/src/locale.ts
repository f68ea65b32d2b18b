import { LOCALES, type Locale } from '@phr/contract/locale';

/** Each language's own name, so that people recognize theirs. */
export const LOCALE_NAMES: Readonly<Record<Locale, string>> = { 'vi-VN': 'Tiếng Việt', 'en-US': 'English' };

/**
 * The best supported language for the requested ones: BCP 47 tags by preference, lists of them as in `Accept-Language`
 * and `ui_locales` (weights are ignored), or a POSIX locale (`vi_VN.UTF-8`). Tags are shortened until one matches (RFC
 * 4647, section 3.4); Vietnamese if none does.
 */
export function matchLocale(...wanted: readonly (string | undefined)[]): Locale {
  for (const tag of wanted.flatMap((list) => list?.toLowerCase().split(/[\s,;]+/) ?? [])) {
    const parts = tag.split(/[-_.@]/);
    for (let length = parts.length; length > 0; length -= 1) {
      const range = `${parts.slice(0, length).join('-')}-`;
      const found = LOCALES.find((locale) => `${locale.toLowerCase()}-`.startsWith(range));
      if (found !== undefined) return found;
    }
  }
  return LOCALES[0];
}

/** The language subtag (ISO 639), for URLs, forms and documents: 'vi' of 'vi-VN'. */
export function languageOf(locale: Locale): string {
  return locale.replace(/-.*/, '');
}

const FOREIGN_TO_RECORDS: Readonly<Record<Locale, boolean>> = { 'vi-VN': false, 'en-US': true };

/** Whether the records' language differs from this one: names and notes are mostly Vietnamese. */
export function isForeignToRecords(locale: Locale): boolean {
  return FOREIGN_TO_RECORDS[locale];
}
