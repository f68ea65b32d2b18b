import type { Locale } from '@phr/contract/locale';
import { type Catalog, createCatalog } from '@phr/i18n/catalog';
import en from '../../locales/push.en-US.json' with { type: 'json' };
import vi from '../../locales/push.vi-VN.json' with { type: 'json' };

type PushKey = keyof typeof vi;
export type PushWords = Catalog<PushKey>;

const TEXTS: Readonly<Record<Locale, Readonly<Record<PushKey, string>>>> = { 'vi-VN': vi, 'en-US': en };

/** Texts of push notifications, bundled with the settings. */
export const pushWords = (locale: Locale): PushWords => createCatalog<PushKey>(locale, TEXTS[locale]);
