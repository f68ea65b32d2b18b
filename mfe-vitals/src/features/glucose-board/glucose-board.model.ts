import {
  glucoseBand,
  glucoseBands,
  GLUCOSE_BANDS,
  timeInRange,
  type Band,
  type GlucoseBand,
} from '@phr/clinical/assess/time-in-range';
import { glucoseUnitOf, type GlucoseReading, type GlucoseUnit } from '@phr/clinical/glucose';
import { PROFILE_SHARES, type ProfileStep, type TimedGlucose } from '@phr/clinical/glucose-profile';
import { dayOf } from '@phr/time/zone';
import type { Frame } from '../chart/picture.port.ts';
import { axisFor, type Point } from '../chart/series.model.ts';
import { nearestTo, type Amount } from '../readings/amount.model.ts';
import type { Reading } from '../readings/reading.model.ts';

/** Readings usable for statistics, in their stored unit (D-36). */
export function timedGlucoses(readings: readonly Reading[]): readonly TimedGlucose[] {
  return readings.flatMap(({ counts, instant, parts: [part] }) => {
    const amount = part?.amount;
    if (!counts || instant === undefined || amount?.kind !== 'measured') return [];
    return [{ at: instant, value: amount.value, unit: glucoseUnitOf(amount.unit.code) }];
  });
}

/**
 * Readings certainly in one band: those with a number, and LO/HI. A mean cannot use the latter, but a share without
 * them would hide the worst readings.
 */
export function bandedGlucoses(readings: readonly Reading[]): readonly GlucoseReading[] {
  return readings.flatMap(({ counts, isApart, instant, parts: [part] }) => {
    const amount = part?.amount;
    if (isApart === true || instant === undefined || amount?.kind !== 'measured') return [];
    if (!counts && !isBeyondTheMeter(amount)) return [];
    return [{ value: nearestTo(amount), unit: glucoseUnitOf(amount.unit.code) }];
  });
}

/** LO and HI are always in the outermost band. */
function isBeyondTheMeter({ value, unit, comparator }: Extract<Amount, { readonly kind: 'measured' }>): boolean {
  if (comparator === undefined) return false;
  const band = glucoseBand(nearestTo({ value, comparator }), glucoseUnitOf(unit.code));
  return band === (comparator.startsWith('<') ? 'veryLow' : 'veryHigh');
}

/** One line of time in range: band, edges in the display unit, and share. */
export interface RangeShare {
  readonly name: GlucoseBand;
  readonly band: Band;
  readonly count: number;
  /** Percent, one decimal (D-38). */
  readonly share: number;
}

/** Shares of the five bands from very high to very low; undefined without readings. */
export function rangeShares(readings: readonly GlucoseReading[], unit: GlucoseUnit): readonly RangeShare[] | undefined {
  const shares = timeInRange(readings);
  if (shares === undefined) return undefined;
  const bands = glucoseBands(unit);
  return GLUCOSE_BANDS.flatMap((name): RangeShare[] => {
    const band = bands.find((one) => one.name === name);
    return band === undefined
      ? []
      : [
          {
            name,
            band,
            share: shares[name],
            count: readings.filter(({ value, unit: stored }) => glucoseBand(value, stored) === name).length,
          },
        ];
  }).toReversed();
}

/** Days of a period that have readings, the latest first. */
export function daysWithReadings(readings: readonly TimedGlucose[], zone: string): readonly string[] {
  return [...new Set(readings.map(({ at }) => dayOf(at, zone)))].sort().reverse();
}

/** Consecutive half hours; nothing is drawn across a gap. */
export function profileRuns(steps: readonly ProfileStep[]): readonly (readonly ProfileStep[])[] {
  const runs: ProfileStep[][] = [];
  for (const step of steps) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run === undefined || last === undefined || step.minute - last.minute > 30) runs.push([step]);
    else run.push(step);
  }
  return runs;
}

/**
 * Ends of a profile's value axis.
 * @param near edges of the target
 */
export function profileAxis(steps: readonly ProfileStep[], near: readonly number[]) {
  return axisFor(
    steps.flatMap(({ values }) => [values[0], values[PROFILE_SHARES.length - 1] ?? values[0]]),
    near,
  );
}

/** Extends a frame's axis to include the target; bands end at the new edges. */
export function framedBy(frame: Frame, points: readonly Point[], bands: readonly Band[]): Frame {
  const target = bands.find(({ level }) => level === 'target');
  const edges = [target?.low, target?.high].filter((edge) => edge !== undefined);
  const axis = axisFor([...points.flatMap(({ values }) => values.map(({ value }) => value)), ...edges], []);
  const stripes = bands
    .map(({ level, low, high }) => ({
      level,
      low: Math.max(axis.min, low ?? axis.min),
      high: Math.min(axis.max, high ?? axis.max),
    }))
    .filter(({ low, high }) => high > low);
  return { ...frame, axis, stripes };
}
