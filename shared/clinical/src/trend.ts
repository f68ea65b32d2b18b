import { mmolPerLOf } from './glucose.ts';
import type { GlucoseReading } from './glucose.ts';
import { roundHalfUp } from './numbers.ts';

export type Trending = 'up' | 'down' | 'equal';

export interface Trend {
  readonly trending: Trending;
  /** value - previous, in the unit of both. */
  readonly difference: number;
  /** (value - previous) / previous x 100, one decimal; absent when the previous value is 0. */
  readonly percent?: number;
}

/** The latest reading compared with the previous one in the same unit (D-41). Undefined without a previous reading. */
export function trendOf(value: number, previous: number | undefined): Trend | undefined {
  if (previous === undefined || !Number.isFinite(value) || !Number.isFinite(previous)) return undefined;
  const difference = roundHalfUp(value - previous, 6);
  const trending = difference > 0 ? 'up' : difference < 0 ? 'down' : 'equal';
  return previous === 0
    ? { trending, difference }
    : { trending, difference, percent: roundHalfUp((difference / previous) * 100, 1) };
}

/** Compares two glucose readings in their stored unit, or in mmol/L if the units differ (D-41). */
export function glucoseTrend(reading: GlucoseReading, previous: GlucoseReading | undefined): Trend | undefined {
  if (previous === undefined) return undefined;
  if (reading.unit === previous.unit) return trendOf(reading.value, previous.value);
  const inMmol = ({ value, unit }: GlucoseReading): number => (unit === 'mg/dL' ? mmolPerLOf(value) : value);
  return trendOf(inMmol(reading), inMmol(previous));
}
