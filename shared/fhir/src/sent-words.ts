import type { Locale } from '@phr/contract/locale';
import type { CodeableConcept } from './datatypes.ts';

/** Letters that occur only in Vietnamese. */
const VIETNAMESE = /[ăâđêôơưĂÂĐÊÔƠƯ\u1EA0-\u1EF9]/;

/** Whether a text may be in a language, judging by its letters. */
const IS_WRITTEN_IN: Readonly<Record<Locale, (text: string) => boolean>> = {
  'vi-VN': (text) => VIETNAMESE.test(text),
  'en-US': (text) => !VIETNAMESE.test(text),
};

/** A sender's text for a concept. */
export interface SentWords {
  readonly words: string;
  /** False if in the other language, where our own words, if any, are preferable. */
  readonly inLanguage: boolean;
}

/**
 * The texts sent with a concept, preferring the requested language; never a code. Undefined if only codes were sent.
 */
export function sentWords(concept: CodeableConcept | undefined, locale: Locale): SentWords | undefined {
  const codings = concept?.coding ?? [];
  const codes = new Set(codings.map(({ code }) => code));
  const sent = [concept?.text, ...codings.map(({ display }) => display)].filter(
    (text) => text !== undefined && !codes.has(text),
  );
  const fitting = sent.find((text) => text !== undefined && IS_WRITTEN_IN[locale](text));
  const words = fitting ?? sent[0];
  return words === undefined ? undefined : { words: tidy(words), inLanguage: fitting !== undefined };
}

/** Strips SNOMED's semantic tags such as '(procedure)'. */
export function tidy(text: string): string {
  return text
    .replace(
      / \((?:procedure|disorder|finding|situation|substance|qualifier value|regime\/therapy|medicinal product|observable entity|body structure)\)$/,
      '',
    )
    .trim();
}
