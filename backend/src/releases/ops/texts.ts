import type { Locale } from '@phr/contract/locale';
import { type Catalog, createCatalog } from '@phr/i18n/catalog';
import { perLocale } from '@phr/i18n/localized';
import en from './locales/en-US.json' with { type: 'json' };
import vi from './locales/vi-VN.json' with { type: 'json' };

export type TextKey = keyof typeof vi;
export type Texts = Catalog<TextKey>['t'];

const TEXTS: Readonly<Record<Locale, Readonly<Record<TextKey, string>>>> = { 'vi-VN': vi, 'en-US': en };
const CATALOGS = perLocale((locale) => createCatalog(locale, TEXTS[locale]));

/** Texts of the operators' pages in one language. */
export const textsOf = (locale: Locale): Texts => CATALOGS[locale].t;
