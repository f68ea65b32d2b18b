import type { Locale } from '@phr/contract/locale';

/** A unit in which a laboratory reports a result. */
export interface ResultUnit {
  /** UCUM. */
  readonly code: string;
  /** As laboratories print it, where that differs. */
  readonly printed?: string;
  /** A value in the first unit of its row = value × factor; absent where values are never converted. */
  readonly factor?: number;
}

/** A result that the product has words for. */
export interface ResultRow {
  readonly key: string;
  /** Family of a report: 'blood-count', 'urine' … */
  readonly group: string;
  /** A number, found or not found, a text, a panel, an image or finding, a vital sign. */
  readonly kind: 'qn' | 'ord' | 'nom' | 'panel' | 'doc' | 'vital';
  readonly loinc: readonly string[];
  readonly units: readonly ResultUnit[];
  /** Names as Vietnamese laboratories print them. */
  readonly printed: readonly string[];
  /** False for a result of which a small difference may matter: never called slight. */
  readonly mayBeSlight: boolean;
  /** `private` and `care` are shown in a result's own details only. */
  readonly sensitivity?: 'care' | 'private';
}

/** A result in the words of one language. The texts are shown by the rule of the setting `clinicalTexts` alone. */
export interface ResultWords {
  /** Everyday name; can be the subject of a sentence. */
  readonly name: string;
  /** In English: several of it, so that they "are". */
  readonly plural: boolean;
  /** What is measured. */
  readonly what: string;
  /** Common reasons and the next step for a low (not found) and a high (found) result; empty where there are no words. */
  readonly low: string;
  readonly high: string;
  /** The range that is usual for adults, as text for help; never a verdict. */
  readonly usual: string;
  /** A clinician has signed these texts. */
  readonly signed: boolean;
}

export type WordsByKey = Readonly<Record<string, ResultWords>>;

const LOADERS: Readonly<Record<Locale, () => Promise<{ readonly WORDS: WordsByKey }>>> = {
  'vi-VN': () => import(/* webpackChunkName: "words" */ './words.vi-VN.ts'),
  'en-US': () => import(/* webpackChunkName: "words" */ './words.en-US.ts'),
};

/** The words of a language; loaded with the first result that is explained. */
export async function loadWords(locale: Locale): Promise<WordsByKey> {
  return (await LOADERS[locale]()).WORDS;
}
