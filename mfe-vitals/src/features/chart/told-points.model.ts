import type { StoreKey } from '@phr/clinical/codings';
import { exactlyIn, inUnit, type GlucoseUnit } from '@phr/clinical/glucose';
import { assessParts, type PartKey } from '@phr/clinical/parts';
import type { Level } from '@phr/clinical/levels';
import { meanOf } from '@phr/clinical/statistics';
import { worst } from '@phr/clinical/levels';
import { ageInYears } from '@phr/time/age';
import { dayOf } from '@phr/time/zone';
import type { ToldDay } from '../readings/days.api.ts';
import { extremeJudgement, worse } from '../readings/judgement.model.ts';
import type { ReadingContext } from '../readings/reading.model.ts';
import { countOf, type Point, type PointValue, type ToldReadings } from './series.model.ts';

/**
 * The days that the server told and the readings that only this device knows, as the chart draws them: oldest first, one point a day, in the unit that
 * the person reads. Days in two units are told as one, each number converted.
 * @param here points of single readings
 */
export function toldPoints(
  days: readonly ToldDay[],
  here: readonly Point[],
  storeKey: StoreKey,
  glucoseUnit: GlucoseUnit,
  { birthDate, zone }: Pick<ReadingContext, 'birthDate' | 'zone'>,
): readonly Point[] {
  const points = new Map<string, Point>();
  const put = (day: string, point: Point) => {
    const known = points.get(day);
    points.set(day, known === undefined ? point : together(known, point));
  };
  for (const told of days) put(told.day, pointOf(told, storeKey, glucoseUnit, ageInYears(birthDate, told.day)));
  for (const point of here) put(dayOf(point.at, zone), point);
  return [...points.values()].sort((a, b) => a.at - b.at);
}

function pointOf(
  { unit, count, first, last, parts, levels }: ToldDay,
  storeKey: StoreKey,
  glucoseUnit: GlucoseUnit,
  age: number | undefined,
): Point {
  const stored = unit.code === 'mg/dL' ? 'mg/dL' : 'mmol/L';
  const shown = (value: number): number => (storeKey === 'glucoses' ? inUnit(value, stored, glucoseUnit) : value);
  // A mean keeps its digits until it is told: means of days make the mean of a period.
  const exactly = (value: number): number => (storeKey === 'glucoses' ? exactlyIn(value, stored, glucoseUnit) : value);
  const judgement = extremeJudgement(storeKey, unit, parts, age);
  const judged = Object.values(levels).reduce((sum, readings) => sum + readings, 0);
  const told: ToldReadings = {
    count,
    ...(judged === 0 ? {} : { outside: judged - (levels.target ?? 0) }),
    ...(judgement === undefined ? {} : { judgement }),
    ...(count === 1 ? { single: first } : {}),
  };
  return {
    readings: [],
    told,
    at: (first + last) / 2,
    values: parts.map(({ key, low, high, mean }): PointValue => {
      const level = levelOf(storeKey, unit.code, key, [low, high], age);
      return {
        key,
        value: count === 1 ? shown(mean) : exactly(mean),
        ...(count === 1 ? { exact: exactly(mean) } : { low: shown(low), high: shown(high) }),
        ...(level === undefined ? {} : { level }),
      };
    }),
  };
}

/** The worst level of some numbers of one part, judged in the unit in which they were stored (D-36). */
function levelOf(
  storeKey: StoreKey,
  unitCode: string,
  key: PartKey,
  values: readonly number[],
  age: number | undefined,
): Level | undefined {
  return worst(...values.map((value) => assessParts(storeKey, { [key]: value }, unitCode, age).parts[key]?.shownAs));
}

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
  return { readings: [...a.readings, ...b.readings], at: (a.at + b.at) / 2, values, ...toldTogether(a.told, b.told) };
}

function toldTogether(a: ToldReadings | undefined, b: ToldReadings | undefined): Pick<Point, 'told'> {
  if (a === undefined || b === undefined) {
    const told = a ?? b;
    return told === undefined ? {} : { told };
  }
  const judgement = worse(a.judgement, b.judgement);
  const outside = a.outside === undefined && b.outside === undefined ? undefined : (a.outside ?? 0) + (b.outside ?? 0);
  return {
    told: {
      count: a.count + b.count,
      ...(outside === undefined ? {} : { outside }),
      ...(judgement === undefined ? {} : { judgement }),
    },
  };
}
