import type { Locale } from '@phr/contract/locale';

/** A unit laboratories use for a result. */
export interface ResultUnit {
  /** UCUM code. */
  readonly code: string;
  /** As printed by laboratories, if different. */
  readonly printed?: string;
  /** Value in the row's first unit = value × factor; absent if never converted. */
  readonly factor?: number;
}

/** A result with plain-language texts. */
export interface ResultRow {
  readonly key: string;
  /** Report family: 'blood-count', 'urine' … */
  readonly group: string;
  /** Quantitative, ordinal (found or not), text, panel, image or finding, vital sign. */
  readonly kind: 'qn' | 'ord' | 'nom' | 'panel' | 'doc' | 'vital';
  readonly loinc: readonly string[];
  readonly units: readonly ResultUnit[];
  /** Names printed by Vietnamese laboratories. */
  readonly printed: readonly string[];
  /** False if even a small deviation may matter: never called slight. */
  readonly mayBeSlight: boolean;
  /** `private` and `care` results are shown only on their own detail page. */
  readonly sensitivity?: 'care' | 'private';
}

/** A result's texts in one language. Display follows the `clinicalTexts` setting. */
export interface ResultWords {
  /** Everyday name, usable as the subject of a sentence. */
  readonly name: string;
  /** Whether the English name takes a plural verb. */
  readonly plural: boolean;
  /** What is measured. */
  readonly what: string;
  /** Common reasons and next step for a low (not found) and a high (found) result; empty if there is no text. */
  readonly low: string;
  readonly high: string;
  /** Usual adult range, as explanatory text; never a verdict. */
  readonly usual: string;
  /** True if a clinician has signed these texts. */
  readonly signed: boolean;
}

export type WordsByKey = Readonly<Record<string, ResultWords>>;

const LOADERS: Readonly<Record<Locale, () => Promise<{ readonly WORDS: WordsByKey }>>> = {
  'vi-VN': () => import(/* webpackChunkName: "words" */ './words.vi-VN.ts'),
  'en-US': () => import(/* webpackChunkName: "words" */ './words.en-US.ts'),
};

/** Texts of a language; loaded with the first explained result. */
export async function loadWords(locale: Locale): Promise<WordsByKey> {
  return (await LOADERS[locale]()).WORDS;
}
