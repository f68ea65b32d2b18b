import type { GlucoseUnit } from '@phr/clinical/glucose';
import type { Level } from '@phr/clinical/levels';
import { roundHalfUp } from '@phr/clinical/numbers';
import type { Period } from '@phr/clinical/periods';
import { shownNumber } from '../readings/judgement.model.ts';
import type { PartKey, Reading } from '../readings/reading.model.ts';

/** One number of a point, in the unit that the person reads. */
export interface PointValue {
  readonly key: PartKey;
  readonly value: number;
  /** Shown level of this number; absent when nothing judges it. */
  readonly level?: Level;
}

/** One reading as the chart and its table show it. */
export interface Point {
  readonly reading: Reading;
  readonly at: number;
  readonly values: readonly PointValue[];
}

/** Most points that one line draws; more cannot be told apart and only cost time. */
export const MOST_POINTS = 400;

/** The readings of a period that can be drawn, oldest first. */
export function pointsOf(readings: readonly Reading[], period: Period, glucoseUnit: GlucoseUnit): readonly Point[] {
  return readings
    .filter(({ counts, instant }) => counts && instant !== undefined && instant >= period.start && instant < period.end)
    .map((reading): Point => ({
      reading,
      at: reading.instant ?? period.start,
      values: reading.parts.flatMap(({ key, assessment }) => {
        const value = shownNumber(reading, key, glucoseUnit);
        return value === undefined ? [] : [{ key, value, ...(assessment?.shownAs === undefined ? {} : { level: assessment.shownAs }) }];
      }),
    }))
    .sort((a, b) => a.at - b.at);
}

/**
 * At most `most` of the points: the lowest and the highest of each stretch of time, so that no peak is lost. First and last stay.
 * Fewer points come back as they are.
 */
export function thinned(points: readonly Point[], most = MOST_POINTS): readonly Point[] {
  const [first, last] = [points[0], points.at(-1)];
  if (points.length <= most || first === undefined || last === undefined) return points;
  const stretches = Math.floor((most - 2) / 2);
  const width = (last.at - first.at) / stretches || 1;
  const kept = new Set<Point>([first, last]);
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
  for (const { low, high } of extremes.values()) kept.add(low).add(high);
  return points.filter((point) => kept.has(point));
}

const mainValue = (point: Point): number => point.values[0]?.value ?? 0;

/** What one sentence says about a period. */
export interface Summary {
  readonly count: number;
  /** Lowest and highest of each part, in reading order. */
  readonly parts: readonly { readonly key: PartKey; readonly lowest: number; readonly highest: number }[];
  /** Readings outside target; absent when nothing judges this vital. */
  readonly outside?: number;
}

/** Undefined without points. */
export function summaryOf(points: readonly Point[]): Summary | undefined {
  const first = points[0];
  if (first === undefined) return undefined;
  const parts = first.values.map(({ key }) => {
    const numbers = points.flatMap(({ values }) => values.filter((value) => value.key === key).map(({ value }) => value));
    return { key, lowest: Math.min(...numbers), highest: Math.max(...numbers) };
  });
  const judged = points.filter(({ reading }) => reading.assessment?.shownAs !== undefined);
  return { count: points.length, parts, ...(judged.length === 0 ? {} : { outside: judged.filter(({ reading }) => reading.assessment?.shownAs !== 'target').length }) };
}

/** Ends of the value axis: all points, with the target in sight when it is near, rounded to a step that reads well. */
export function valueAxis(points: readonly Point[], near: readonly number[]): { readonly min: number; readonly max: number; readonly step: number } {
  const numbers = points.flatMap(({ values }) => values.map(({ value }) => value));
  if (numbers.length === 0) return { min: 0, max: 1, step: 1 };
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
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
