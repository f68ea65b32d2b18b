import { stepOf } from './bands.ts';
import type { Step } from './bands.ts';
import type { Assessment, Flag } from './levels.ts';
import { roundHalfUp } from './numbers.ts';

export type GlucoseUnit = 'mmol/L' | 'mg/dL';

/** The five bands of the specification; their place on the five levels is D-36 (low glucose is the more urgent side). */
export const GLUCOSE_BANDS = ['veryLow', 'low', 'target', 'high', 'veryHigh'] as const;
export type GlucoseBand = (typeof GLUCOSE_BANDS)[number];

interface GlucoseStep extends Step<GlucoseBand> {
  readonly name: GlucoseBand;
}

const scale = (low: number, target: number, high: number, veryHigh: number): readonly GlucoseStep[] => [
  { name: 'veryLow', level: 'veryDangerous', below: low },
  { name: 'low', level: 'dangerous', below: target },
  { name: 'target', level: 'target', upTo: high },
  { name: 'high', level: 'mild', upTo: veryHigh },
  { name: 'veryHigh', level: 'dangerous' },
];

/** Bands of each unit. Source: clinical thresholds of the specification, half-open by D-36. */
export const GLUCOSE_SCALES: Readonly<Record<GlucoseUnit, readonly GlucoseStep[]>> = {
  'mmol/L': scale(3, 3.9, 10, 13.9),
  'mg/dL': scale(54, 70, 180, 250),
};

/** mmol/L to mg/dL: times 18, whole number. Source: specification. */
export function mgPerDlOf(mmolPerL: number): number {
  return roundHalfUp(mmolPerL * 18, 0);
}

/** mg/dL to mmol/L: times 0.0555, one decimal. Source: specification. Not the exact inverse of `mgPerDlOf`: convert for display only. */
export function mmolPerLOf(mgPerDl: number): number {
  // 0.0555 has no exact binary form; whole ten-thousandths keep the half on the right side.
  return roundHalfUp((mgPerDl * 555) / 10_000, 1);
}

/** The value in the unit that the person reads; unchanged when it was stored in that unit. */
export function inUnit(value: number, stored: GlucoseUnit, wanted: GlucoseUnit): number {
  if (stored === wanted) return value;
  return wanted === 'mg/dL' ? mgPerDlOf(value) : mmolPerLOf(value);
}

/** Written reference range: 3.1 to 6.2 mmol/L (specification), in mg/dL the same after conversion. */
export const GLUCOSE_REFERENCE: Readonly<Record<GlucoseUnit, { readonly low: number; readonly high: number }>> = {
  'mmol/L': { low: 3.1, high: 6.2 },
  'mg/dL': { low: mgPerDlOf(3.1), high: mgPerDlOf(6.2) },
};

/** The same value in another unit with all its digits: for means, which are rounded once, when they are told. */
export function exactlyIn(value: number, stored: GlucoseUnit, wanted: GlucoseUnit): number {
  if (stored === wanted) return value;
  return wanted === 'mg/dL' ? value * 18 : (value * 555) / 10_000;
}

/** The band of a value in the unit in which it was stored: a change of the display unit never changes a warning (D-36). */
export function glucoseBand(value: number, stored: GlucoseUnit): GlucoseBand | undefined {
  return stepOf(GLUCOSE_SCALES[stored], value)?.name;
}

/** Level and flag of a value in the unit in which it was stored. */
export function assessGlucose(value: number, stored: GlucoseUnit): Assessment {
  const level = stepOf(GLUCOSE_SCALES[stored], value)?.level;
  if (level === undefined) return { adultsOnly: false };
  const { low, high } = GLUCOSE_REFERENCE[stored];
  const flag: Flag = value < low ? 'L' : value > high ? 'H' : 'N';
  return { level, shownAs: level, flag, adultsOnly: false };
}

export interface GlucoseReading {
  readonly value: number;
  readonly unit: GlucoseUnit;
}

/**
 * Share of readings in each band, in percent with one decimal. Each is rounded alone, so the sum may miss 100 by a few tenths (D-38).
 * @returns undefined without readings (shown as '-')
 */
export function timeInRange(readings: readonly GlucoseReading[]): Readonly<Record<GlucoseBand, number>> | undefined {
  const counts: Record<GlucoseBand, number> = { veryLow: 0, low: 0, target: 0, high: 0, veryHigh: 0 };
  let total = 0;
  for (const reading of readings) {
    const band = glucoseBand(reading.value, reading.unit);
    if (band === undefined) continue;
    counts[band] += 1;
    total += 1;
  }
  if (total === 0) return undefined;
  const share = (band: GlucoseBand): number => roundHalfUp((counts[band] / total) * 100, 1);
  return {
    veryLow: share('veryLow'),
    low: share('low'),
    target: share('target'),
    high: share('high'),
    veryHigh: share('veryHigh'),
  };
}

const HALF_HOUR = 30 * 60_000;
const TWO_HOURS = 120 * 60_000;
/** With fewer points in the 24 hours only points are drawn (D-37). */
export const MIN_POINTS_FOR_LINE = 12;
const POINTS_IN_WINDOW = 4;

/**
 * Groups the points of a 24-hour chart into lines. Two neighbours are joined when they are at most 30 minutes apart, or when both lie in a
 * window of two hours that holds at least four points (D-37): a line over a long gap would show values that nobody measured.
 * @param times instants in milliseconds, ascending
 * @returns indexes of the points of each line; a lone point is a group of one
 */
export function glucoseSegments(times: readonly number[]): readonly (readonly number[])[] {
  const enough = times.length >= MIN_POINTS_FOR_LINE;
  const segments: number[][] = [];
  let current: number[] = [];
  times.forEach((_, index) => {
    if (index > 0 && !(enough && joined(times, index - 1))) {
      segments.push(current);
      current = [];
    }
    current.push(index);
  });
  if (current.length > 0) segments.push(current);
  return segments;
}

function joined(times: readonly number[], left: number): boolean {
  const gap = (times[left + 1] ?? Infinity) - (times[left] ?? -Infinity);
  if (gap <= HALF_HOUR) return true;
  for (let first = left + 2 - POINTS_IN_WINDOW; first <= left; first += 1) {
    const from = times[first];
    const to = times[first + POINTS_IN_WINDOW - 1];
    if (from !== undefined && to !== undefined && to - from <= TWO_HOURS) return true;
  }
  return false;
}
