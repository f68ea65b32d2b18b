import type { Locale } from '@phr/contract/host-api';

/** Web app manifest per language; the page links the one of its language. */
export const MANIFEST_FILES: Readonly<Record<Locale, string>> = {
  'vi-VN': 'manifest.webmanifest',
  'en-US': 'manifest.en.webmanifest',
};
