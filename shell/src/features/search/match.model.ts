import { normalizeText } from '@phr/fhir/normalize-text';
import { SYNONYMS } from '@phr/fhir/synonyms';

/** A thing that may be found, with its words taken apart once. */
export interface Indexed<T> {
  readonly item: T;
  readonly title: Words;
  readonly others: Words;
}

interface Words {
  /** In lower case, with their accents. */
  readonly exact: readonly string[];
  /** Without case and accents. */
  readonly folded: readonly string[];
  /** The folded words behind one another, a space before and after each: what holds ' a b ' holds the words a and b together. */
  readonly line: string;
}

/** Takes the words of a thing apart for any number of searches. */
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
/** From this length on the beginning of a synonym stands for the whole of it, letters. */
const BEGUN = 4;

/** Other words for a part of what was typed, and the rest of it. */
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
 * What was typed, found in this order: words with the same accents, words that begin so, synonyms, words that hold it. All typed words must be found, in any
 * order. Equal hits keep their order. Nothing for an empty search.
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

/** How well a thing fits, 0 the best; -1 when it does not. */
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
