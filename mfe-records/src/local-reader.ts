import type { Locale } from '@phr/contract/host-api';
import { perLocale } from '@phr/i18n/localized';
import { useSettings } from '@phr/module-kit/host';

type Readers<T> = Readonly<Record<Locale, (resource: unknown) => T | undefined>>;

/** One parser per language, referentially stable, as lists require. */
export function readerPerLocale<T>(read: (resource: unknown, locale: Locale) => T | undefined): Readers<T> {
  return perLocale((locale) => (resource) => read(resource, locale));
}

/** The reader of the language on screen. */
export function useReader<T>(readers: Readers<T>): (resource: unknown) => T | undefined {
  return readers[useSettings().locale];
}
