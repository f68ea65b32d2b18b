import { languageOf } from '@phr/i18n/locale';
import type { Locale } from '@phr/contract/host-api';
import { page } from '../host/page.ts';

/** The address of a page of the identity service that opens in the app's language: `ui_locales` as OpenID Connect names it, `lang` as the embedded service does. */
export function accountPage(address: string, locale: Locale): string {
  const url = new URL(address, page.origin);
  url.searchParams.set('ui_locales', locale);
  url.searchParams.set('lang', languageOf(locale));
  return url.href;
}
