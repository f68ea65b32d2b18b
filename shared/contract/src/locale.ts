/**
 * The languages of the product, as BCP 47 tags; the first is what a person gets who has not chosen. This is the only list of them:
 * after a tag is added here, the compiler and `tools/locale-gaps.test.ts` name what it lacks.
 */
export const LOCALES = ['vi-VN', 'en-US'] as const;

/** A language of the product. */
export type Locale = (typeof LOCALES)[number];
