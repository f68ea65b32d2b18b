/**
 * The product's languages as BCP 47 tags, the default first. The only such list: after adding a tag, the compiler and
 * `tools/locale-gaps.test.ts` report what is missing.
 */
export const LOCALES = ['vi-VN', 'en-US'] as const;

/** A supported language. */
export type Locale = (typeof LOCALES)[number];
