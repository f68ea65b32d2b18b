import type { VitalKey } from '@phr/clinical/codings';
import { exactlyIn, glucoseUnitOf, inUnit, type GlucoseUnit } from '@phr/clinical/glucose';
import { meanOf } from '@phr/clinical/statistics';
import { worse } from '@phr/clinical/assess/assess';
import type { WholeVerdict } from '@phr/clinical/assess/verdict';
import { worst } from '@phr/clinical/levels';
import { dayOf } from '@phr/time/zone';
import type { DayAggregate } from '../readings/days.api.ts';
import type { ReadingContext } from '../readings/reading.model.ts';
import { verdictOn } from '../readings/scale.model.ts';
import { countOf, type Point, type PointValue, type AggregatedReadings } from './series.model.ts';

/**
 * Merges the server's day aggregates with readings known to this device only: oldest first, one point a day, in the
 * display unit. Days with two units are combined after conversion.
 * @param here points of single readings
 */
export function aggregatePoints(
  days: readonly DayAggregate[],
  here: readonly Point[],
  vitalKey: VitalKey,
  glucoseUnit: GlucoseUnit,
  context: ReadingContext,
): readonly Point[] {
  const points = new Map<string, Point>();
  const put = (day: string, point: Point) => {
    const known = points.get(day);
    points.set(day, known === undefined ? point : together(known, point));
  };
  for (const told of days) put(told.day, pointOf(told, vitalKey, glucoseUnit, context));
  for (const point of here) put(dayOf(point.at, context.zone), point);
  return [...points.values()].sort((a, b) => a.at - b.at);
}

function pointOf(day: DayAggregate, vitalKey: VitalKey, glucoseUnit: GlucoseUnit, context: ReadingContext): Point {
  const { unit, count, first, last, parts, levels } = day;
  const stored = glucoseUnitOf(unit.code);
  const shown = (value: number): number => (vitalKey === 'glucoses' ? inUnit(value, stored, glucoseUnit) : value);
  // A mean stays unrounded until displayed, as day means make up the period's mean.
  const exactly = (value: number): number => (vitalKey === 'glucoses' ? exactlyIn(value, stored, glucoseUnit) : value);
  // older servers send no verdict: the extremes include the day's worst, since levels never improve away from the
  // target (D-28)
  const [low, high] = (['low', 'high'] as const).map((side) =>
    day.verdict === undefined
      ? verdictOn(
          day.day,
          vitalKey,
          unit.code,
          parts.map((part) => [part.key, part[side]]),
          context,
        )
      : undefined,
  );
  const verdict = day.verdict === undefined ? worse(high, low) : day.verdict;
  const judged = Object.values(levels).reduce((sum, readings) => sum + readings, 0);
  const shownReadings: AggregatedReadings = {
    count,
    // such servers counted by the product's tables, so the number outside a goal is unknown
    ...(judged === 0 || isByGoal(low) || isByGoal(high) ? {} : { outside: judged - (levels.target ?? 0) }),
    ...(verdict?.level === undefined ? {} : { verdict }),
    ...(count === 1 ? { single: first } : {}),
  };
  return {
    readings: [],
    aggregate: shownReadings,
    at: (first + last) / 2,
    values: parts.map(({ key, low: lowest, high: highest, mean, level: told }): PointValue => {
      const level = day.verdict === undefined ? worst(low?.parts[key]?.level, high?.parts[key]?.level) : told;
      return {
        key,
        value: count === 1 ? shown(mean) : exactly(mean),
        ...(count === 1 ? { exact: exactly(mean) } : { low: shown(lowest), high: shown(highest) }),
        ...(level === undefined ? {} : { level }),
      };
    }),
  };
}

const isByGoal = (verdict: WholeVerdict | undefined): boolean =>
  verdict !== undefined && Object.values(verdict.parts).some(({ trace }) => trace.judge === 'goal');

/** Two points of one day as one. */
function together(a: Point, b: Point): Point {
  const [first, second] = [countOf(a), countOf(b)];
  const values = a.values.map((value): PointValue => {
    const other = b.values.find(({ key }) => key === value.key);
    if (other === undefined) return value;
    const level = worst(value.level, other.level);
    return {
      key: value.key,
      value: meanOf([value.exact ?? value.value, other.exact ?? other.value], [first, second]) ?? NaN,
      low: Math.min(value.low ?? value.value, other.low ?? other.value),
      high: Math.max(value.high ?? value.value, other.high ?? other.value),
      ...(level === undefined ? {} : { level }),
    };
  });
  return {
    readings: [...a.readings, ...b.readings],
    at: (a.at + b.at) / 2,
    values,
    ...mergedAggregates(a.aggregate, b.aggregate),
  };
}

function mergedAggregates(
  a: AggregatedReadings | undefined,
  b: AggregatedReadings | undefined,
): Pick<Point, 'aggregate'> {
  if (a === undefined || b === undefined) {
    const aggregate = a ?? b;
    return aggregate === undefined ? {} : { aggregate };
  }
  const verdict = worse(a.verdict, b.verdict);
  const outside = a.outside === undefined && b.outside === undefined ? undefined : (a.outside ?? 0) + (b.outside ?? 0);
  return {
    aggregate: {
      count: a.count + b.count,
      ...(outside === undefined ? {} : { outside }),
      ...(verdict === undefined ? {} : { verdict }),
    },
  };
}
