import { roundHalfUp } from './numbers.ts';

export type GlucoseUnit = 'mmol/L' | 'mg/dL';

/** True for the UCUM code of a unit glucose is stored in. */
export const isGlucoseUnit = (code: string): code is GlucoseUnit => code === 'mmol/L' || code === 'mg/dL';

/** The unit of a stored glucose by its UCUM code. */
export const glucoseUnitOf = (code: string): GlucoseUnit => (code === 'mg/dL' ? 'mg/dL' : 'mmol/L');

/** mmol/L to mg/dL: times 18, whole number. Source: specification. */
export function mgPerDlOf(mmolPerL: number): number {
  return roundHalfUp(mmolPerL * 18, 0);
}

/**
 * mg/dL to mmol/L: times 0.0555, one decimal. Source: specification. Not the exact inverse of `mgPerDlOf`, so convert
 * for display only.
 */
export function mmolPerLOf(mgPerDl: number): number {
  // 0.0555 has no exact binary form; integer ten-thousandths round halves correctly
  return roundHalfUp((mgPerDl * 555) / 10_000, 1);
}

/** The value in the person's display unit; unchanged if stored in that unit. */
export function inUnit(value: number, stored: GlucoseUnit, wanted: GlucoseUnit): number {
  if (stored === wanted) return value;
  return wanted === 'mg/dL' ? mgPerDlOf(value) : mmolPerLOf(value);
}

/** Unrounded conversion, for means, which are rounded once at display. */
export function exactlyIn(value: number, stored: GlucoseUnit, wanted: GlucoseUnit): number {
  if (stored === wanted) return value;
  return wanted === 'mg/dL' ? value * 18 : (value * 555) / 10_000;
}

export interface GlucoseReading {
  readonly value: number;
  readonly unit: GlucoseUnit;
}

const HALF_HOUR = 30 * 60_000;
const TWO_HOURS = 120 * 60_000;
/** With fewer points in 24 hours only points are drawn (D-37). */
export const MIN_POINTS_FOR_LINE = 12;
const POINTS_IN_WINDOW = 4;

/**
 * Groups the points of a 24-hour chart into lines. Neighbours are joined if at most 30 minutes apart, or if a two-hour
 * window holding both has at least four points (D-37): a line across a long gap would suggest values that were not
 * measured.
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
