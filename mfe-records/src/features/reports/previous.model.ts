import { dateOrder, formatDate } from '@phr/fhir/dates';
import { formatNumber } from '@phr/fhir/quantities';
import type { Locale } from '@phr/contract/host-api';
import type { Result, ResultDetails, SentNumber } from './result.entity.ts';

/** Non-final results are not previous values. */
const FINAL: readonly (string | undefined)[] = ['final', 'amended', 'corrected'];

/** Conversion factor of a result's number to another unit. */
export type Factor = (result: Result, from: string, to: string) => number | undefined;

/** A former number in the unit of a later one. */
export interface Compared {
  readonly value: number;
  /** As it was sent, or worked out. */
  readonly words: string;
  /** Worked out of another unit. */
  readonly isConverted: boolean;
  /** FHIR date or dateTime. */
  readonly at: string;
}

/** A comparable result: number, LOINC code, time, and no modifier. */
export function comparable(result: Result): { readonly number: SentNumber; readonly at: string } | undefined {
  const { details } = result;
  if (details?.number === undefined || details.at === undefined || details.loinc.length === 0) return undefined;
  if (details.verdict.notJudged === 'modifier' || details.verdict.notJudged === 'void') return undefined;
  return { number: details.number, at: details.at };
}

export function isSameTest(one: ResultDetails | undefined, other: ResultDetails | undefined): boolean {
  return one?.loinc.some((code) => other?.loinc.includes(code)) === true;
}

/** A result's number in a unit, as sent if its own; undefined if not convertible. */
export function inUnit(result: Result, unit: string, factor: Factor, locale: Locale): Compared | undefined {
  const found = comparable(result);
  if (found === undefined) return undefined;
  const { number, at } = found;
  if (number.unit === unit) return { value: number.value, words: number.words, isConverted: false, at };
  const times = factor(result, number.unit, unit);
  // "below 5" stays in its unit
  if (times === undefined || number.comparator !== undefined) return undefined;
  const value = number.value * times;
  return { value, words: formatNumber(value, locale), isConverted: true, at };
}

/**
 * The latest valid earlier value of the same test, in the result's unit; undefined if there is none or it is not
 * convertible.
 */
export function previousOf(
  result: Result,
  earlier: readonly Result[],
  factor: Factor,
  locale: Locale,
): Compared | undefined {
  const { details } = result;
  if (details?.number === undefined || details.at === undefined) return undefined;
  const now = dateOrder(details.at);
  const [latest] = earlier
    .filter((one) => isSameTest(one.details, details) && comparable(one) !== undefined)
    .filter(({ status }) => FINAL.includes(status))
    .filter(({ observationId, details: own }) => observationId !== result.observationId && dateOrder(own?.at) < now)
    .toSorted((a, b) => dateOrder(b.details?.at) - dateOrder(a.details?.at));
  return latest === undefined ? undefined : inUnit(latest, details.number.unit, factor, locale);
}

/** Month and year for a previous value: '04/26'; a year alone stays one. */
export function monthOf(at: string): string {
  const parts = (formatDate(at, { time: false }) ?? '').split('/');
  const [year = '', month] = parts.toReversed();
  return month === undefined ? year : `${month}/${year.slice(-2)}`;
}
