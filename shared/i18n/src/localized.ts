import { LOCALES, type Locale } from '@phr/contract/locale';

/** One text in every language. */
export type Localized = Readonly<Record<Locale, string>>;

/** One text in every language. A further language is a further parameter here: the compiler names each call that lacks it. */
export const localized = (vi: string, en: string): Localized => ({ 'vi-VN': vi, 'en-US': en });

/** A text that may lack languages (a manifest's) in one of them, or in another where it was written without it; undefined for one that says nothing. */
export function wordsIn(
  text: Readonly<Partial<Record<string, string>>> | undefined,
  locale: Locale,
): string | undefined {
  return text?.[locale] ?? Object.values(text ?? {}).find((words) => words !== undefined);
}

/** Something made for each language, e.g. its reader. */
export function perLocale<T>(make: (locale: Locale) => T): Readonly<Record<Locale, T>> {
  return Object.fromEntries(LOCALES.map((locale) => [locale, make(locale)])) as Record<Locale, T>;
}
