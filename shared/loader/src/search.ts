import type { SearchAnswer, SearchEntry } from '@phr/contract/today';
import { type Asked, isText, leadsSomewhere } from './signals.ts';

/** Entries of one source that are taken. */
const MOST = 10_000;
/** Longest title or detail, characters. */
const LONGEST = 200;

/**
 * The entries of a source that a host may show: a module of another release, or a faulty one, neither tells of another person nor leads nowhere. Words that are
 * no text are left out.
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
  leadsSomewhere(place, asked);
