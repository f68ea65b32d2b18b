import type { JudgingRange, ToldVerdict, Verdict, WholeVerdict } from '@phr/clinical/assess/verdict';
import type { VitalKey } from '@phr/clinical/codings';
import { unitOf } from '@phr/clinical/units';
import type { Locale } from '@phr/contract/host-api';
import { format } from '@phr/i18n/format';
import { localized, type Localized } from '@phr/i18n/localized';

// The only renderer of a verdict's range and of a facility's interpretation. Words of levels and sides are those of the
// badge (@phr/ui).

const RANGES = {
  upTo: localized('đến {n}', 'up to {n}'),
  below: localized('dưới {n}', 'below {n}'),
  from: localized('từ {n}', 'from {n}'),
  over: localized('trên {n}', 'over {n}'),
  between: localized('{a}–{b}', '{a}–{b}'),
  fromToBelow: localized('từ {a} đến dưới {b}', '{a} to under {b}'),
} satisfies Readonly<Record<string, Localized>>;

const JUDGES = {
  product: localized('mục tiêu {range}', 'target {range}'),
  goal: localized('bác sĩ đặt: {range}', 'set by your doctor: {range}'),
  configured: localized('khoảng tham chiếu {range}', 'reference range {range}'),
  facility: localized('khoảng của {by} {range}', 'range of {by} {range}'),
  written: localized('khoảng ghi kèm {range}', 'range given {range}'),
  unwritten: localized('theo cơ sở y tế', 'according to the facility'),
} satisfies Readonly<Record<string, Localized>>;

const AT_LEAST = localized('ít nhất {level}', 'at least {level}');
const AT_LEAST_BESIDE = localized('ít nhất', 'at least');

/** Prefix of the badge for a level that may be worse. */
export const atLeastWords = (locale: Locale): string => AT_LEAST_BESIDE[locale];

const SAID: Readonly<Record<Exclude<NonNullable<Verdict['said']>, 'other'>, Localized>> = {
  within: localized('Trong khoảng', 'Within range'),
  high: localized('Cao', 'High'),
  low: localized('Thấp', 'Low'),
  veryHigh: localized('Rất cao', 'Very high'),
  veryLow: localized('Rất thấp', 'Very low'),
  abnormal: localized('Bất thường', 'Abnormal'),
  critical: localized('Rất bất thường', 'Very abnormal'),
};

/** Language context for wording a verdict. */
export interface VerdictLanguage {
  readonly locale: Locale;
  /** Translates level and side keys. */
  readonly t: (key: string) => string;
  /** Formats a number like the value beside it. */
  readonly number: (value: number) => string;
  /** UCUM code of the value's unit; a range in another unit names it. */
  readonly unit?: string | undefined;
}

/**
 * The level in words: "Nguy hiểm · Cao"; for a result judged by its facility, the facility's word: "Cao". Undefined if
 * nobody judges.
 */
export function levelWords(
  { level, side, said, atLeast, isNeutral }: ToldVerdict,
  { locale, t }: Pick<VerdictLanguage, 'locale' | 't'>,
): string | undefined {
  if (level === undefined) return undefined;
  const sides = side === undefined ? [] : [t(`risk.${side}`)];
  const words =
    said !== undefined && said !== 'other'
      ? SAID[said][locale]
      : isNeutral === true
        ? sides.join('')
        : [t(`level.${level}`), ...sides].join(' · ');
  return atLeast === true ? format(AT_LEAST[locale], { level: words }) : words;
}

/** The judging ranges to display; those of both parts if one judge set them. */
export function displayedRanges(verdict: WholeVerdict, vitalKey: VitalKey | undefined): readonly JudgingRange[] {
  const { range, direction } = verdict;
  if (range === undefined) return [];
  const all = Object.values(verdict.parts).flatMap((part) => part.range ?? []);
  const isOfOne = all.length > 0 && all.every(({ whose, by }) => whose === range.whose && by === range.by);
  const ranges = isOfOne ? all : [range];
  // show the lower edge only for a low pressure
  if (vitalKey !== 'bloodPressures' || range.whose !== 'product' || direction === 'low') return ranges;
  return ranges.map(({ low: _low, ...upper }) => upper);
}

/**
 * Ranges of one shape in words: "dưới 120/80", "từ 98", "3,9–10"; with unit beside a value in another one: "70–180
 * mg/dL".
 */
export function rangesInWords(
  ranges: readonly (Pick<JudgingRange, 'low' | 'high'> & { readonly unit?: string })[],
  language: Pick<VerdictLanguage, 'locale' | 'number' | 'unit'>,
): string {
  const [own] = ranges.map(({ unit }) => unit);
  const numbers = edgesInWords(ranges, language);
  return language.unit === undefined || own === undefined || own === language.unit
    ? numbers
    : `${numbers}\u00a0${unitOf(own)?.sign ?? own}`;
}

function edgesInWords(
  ranges: readonly Pick<JudgingRange, 'low' | 'high'>[],
  { locale, number }: Pick<VerdictLanguage, 'locale' | 'number'>,
): string {
  const edges = (side: 'low' | 'high') => ranges.map((range) => range[side]).filter((edge) => edge !== undefined);
  const [low, high] = [edges('low'), edges('high')];
  const numbers = (all: readonly { readonly value: number }[]): string =>
    all.map(({ value }) => number(value)).join('/');
  const isUpTo = high[0]?.included === true;
  if (low.length === 0) return format(RANGES[isUpTo ? 'upTo' : 'below'][locale], { n: numbers(high) });
  if (high.length === 0)
    return format(RANGES[low[0]?.included === true ? 'from' : 'over'][locale], { n: numbers(low) });
  return format(RANGES[isUpTo ? 'between' : 'fromToBelow'][locale], { a: numbers(low), b: numbers(high) });
}

/** The judging range with its source, beside a level: "mục tiêu 3,9–10", "bác sĩ đặt: dưới 130". */
export function judgingWords(
  verdict: WholeVerdict,
  vitalKey: VitalKey | undefined,
  language: Pick<VerdictLanguage, 'locale' | 'number' | 'unit'>,
): string | undefined {
  const { locale } = language;
  const { judge } = verdict.trace;
  if (judge === 'none' || verdict.level === undefined) return undefined;
  const ranges = displayedRanges(verdict, vitalKey);
  if (ranges.length === 0) return judge === 'facility' ? JUDGES.unwritten[locale] : undefined;
  const range = rangesInWords(ranges, language);
  const by = verdict.range?.by;
  if (judge === 'facility')
    return by === undefined
      ? format(JUDGES.written[locale], { range })
      : format(JUDGES.facility[locale], { by, range });
  return format(JUDGES[judge][locale], { range });
}
