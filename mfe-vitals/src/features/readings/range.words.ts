import type { Band } from '@phr/clinical/assess/chart-scale';
import type { JudgingRange, Verdict, WholeVerdict } from '@phr/clinical/assess/verdict';
import { rangesInWords, displayedRanges } from '@phr/fhir/verdict-words';
import { formatDate, formatNumber } from '@phr/ui/format';
import type { Reading } from './reading.model.ts';
import { edgeIn, judgingPhrase, rangeLanguage, type Language, type Translate } from './reading.words.ts';

// Ranges as complete sentences, for a vital's screens; dashboard tiles show them beside a level.

/** A sentence with its population: "Mục tiêu: dưới 120/80 (người lớn từ 18 tuổi)". */
export function targetPhrase(
  verdict: WholeVerdict,
  vitalKey: Reading['vitalKey'],
  language: Language,
): string | undefined {
  const { t, locale } = language;
  const ranges = displayedRanges(verdict, vitalKey);
  const [first] = ranges;
  if (first === undefined || verdict.level === undefined) return judgingPhrase(verdict, vitalKey, language);
  const range = rangesInWords(ranges, rangeLanguage(vitalKey, language));
  if (first.whose === 'goal' && first.by !== undefined && first.since !== undefined)
    return t('judge.goalOf', { by: first.by, since: formatDate(first.since, locale), range });
  if (first.whose !== 'product') return judgingPhrase(verdict, vitalKey, language);
  return first.forWhom === undefined
    ? t('range.targetPlain', { range })
    : t('range.target', { range, who: t(`who.${first.forWhom}`) });
}

/** The person's own target, which does not judge: "Mục tiêu của bạn: dưới 130". */
export function ownGoalPhrase(
  goals: readonly { readonly range: Pick<JudgingRange, 'low' | 'high'> }[],
  language: Language,
): string | undefined {
  const { t, locale } = language;
  const phrases = goals.map(({ range }) => rangesInWords([range], { locale, number: edgeIn(language) }));
  return phrases.length === 0 ? undefined : t('judge.ownGoal', { range: phrases.join(' / ') });
}

/** On target, but outside the printed reference: "Trên khoảng ghi kèm 3,1–6,2". */
export function writtenPhrase(
  { outsideWritten, range: judging }: Verdict,
  vitalKey: Reading['vitalKey'],
  unit: string,
  language: Language,
): string | undefined {
  if (outsideWritten === undefined) return undefined;
  const { t, locale } = language;
  const { side, low, high } = outsideWritten;
  const own = judging?.unit;
  const isOther = vitalKey === 'glucoses' && own !== undefined && own !== language.glucoseUnit;
  const numbers = [low, high].map((edge) => formatNumber(edge, locale, isOther ? own : unit)).join('–');
  const range = isOther ? `${numbers}\u00a0${own}` : numbers;
  return t(side === 'high' ? 'details.aboveWritten' : 'details.belowWritten', { range });
}

/** A band in words: "dưới 120", "từ 120 đến dưới 130", "trên 10 đến 13,9", "từ 160 trở lên". */
export function bandPhrase(
  { low, lowIncluded, high, highIncluded }: Band,
  number: (value: number) => string,
  t: Translate,
): string {
  if (low === undefined) return t(highIncluded ? 'range.upTo' : 'range.below', { n: number(high ?? 0) });
  if (high === undefined) return t(lowIncluded ? 'range.above' : 'range.over', { n: number(low) });
  const key = lowIncluded
    ? highIncluded
      ? 'range.between'
      : 'range.fromToBelow'
    : highIncluded
      ? 'range.overUpTo'
      : 'range.overToBelow';
  return t(key, { a: number(low), b: number(high) });
}
