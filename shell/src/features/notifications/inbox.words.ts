import { createCatalog, type Catalog } from '@phr/i18n/catalog';
import type { Locale } from '@phr/contract/locale';
import en from '../../locales/inbox.en-US.json' with { type: 'json' };
import vi from '../../locales/inbox.vi-VN.json' with { type: 'json' };

export type InboxKey = keyof typeof vi;
export type InboxWords = Catalog<InboxKey>;

const TEXTS: Readonly<Record<Locale, Readonly<Record<InboxKey, string>>>> = { 'vi-VN': vi, 'en-US': en };

/** Texts of the inbox, bundled with it. */
export const inboxWords = (locale: Locale): InboxWords => createCatalog<InboxKey>(locale, TEXTS[locale]);
