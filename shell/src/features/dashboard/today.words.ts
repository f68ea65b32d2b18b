import { createCatalog, type Catalog } from '@phr/i18n/catalog';
import type { Locale } from '@phr/contract/locale';
import en from '../../locales/today.en-US.json' with { type: 'json' };
import vi from '../../locales/today.vi-VN.json' with { type: 'json' };

type TodayKey = keyof typeof vi;
export type TodayWords = Catalog<TodayKey>;

const TEXTS: Readonly<Record<Locale, Readonly<Record<TodayKey, string>>>> = { 'vi-VN': vi, 'en-US': en };

/** The words of this screen, which come with it. */
export const todayWords = (locale: Locale): TodayWords => createCatalog<TodayKey>(locale, TEXTS[locale]);
