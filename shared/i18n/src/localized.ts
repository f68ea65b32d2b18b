import { LOCALES, type Locale } from '@phr/contract/locale';

/** A text in every language. */
export type Localized = Readonly<Record<Locale, string>>;

/**
 * Builds a text in every language. A new language becomes a new parameter, so that the compiler finds each incomplete
 * call.
 */
export const localized = (vi: string, en: string): Localized => ({ 'vi-VN': vi, 'en-US': en });

/** A possibly incomplete text (of a manifest) in one language, or in another as fallback; undefined if it is empty. */
export function wordsIn(
  text: Readonly<Partial<Record<string, string>>> | undefined,
  locale: Locale,
): string | undefined {
  return text?.[locale] ?? Object.values(text ?? {}).find((words) => words !== undefined);
}

/** Something built per language, e.g. a parser. */
export function perLocale<T>(make: (locale: Locale) => T): Readonly<Record<Locale, T>> {
  return Object.fromEntries(LOCALES.map((locale) => [locale, make(locale)])) as Record<Locale, T>;
}
