import { DAY_MS } from '@phr/time/plain-date';
import { dayOf, minuteOfDay } from '@phr/time/zone';
import type { GlucoseReading, GlucoseUnit } from './glucose.ts';
import { exactlyIn, inUnit } from './glucose.ts';
import { roundHalfUp } from './numbers.ts';
import { meanOf, quantileOf, standardDeviationOf } from './statistics.ts';

/** A glucose value with the instant (milliseconds) at which it was measured. */
export interface TimedGlucose extends GlucoseReading {
  readonly at: number;
}

/** Statistics of a period, in the person's display unit. */
export interface GlucoseStatistics {
  readonly mean: number;
  /** Absent with fewer than two readings. */
  readonly standardDeviation?: number;
  /** Coefficient of variation in percent, one decimal: standard deviation / mean x 100. */
  readonly variation?: number;
}

/**
 * Glucose is stable up to this coefficient of variation, in percent. Source: international consensus on time in range
 * (Battelino et al., Diabetes Care 2019).
 */
export const STABLE_VARIATION = 36;

/** Undefined without readings. Mixed units are converted to the requested one (D-41). */
export function glucoseStatistics(
  readings: readonly GlucoseReading[],
  unit: GlucoseUnit,
): GlucoseStatistics | undefined {
  const values = readings.map((reading) => exactlyIn(reading.value, reading.unit, unit));
  const mean = meanOf(values);
  if (mean === undefined) return undefined;
  const deviation = standardDeviationOf(values);
  const decimals = unit === 'mg/dL' ? 0 : 1;
  if (deviation === undefined) return { mean: roundHalfUp(mean, decimals) };
  return {
    mean: roundHalfUp(mean, decimals),
    standardDeviation: roundHalfUp(deviation, decimals),
    variation: roundHalfUp((deviation / mean) * 100, 1),
  };
}

/** How much of a period a sensor covered. */
export interface Coverage {
  /** Calendar days with at least one reading. */
  readonly days: number;
  /** Share of the expected readings, 0 to 1; zero for single measurements, where none are expected. */
  readonly share: number;
  /** True if sufficient for daily percentiles and the management indicator. */
  readonly sufficient: boolean;
}

/** A percentile profile needs 14 days with 70 % of the readings. Source: Battelino et al., Diabetes Care 2019. */
export const SUFFICIENT_DAYS = 14;
export const SUFFICIENT_SHARE = 0.7;
/** Sensors measure at least every 15 minutes; sparser readings are single measurements. */
const SENSOR_INTERVAL_MS = 16 * 60_000;

/**
 * @param times instants in milliseconds, any order
 * @param zone IANA zone that defines days
 */
export function coverageOf(times: readonly number[], zone: string): Coverage {
  const sorted = [...times].sort((a, b) => a - b);
  const days = new Set(sorted.map((at) => dayOf(at, zone))).size;
  const [first, last] = [sorted[0], sorted.at(-1)];
  const gaps = sorted
    .slice(1)
    .map((at, index) => at - (sorted[index] ?? at))
    .filter((gap) => gap > 0)
    .sort((a, b) => a - b);
  const interval = quantileOf(gaps, 0.5);
  if (first === undefined || last === undefined || interval === undefined || interval > SENSOR_INTERVAL_MS)
    return { days, share: 0, sufficient: false };
  const length = Math.max(last - first + interval, days * DAY_MS);
  const share = Math.min(1, (new Set(sorted).size * interval) / length);
  return { days, share, sufficient: days >= SUFFICIENT_DAYS && share >= SUFFICIENT_SHARE };
}

/** Glucose management indicator in percent, one decimal: 3.31 + 0.02392 x mean in mg/dL. Source: Bergenstal et al., Diabetes Care 2018. */
export function managementIndicator(readings: readonly GlucoseReading[]): number | undefined {
  const mean = meanOf(readings.map(({ value, unit }) => (unit === 'mg/dL' ? value : value * 18)));
  return mean === undefined ? undefined : roundHalfUp(3.31 + 0.02392 * mean, 1);
}

/** Percentiles of a daily profile. */
export const PROFILE_SHARES = [0.05, 0.25, 0.5, 0.75, 0.95] as const;

/** Percentiles of one time slot of the day. */
export interface ProfileStep {
  /** Middle of the slot, in minutes after midnight. */
  readonly minute: number;
  readonly count: number;
  /** Values of PROFILE_SHARES in the requested unit, not rounded. */
  readonly values: readonly [number, number, number, number, number];
}

const STEP_MINUTES = 30;
/** Half hours with fewer readings are not representative: one for each of five days. */
const LEAST_READINGS = 5;

/**
 * Ambulatory glucose profile: all days overlaid, percentiles per half hour of the person's local time. Check
 * `coverageOf` for whether there are enough days.
 * @returns slots in order of the day, without those that have too few readings
 */
export function glucoseProfile(
  readings: readonly TimedGlucose[],
  unit: GlucoseUnit,
  zone: string,
): readonly ProfileStep[] {
  const steps = new Map<number, number[]>();
  for (const { at, value, unit: stored } of readings) {
    const step = Math.floor(minuteOfDay(at, zone) / STEP_MINUTES);
    const values = steps.get(step) ?? [];
    values.push(inUnit(value, stored, unit));
    steps.set(step, values);
  }
  return [...steps]
    .filter(([, values]) => values.length >= LEAST_READINGS)
    .sort(([a], [b]) => a - b)
    .map(([step, values]) => {
      values.sort((a, b) => a - b);
      const at = (share: number): number => quantileOf(values, share) ?? NaN;
      const [lowest, low, middle, high, highest] = PROFILE_SHARES;
      return {
        minute: (step + 0.5) * STEP_MINUTES,
        count: values.length,
        values: [at(lowest), at(low), at(middle), at(high), at(highest)],
      };
    });
}
