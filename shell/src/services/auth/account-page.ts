import { languageOf } from '@phr/i18n/locale';
import type { Locale } from '@phr/contract/host-api';
import { page } from '../host/page.ts';

/**
 * URL of an identity service page in the app's language: `ui_locales` as in OpenID Connect, `lang` for the embedded
 * service.
 */
export function accountPage(address: string, locale: Locale): string {
  const url = new URL(address, page.origin);
  url.searchParams.set('ui_locales', locale);
  url.searchParams.set('lang', languageOf(locale));
  return url.href;
}
