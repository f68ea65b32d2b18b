import type { Locale } from '@phr/contract/locale';
import type { CodeableConcept } from './datatypes.ts';

/** Letters that only Vietnamese text has. */
const VIETNAMESE = /[ăâđêôơưĂÂĐÊÔƠƯ\u1EA0-\u1EF9]/;

/** Whether a text may be of a language, by its letters. */
const IS_WRITTEN_IN: Readonly<Record<Locale, (text: string) => boolean>> = {
  'vi-VN': (text) => VIETNAMESE.test(text),
  'en-US': (text) => !VIETNAMESE.test(text),
};

/** What a sender calls a concept. */
export interface SentWords {
  readonly words: string;
  /** False when they are in the other language: words of our own, if there are any, say more. */
  readonly inLanguage: boolean;
}

/** The words that came with a concept, those of the language first; never a code. Undefined when only codes were sent. */
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

/** SNOMED's semantic tags, '(procedure)', are for terminologists. */
export function tidy(text: string): string {
  return text
    .replace(
      / \((?:procedure|disorder|finding|situation|substance|qualifier value|regime\/therapy|medicinal product|observable entity|body structure)\)$/,
      '',
    )
    .trim();
}
