import type { VitalKey } from './codings.ts';
import { worst as worstLevel, type Level } from './levels.ts';
import { worse } from './assess/assess.ts';
import type { Measured, ToldVerdict, Verdict, WholeVerdict } from './assess/verdict.ts';
import { numberOf, partsOf, type NumberInUnit, type PartKey, type WrittenNumber } from './parts.ts';
import { isEntered } from './entered.ts';

/** Readings of one day with identical content. */
export interface EqualReadings {
  /** Numbers in the order of `partsOf`; undefined if missing or not a plain number ("below 3"). */
  readonly numbers: readonly (WrittenNumber | undefined)[];
  readonly count: number;
  /** Instants of the first and last of them, in milliseconds. */
  readonly first: number;
  readonly last: number;
}

/** One number over a day's readings, in their stored unit. */
export interface DayPart {
  readonly key: PartKey;
  readonly low: number;
  readonly high: number;
  /** Arithmetic mean, not rounded. */
  readonly mean: number;
  /** Median; the mean of the middle two for an even count. */
  readonly median: number;
  /** Worst level of the day; absent if nothing judges this number. */
  readonly level?: Level;
}

/** Aggregate of one day's readings in one unit; units are never mixed. */
export interface DayValues {
  /** UCUM code. */
  readonly unit: string;
  readonly count: number;
  readonly first: number;
  readonly last: number;
  readonly parts: readonly DayPart[];
  /** Number of readings per level; empty if nothing judges this vital. */
  readonly levels: Readonly<Partial<Record<Level, number>>>;
  /** Verdict of the worst reading; absent if nothing judges this vital. */
  readonly verdict?: ToldVerdict;
}

/** Judges the numbers of identical readings. */
export type DayJudge<Group extends EqualReadings = EqualReadings> = (
  measured: readonly Measured[],
  group: Group,
) => WholeVerdict;

interface Kept<Group> {
  readonly group: Group;
  readonly numbers: readonly NumberInUnit[];
}

/**
 * Daily aggregates, one per unit. As in charts, readings without a number in a unit of this vital are ignored.
 * @param judge returns the verdict for the numbers of one reading of that day, in a unit
 */
export function dayValues<Group extends EqualReadings>(
  vitalKey: VitalKey,
  groups: readonly Group[],
  judge: DayJudge<Group>,
): readonly DayValues[] {
  const units = new Map<string, [Kept<Group>, ...Kept<Group>[]]>();
  for (const group of groups) {
    const numbers = group.numbers
      .map((number) => (number === undefined ? undefined : numberOf(vitalKey, number)))
      .filter((number) => number !== undefined && isEntered(number.value));
    const unit = numbers[0]?.unit.code;
    if (unit === undefined || numbers.length < partsOf(vitalKey).length) continue;
    const summary: Kept<Group> = { group, numbers: numbers.filter((number) => number !== undefined) };
    const known = units.get(unit);
    if (known === undefined) units.set(unit, [summary]);
    else known.push(summary);
  }
  return [...units].map(([unit, kept]) => inOneUnit(vitalKey, unit, kept, judge));
}

function inOneUnit<Group extends EqualReadings>(
  vitalKey: VitalKey,
  unit: string,
  kept: readonly Kept<Group>[],
  judge: DayJudge<Group>,
): DayValues {
  const keys = partsOf(vitalKey).map(({ key }) => key);
  const levels: Partial<Record<Level, number>> = {};
  const partLevels: Partial<Record<PartKey, Level>> = {};
  let [count, first, last] = [0, Infinity, -Infinity];
  let worst: WholeVerdict | undefined;
  for (const { group, numbers } of kept) {
    count += group.count;
    first = Math.min(first, group.first);
    last = Math.max(last, group.last);
    const measured = keys.flatMap((part, index) => {
      const value = numbers[index]?.value;
      return value === undefined ? [] : [{ part, value, unit }];
    });
    const verdict = judge(measured, group);
    const { parts, level: whole } = verdict;
    if (whole !== undefined) levels[whole] = (levels[whole] ?? 0) + group.count;
    worst = worse(worst, verdict);
    for (const key of keys) {
      const level = worstLevel(partLevels[key], parts[key]?.level);
      if (level !== undefined) partLevels[key] = level;
    }
  }
  const parts = keys.map((key, index): DayPart => {
    const sorted = kept
      .map(({ group, numbers }) => ({ value: numbers[index]?.value ?? NaN, count: group.count }))
      .sort((a, b) => a.value - b.value);
    const level = partLevels[key];
    return {
      key,
      low: sorted[0]?.value ?? NaN,
      high: sorted.at(-1)?.value ?? NaN,
      mean: sorted.reduce((sum, one) => sum + one.value * one.count, 0) / count,
      median: medianOf(sorted, count),
      ...(level === undefined ? {} : { level }),
    };
  });
  return {
    unit,
    count,
    first,
    last,
    parts,
    levels,
    ...(worst?.level === undefined ? {} : { verdict: wordsOf(worst) }),
  };
}

function wordsOf({ level, direction, side, isNeutral, said, atLeast }: Verdict): ToldVerdict {
  return {
    ...(level === undefined ? {} : { level }),
    ...(direction === undefined ? {} : { direction }),
    ...(side === undefined ? {} : { side }),
    ...(isNeutral === undefined ? {} : { isNeutral }),
    ...(said === undefined ? {} : { said }),
    ...(atLeast === undefined ? {} : { atLeast }),
  };
}

/** @param sorted ascending; each value with its count */
function medianOf(sorted: readonly { readonly value: number; readonly count: number }[], count: number): number {
  const at = (place: number): number => {
    let passed = 0;
    for (const one of sorted) {
      passed += one.count;
      if (place < passed) return one.value;
    }
    return NaN;
  };
  return (at(Math.floor((count - 1) / 2)) + at(Math.floor(count / 2))) / 2;
}
