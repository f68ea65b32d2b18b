import type { Locale } from '@phr/contract/locale';
import { silenced, wordOf, type Explained, type Explanation } from './explain.ts';
import type { ResultRow, WordsByKey } from './rows.ts';

type Word = NonNullable<Explanation['word']>;

/** A result eligible for a summary. */
interface Judged {
  readonly row: ResultRow;
  readonly word: Word | undefined;
}

/** How many results of a group are listed by name. */
const NAMED = 3;
/** British English has no comma before "and". */
const LISTS: Readonly<Record<Locale, Intl.ListFormat>> = {
  'vi-VN': new Intl.ListFormat('vi-VN', { type: 'conjunction' }),
  'en-US': new Intl.ListFormat('en-GB', { type: 'conjunction' }),
};

/** Sentence templates of one language; `names` are already joined. */
interface Sentences {
  abnormal(names: string, isSeveral: boolean, word: Word): string;
  normal(names: string, isSeveral: boolean): string;
  readonly othersNormal: string;
  allNormal(count: number): string;
  partlyJudged(normal: number, unjudged: number): string;
  unjudged(count: number): string;
  found(name: string): string;
  restNotFound(count: number): string;
  others(count: number): string;
}
const SENTENCES: Readonly<Record<Locale, Sentences>> = {
  'vi-VN': {
    abnormal: (names, _several, { place, isSlight }) =>
      `${names} ${isSlight ? 'hơi ' : ''}${place === 'low' ? 'thấp' : 'cao'}.`,
    normal: (names) => `${names} bình thường.`,
    othersNormal: 'Các kết quả khác bình thường.',
    allNormal: (count) => `Cả ${count} kết quả đều trong khoảng tham chiếu.`,
    partlyJudged: (normal, unjudged) => `${normal} kết quả bình thường, ${unjudged} kết quả chưa đánh giá được.`,
    unjudged: (count) => `${count} kết quả chưa đánh giá được.`,
    found: (name) => `Có ${lowered(name.replace(/^Xét nghiệm /, ''))}.`,
    restNotFound: (count) => `Không thấy gì bất thường trong ${count} mục còn lại.`,
    others: (count) => `${count} kết quả khác`,
  },
  'en-US': {
    abnormal: (names, isSeveral, { place, isSlight }) =>
      `${names} ${isSeveral ? 'are' : 'is'} ${isSlight ? 'slightly ' : ''}${place}.`,
    normal: (names, isSeveral) => `${names} ${isSeveral ? 'are' : 'is'} normal.`,
    othersNormal: 'The other results are normal.',
    allNormal: (count) => `All ${count} results are within the reference range.`,
    partlyJudged: (normal, unjudged) => `${resultsAre(normal)} normal, ${unjudged} could not be judged.`,
    unjudged: (count) => `${count} ${count === 1 ? 'result' : 'results'} could not be judged.`,
    found: (name) => `${name}: found.`,
    restNotFound: (count) => `Nothing unusual in the ${count === 1 ? 'other test' : `other ${count} tests`}.`,
    others: (count) => `${count} other ${count === 1 ? 'result' : 'results'}`,
  },
};
const resultsAre = (count: number): string => (count === 1 ? '1 result is' : `${count} results are`);

/**
 * Summarizes a report in a few sentences: results outside their range in report order, then the rest. Never names
 * causes, diseases or "very". Undefined for fewer than two judged results; sensitive ones are neither named nor
 * counted.
 */
export function summarize(results: readonly Explained[], words: WordsByKey, locale: Locale): string | undefined {
  const counted = results.filter(({ match }) => match?.row.sensitivity === undefined && !isHeading(match?.row));
  const judged = counted.flatMap(judgedOf);
  if (judged.length < 2) return undefined;
  const say = SENTENCES[locale];
  const unjudged = counted.length - judged.length;
  const distinct = withoutRepeats(judged);
  const { outside, found, notFound, normal } = sorted(distinct);
  const sentences = groups(outside).map((group) => {
    const { names, isSeveral } = named(group, words, locale);
    return say.abnormal(names, isSeveral, group[0]?.word ?? { place: 'high', isSlight: false });
  });
  for (const { row } of found) sentences.push(say.found(words[row.key]?.name ?? ''));
  const isAllNormal = sentences.length === 0;
  if (isAllNormal) {
    const count = normal.length + notFound.length;
    sentences.push(unjudged === 0 ? say.allNormal(count) : say.partlyJudged(count, unjudged));
  } else {
    if (notFound.length > 0) sentences.push(say.restNotFound(notFound.length));
    sentences.push(...normalSentences(normal, unjudged, words, locale));
  }
  return sentences.map(upperFirst).join(' ');
}

function normalSentences(
  normal: readonly Judged[],
  unjudged: number,
  words: WordsByKey,
  locale: Locale,
): readonly string[] {
  const say = SENTENCES[locale];
  if (normal.length > NAMED) return [unjudged > 0 ? say.partlyJudged(normal.length, unjudged) : say.othersNormal];
  const { names, isSeveral } = named(normal, words, locale);
  return [
    ...(normal.length > 0 ? [say.normal(names, isSeveral)] : []),
    ...(unjudged > 0 ? [say.unjudged(unjudged)] : []),
  ];
}

/** Panels and images have no result of their own. */
const isHeading = (row: ResultRow | undefined): boolean => row?.kind === 'panel' || row?.kind === 'doc';

function judgedOf({ match, verdict, circumstances }: Explained): readonly Judged[] {
  if (match === undefined || !match.unitFits || silenced(verdict, circumstances) !== undefined) return [];
  const { row } = match;
  if ((row.kind !== 'qn' && row.kind !== 'ord') || verdict.place === 'abnormal' || verdict.place === undefined)
    return [];
  return [{ row, word: wordOf(row, verdict) }];
}

function sorted(judged: readonly Judged[]) {
  const ord = judged.filter(({ row }) => row.kind === 'ord');
  const numbers = judged.filter(({ row }) => row.kind === 'qn');
  return {
    outside: numbers.filter(({ word }) => word !== undefined),
    normal: numbers.filter(({ word }) => word === undefined),
    found: ord.filter(({ word }) => word?.place === 'high'),
    notFound: ord.filter(({ word }) => word?.place !== 'high'),
  };
}

/** Merges double measures of one thing: a percentage beside its count, and the three red cell measures. */
function withoutRepeats(judged: readonly Judged[]): readonly Judged[] {
  const wordOfKey = new Map(judged.map(({ row, word }) => [row.key, keyOf(word)]));
  const isSame = (key: string, other: string): boolean =>
    wordOfKey.has(other) && wordOfKey.get(key) === wordOfKey.get(other);
  const saysRed = wordOfKey.get('rbc') !== '' && isSame('rbc', 'hgb') && isSame('rbc', 'hct');
  return judged.filter(({ row: { key } }) => {
    if (key.endsWith('-pct')) return !isSame(key, key.replace(/-pct$/, '-abs'));
    return !(saysRed && (key === 'hgb' || key === 'hct'));
  });
}

const keyOf = (word: Word | undefined): string => (word === undefined ? '' : `${word.place} ${word.isSlight}`);

/** Groups results by word, in order of first occurrence. */
function groups(outside: readonly Judged[]): readonly (readonly Judged[])[] {
  return [...Map.groupBy(outside, ({ word }) => keyOf(word)).values()];
}

function named(
  group: readonly Judged[],
  words: WordsByKey,
  locale: Locale,
): { readonly names: string; readonly isSeveral: boolean } {
  const names = group.slice(0, NAMED).map(({ row }) => lowered(words[row.key]?.name ?? ''));
  const more = group.length - names.length;
  const isPlural = group.some(({ row }) => words[row.key]?.plural === true);
  return {
    names: LISTS[locale].format(more > 0 ? [...names, SENTENCES[locale].others(more)] : names),
    isSeveral: group.length > 1 || isPlural,
  };
}

/** A name in mid-sentence case; abbreviations stay: TSH, D-dimer, HbA1c. */
function lowered(name: string): string {
  const [first = ''] = name.split(' ');
  const isAbbreviation = /\p{Lu}.*\p{Lu}|\d|^\p{Lu}-/u.test(first);
  return isAbbreviation ? name : name.charAt(0).toLowerCase() + name.slice(1);
}

function upperFirst(sentence: string): string {
  // keep mixed case such as pH
  if (/^\p{Ll}\p{Lu}/u.test(sentence)) return sentence;
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
