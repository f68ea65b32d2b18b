import type { SearchAnswer, SearchEntry } from '@phr/contract/today';
import { type Asked, isText, hasDestination } from './signals.ts';

/** Maximum entries accepted per source. */
const MOST = 10_000;
/** Maximum characters of a title or detail. */
const LONGEST = 200;

/**
 * Filters a source's entries: an outdated or faulty module must not show another person's data or dead links. Non-text
 * keywords are dropped.
 */
export function acceptEntries(answer: SearchAnswer, asked: Asked): SearchAnswer {
  return {
    entries: answer.entries
      .filter((entry) => isSound(entry, asked))
      .slice(0, MOST)
      .map((entry) => ({ ...entry, words: entry.words.filter((word) => typeof word === 'string') })),
    missing: (answer.missing ?? []).filter((kind) => isText(kind, LONGEST)),
  };
}

const isSound = ({ title, detail, words, place }: SearchEntry, asked: Asked): boolean =>
  isText(title, LONGEST) &&
  (detail === undefined || isText(detail, LONGEST)) &&
  Array.isArray(words) &&
  hasDestination(place, asked);
