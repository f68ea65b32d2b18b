import { normalizeText } from '@phr/fhir/normalize-text';
import { SYNONYMS } from '@phr/fhir/synonyms';

/** A searchable item with its words prepared. */
export interface Indexed<T> {
  readonly item: T;
  readonly title: Words;
  readonly others: Words;
}

interface Words {
  /** In lower case, with accents. */
  readonly exact: readonly string[];
  /** Without case and accents. */
  readonly folded: readonly string[];
  /** Folded words joined by spaces, with one before and after: containing ' a b ' means the phrase a b. */
  readonly line: string;
}

/** Prepares an item for any number of searches. */
export function indexed<T>(item: T, title: string, others: readonly string[]): Indexed<T> {
  return { item, title: wordsOf(title), others: wordsOf(others.join(' ')) };
}

function wordsOf(text: string): Words {
  const folded = split(normalizeText(text));
  return { exact: split(text.normalize('NFC').toLowerCase()), folded, line: lineOf(folded) };
}

const split = (text: string): readonly string[] => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
const lineOf = (words: readonly string[]): string => ` ${words.join(' ')} `;

const GROUPS = SYNONYMS.map((group) => group.map((member) => lineOf(split(normalizeText(member)))));
/** Minimum letters for a prefix to match a synonym. */
const BEGUN = 4;

/** Synonyms for part of the query, and the rest of it. */
interface Replaced {
  readonly lines: readonly string[];
  readonly rest: readonly string[];
}

function replacedIn({ line }: Words): readonly Replaced[] {
  const typed = line.trim();
  return GROUPS.flatMap((group) =>
    group
      .filter((member) => line.includes(member) || (typed.length >= BEGUN && member.trim().startsWith(typed)))
      .map((member) => ({
        lines: group.filter((other) => other !== member),
        rest: line.includes(member) ? split(line.replace(member, ' ')) : [],
      })),
  );
}

/**
 * Ranks matches: equal accents, prefix, synonym, substring. All query words must match, in any order. Equal ranks keep
 * their order. Empty for an empty query.
 */
export function matching<T>(index: readonly Indexed<T>[], typed: string): readonly T[] {
  const query = wordsOf(typed);
  if (query.folded.length === 0) return [];
  const replaced = replacedIn(query);
  return index
    .map((one) => ({ one, rank: rankOf(one, query, replaced) }))
    .filter(({ rank }) => rank >= 0)
    .sort((a, b) => a.rank - b.rank)
    .map(({ one }) => one.item);
}

/** Rank of a match, 0 is best; -1 for no match. */
function rankOf({ title, others }: Indexed<unknown>, query: Words, replaced: readonly Replaced[]): number {
  const inAll = (test: (words: Words) => readonly string[], typed: readonly string[], fits: Fits): boolean =>
    typed.every((word) => [...test(title), ...test(others)].some((content) => fits(content, word)));
  const steps = [
    () => query.exact.every((word) => title.exact.some((content) => content.startsWith(word))),
    () => inAll(({ exact }) => exact, query.exact, begins),
    () => query.folded.every((word) => title.folded.some((content) => content.startsWith(word))),
    () => inAll(({ folded }) => folded, query.folded, begins),
    () =>
      replaced.some(
        ({ lines, rest }) =>
          lines.some((line) => title.line.includes(line) || others.line.includes(line)) &&
          inAll(({ folded }) => folded, rest, begins),
      ),
    () =>
      inAll(
        ({ folded }) => folded,
        query.folded,
        (content, word) => content.includes(word),
      ),
  ];
  return steps.findIndex((step) => step());
}

type Fits = (content: string, word: string) => boolean;
const begins: Fits = (content, word) => content.startsWith(word);
