import { exactlyIn, glucoseUnitOf, type GlucoseUnit } from '@phr/clinical/glucose';
import { worst, type Level } from '@phr/clinical/levels';
import { roundHalfUp } from '@phr/clinical/numbers';
import type { PartKey } from '@phr/clinical/parts';
import { extremesOf, meanOf } from '@phr/clinical/statistics';
import type { Period } from '@phr/time/period';
import * as plainDate from '@phr/time/plain-date';
import { dayOf, startOfDay } from '@phr/time/zone';
import type { ToldVerdict } from '@phr/clinical/assess/verdict';
import { shownNumber } from '../readings/change.model.ts';
import { numberIn, type Reading } from '../readings/reading.model.ts';

/** One number of a point, in the unit that the person reads. */
export interface PointValue {
  readonly key: PartKey;
  /** Displayed value; the mean for a day. */
  readonly value: number;
  /** Unrounded converted value, used for means. */
  readonly exact?: number;
  /** Lowest and highest of a day with several readings. */
  readonly low?: number;
  readonly high?: number;
  /** Displayed level of this number, the worst for a day; absent if nothing judges it. */
  readonly level?: Level;
}

/** A day's readings known as aggregates only. */
export interface AggregatedReadings {
  readonly count: number;
  /** Number outside target; absent if nothing judges this vital. */
  readonly outside?: number;
  /** The worst of them. */
  readonly verdict?: ToldVerdict;
  /** The instant of a single one. */
  readonly single?: number;
}

/** A reading, or a whole day, in chart and table. */
export interface Point {
  /** The readings themselves, as far as they are on this device. */
  readonly readings: readonly Reading[];
  /** Readings for which the server sent aggregates only. */
  readonly aggregate?: AggregatedReadings;
  readonly at: number;
  readonly values: readonly PointValue[];
}

/** Number of readings behind a point. */
export const countOf = ({ readings, aggregate }: Pick<Point, 'readings' | 'aggregate'>): number =>
  readings.length + (aggregate?.count ?? 0);

/** The reading of a point; undefined for a day. */
export function readingAt({ readings, aggregate }: Pick<Point, 'readings' | 'aggregate'>): Reading | undefined {
  return readings.length === 1 && aggregate === undefined ? readings[0] : undefined;
}

/** Maximum points per line; more would be indistinguishable and slow. */
export const MOST_POINTS = 400;
/** In longer periods a day's readings become one point. */
const MOST_DAYS_OF_SINGLE_READINGS = 14;

/** The readings of a period that can be drawn, oldest first. */
export function pointsOf(readings: readonly Reading[], period: Period, glucoseUnit: GlucoseUnit): readonly Point[] {
  return readings
    .filter(({ counts, instant }) => counts && instant !== undefined && instant >= period.start && instant < period.end)
    .map(
      (reading): Point => ({
        readings: [reading],
        at: reading.instant ?? period.start,
        values: reading.parts.flatMap(({ key, verdict }) => {
          const value = shownNumber(reading, key, glucoseUnit);
          const exact = exactNumber(reading, key, glucoseUnit);
          return value === undefined
            ? []
            : [
                {
                  key,
                  value,
                  ...(exact === undefined || exact === value ? {} : { exact }),
                  ...(verdict?.level === undefined ? {} : { level: verdict.level }),
                },
              ];
        }),
      }),
    )
    .sort((a, b) => a.at - b.at);
}

/** The unrounded number of a part in the display unit. */
function exactNumber(reading: Reading, key: PartKey, glucoseUnit: GlucoseUnit): number | undefined {
  const value = numberIn(reading, key);
  const amount = reading.parts.find((part) => part.key === key)?.amount;
  return value === undefined || amount?.kind !== 'measured' || reading.vitalKey !== 'glucoses'
    ? value
    : exactlyIn(value, glucoseUnitOf(amount.unit.code), glucoseUnit);
}

/** True for a period that is drawn by days. */
export function isByDay({ start, end }: Period): boolean {
  return end - start > (MOST_DAYS_OF_SINGLE_READINGS + 0.5) * 86_400_000;
}

/** Points of a period: single readings up to 14 days, one per day beyond, limited to what a line can show. */
export function drawnPoints(points: readonly Point[], period: Period, zone: string): readonly Point[] {
  return thinned(isByDay(period) ? dayPoints(points, zone) : points);
}

/**
 * One point per local day: mean, minimum, maximum and worst level. A day with one reading is that reading.
 * @param points oldest first
 */
export function dayPoints(points: readonly Point[], zone: string): readonly Point[] {
  const days: [Point, ...Point[]][] = [];
  let today: [Point, ...Point[]] | undefined;
  let [begin, end] = [Infinity, -Infinity];
  for (const point of points) {
    if (today !== undefined && point.at >= begin && point.at < end) today.push(point);
    else {
      today = [point];
      days.push(today);
      // compute the day once per day, not per reading
      const day = dayOf(point.at, zone);
      [begin, end] = [startOfDay(day, zone), startOfDay(plainDate.add(day, { days: 1 }), zone)];
    }
  }
  return days.map((day) => (day.length === 1 ? day[0] : dayPoint(day)));
}

function dayPoint(points: readonly [Point, ...Point[]]): Point {
  const [first] = points;
  // single pass: a sensor's year has a hundred thousand readings
  const values = first.values.map(({ key }): PointValue => {
    const exact: number[] = [];
    let [low, high] = [Infinity, -Infinity];
    let level: Level | undefined;
    for (const point of points)
      for (const one of point.values) {
        if (one.key !== key) continue;
        exact.push(one.exact ?? one.value);
        if (one.value < low) low = one.value;
        if (one.value > high) high = one.value;
        if (one.level !== level) level = worst(level, one.level);
      }
    return { key, value: meanOf(exact) ?? NaN, low, high, ...(level === undefined ? {} : { level }) };
  });
  return {
    readings: points.flatMap(({ readings }) => readings),
    at: (first.at + (points.at(-1)?.at ?? first.at)) / 2,
    values,
  };
}

/**
 * Reduces points to `most` by keeping minimum and maximum of each time slice, so that no peak is lost. First and last
 * stay. Fewer points are returned unchanged.
 */
export function thinned(points: readonly Point[], most = MOST_POINTS): readonly Point[] {
  const [first, last] = [points[0], points.at(-1)];
  if (points.length <= most || first === undefined || last === undefined) return points;
  const stretches = Math.floor((most - 2) / 2);
  const width = (last.at - first.at) / stretches || 1;
  const peaks = new Set<Point>([first, last]);
  const extremes = new Map<number, { low: Point; high: Point }>();
  for (const point of points) {
    const stretch = Math.min(stretches - 1, Math.floor((point.at - first.at) / width));
    const known = extremes.get(stretch);
    if (known === undefined) extremes.set(stretch, { low: point, high: point });
    else {
      if (mainValue(point) < mainValue(known.low)) known.low = point;
      if (mainValue(point) > mainValue(known.high)) known.high = point;
    }
  }
  for (const { low, high } of extremes.values()) peaks.add(low).add(high);
  return points.filter((point) => peaks.has(point));
}

const mainValue = (point: Point): number => point.values[0]?.value ?? 0;

/** Neighbours this close are always connected, as a sensor's readings are (D-37). */
const ALWAYS_JOINED_MS = 30 * 60_000;

/**
 * Splits points into lines at unusually large gaps, where a line would suggest values nobody measured: more than three
 * times the usual distance, or a quarter of the period.
 * @param times instants in milliseconds, ascending
 * @returns indexes of the points of each line; lone points are omitted
 */
export function lineSegments(
  times: readonly number[],
  { start, end }: Pick<Period, 'start' | 'end'>,
): readonly (readonly number[])[] {
  const gaps = times
    .slice(1)
    .map((at, index) => at - (times[index] ?? at))
    .sort((a, b) => a - b);
  const usual = gaps[Math.floor((gaps.length - 1) / 2)] ?? 0;
  const most = Math.max(ALWAYS_JOINED_MS, Math.min(3 * usual, (end - start) / 4));
  const lines: number[][] = [];
  times.forEach((at, index) => {
    const line = lines.at(-1);
    if (line === undefined || at - (times[index - 1] ?? -Infinity) > most) lines.push([index]);
    else line.push(index);
  });
  return lines.filter(({ length }) => length > 1);
}

/** Data of a period's summary sentence. */
export interface Summary {
  readonly count: number;
  /** Lowest, mean and highest of each part, in reading order. */
  readonly parts: readonly {
    readonly key: PartKey;
    readonly lowest: number;
    readonly mean: number;
    readonly highest: number;
  }[];
  /** Readings outside target; absent if nothing judges this vital. */
  readonly outside?: number;
}

/** Statistics of a period; days are weighted by their number of readings. Undefined without points. */
export function summaryOf(points: readonly Point[]): Summary | undefined {
  const first = points[0];
  if (first === undefined) return undefined;
  const count = points.reduce((sum, point) => sum + countOf(point), 0);
  const parts = first.values.map(({ key }) => {
    let [lowest, highest] = [Infinity, -Infinity];
    const means: number[] = [];
    const counts: number[] = [];
    for (const point of points)
      for (const { key: of, value, exact = value, low = value, high = value } of point.values) {
        if (of !== key) continue;
        if (low < lowest) lowest = low;
        if (high > highest) highest = high;
        means.push(exact);
        counts.push(countOf(point));
      }
    return { key, lowest, mean: meanOf(means, counts) ?? NaN, highest };
  });
  let outside: number | undefined;
  for (const { readings, aggregate } of points) {
    if (aggregate?.outside !== undefined) outside = (outside ?? 0) + aggregate.outside;
    for (const { verdict } of readings)
      if (verdict.level !== undefined) outside = (outside ?? 0) + (verdict.level === 'target' ? 0 : 1);
  }
  const isKnown = points.every(({ aggregate }) => aggregate?.verdict === undefined || aggregate.outside !== undefined);
  return { count, parts, ...(outside === undefined || !isKnown ? {} : { outside }) };
}

/** Ends of the value axis: all points, and the target if near, rounded to readable steps. */
export function valueAxis(
  points: readonly Point[],
  near: readonly number[],
): { readonly min: number; readonly max: number; readonly step: number } {
  return axisFor(
    points.flatMap(({ values }) => values.flatMap(({ value, low = value, high = value }) => [low, high])),
    near,
  );
}

/** @param near edges to include if close to the numbers */
export function axisFor(
  numbers: readonly number[],
  near: readonly number[],
): { readonly min: number; readonly max: number; readonly step: number } {
  const extremes = extremesOf(numbers);
  if (extremes === undefined) return { min: 0, max: 1, step: 1 };
  const { lowest: low, highest: high } = extremes;
  const span = Math.max(high - low, high * 0.1);
  const shown = near.filter((edge) => edge >= low - span && edge <= high + span);
  const [bottom, top] = [Math.min(low, ...shown), Math.max(high, ...shown)];
  const step = niceStep((top - bottom || span) / 5);
  // Multiples of a step such as 0.2 carry binary dust.
  const times = (count: number): number => roundHalfUp(count * step, 6);
  return { min: Math.max(0, times(Math.floor(bottom / step - 0.25))), max: times(Math.ceil(top / step + 0.25)), step };
}

function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10;
  return step * power;
}
