import { LOCALES, type Locale } from '@phr/contract/locale';

/** What each language calls itself, so that a person finds her own in any other. */
export const LOCALE_NAMES: Readonly<Record<Locale, string>> = { 'vi-VN': 'Tiếng Việt', 'en-US': 'English' };

/**
 * The language of the product that fits best what was asked for: BCP 47 tags in order of preference, or lists of them as in
 * `Accept-Language` and `ui_locales` (weights are not read), or the name of a POSIX locale (`vi_VN.UTF-8`). Each tag is shortened part
 * by part until a language of the product begins with it (RFC 4647, section 3.4); Vietnamese when none of them fits.
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

/** The language alone (ISO 639), as addresses, forms and documents name it: 'vi' of 'vi-VN'. */
export function languageOf(locale: Locale): string {
  return locale.replace(/-.*/, '');
}

const FOREIGN_TO_RECORDS: Readonly<Record<Locale, boolean>> = { 'vi-VN': false, 'en-US': true };

/** Whether what records hold is mostly in another language than this one: their names and notes are Vietnamese. */
export function isForeignToRecords(locale: Locale): boolean {
  return FOREIGN_TO_RECORDS[locale];
}
