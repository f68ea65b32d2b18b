import { localeOf, type Locale } from '@phr/fhir/locale';
import { useSettings } from '@phr/module-kit/host';

type LocalReader<T> = (resource: unknown, locale: Locale) => T | undefined;
type Readers<T> = Readonly<Record<Locale, (resource: unknown) => T | undefined>>;

/** One reader for each language, always the same functions, as lists ask of their reader. */
export function perLocale<T>(read: LocalReader<T>): Readers<T> {
  return { vi: (resource) => read(resource, 'vi'), en: (resource) => read(resource, 'en') };
}

/** The reader of the language on screen. */
export function useReader<T>(readers: Readers<T>): (resource: unknown) => T | undefined {
  return readers[localeOf(useSettings().locale)];
}
