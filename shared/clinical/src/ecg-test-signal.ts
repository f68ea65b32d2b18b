import { numberAt } from './ecg-signal.ts';

/** Shortest and longest cycle of a test signal, in seconds; several whole cycles count as one. */
const SHORTEST_S = 0.25;
const LONGEST_S = 4;
const LEAST_S = 5;
/** A signal smaller than this (millivolts, root mean square) counts as absent. */
const LEAST_MV = 0.005;
/** Values count as equal within this share of the signal's size: a generator's rounding. */
const EQUAL = 0.03;
/**
 * Tolerated share of unequal values between cycles, for edges between samples. Two real beats differ in half or more.
 */
const MOST_UNEQUAL = 0.06;
/** Number of values compared first, before all of a cycle. */
const GLANCE = 300;

/**
 * True if the signal repeats exactly: beat intervals vary by less than a sample and beats are equal. No heart does
 * that; a simulator, a triangle or a ramp does.
 * @param signal millivolts; NaN for no value
 */
export function repeatsItself(signal: Float32Array, rate: number): boolean {
  const size = sizeOf(signal);
  if (signal.length < LEAST_S * rate || size < LEAST_MV) return false;
  const longest = Math.min(Math.round(LONGEST_S * rate), Math.floor(signal.length / 3));
  const sparse = Math.max(1, Math.round(signal.length / GLANCE));
  for (let lag = Math.round(SHORTEST_S * rate); lag <= longest; lag += 1) {
    const looksEqual = unequalAfter(signal, lag, size, 2 * MOST_UNEQUAL, sparse) < 1;
    if (looksEqual && unequalAfter(signal, lag, size, MOST_UNEQUAL) < 1) return true;
  }
  return false;
}

/** True if this beat distance in samples is a whole cycle of a repeating signal, not a part of one. */
export function isCycle(signal: Float32Array, samples: number): boolean {
  return unequalAfter(signal, samples, sizeOf(signal), 0.5) < 1;
}

/** Root mean square around the mean. */
function sizeOf(signal: Float32Array): number {
  let count = 0;
  let sum = 0;
  let squares = 0;
  for (const value of signal) {
    if (Number.isNaN(value)) continue;
    count += 1;
    sum += value;
    squares += value * value;
  }
  return count === 0 ? 0 : Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2));
}

/**
 * Share of values that differ from the one a lag earlier; returns 1 as soon as it exceeds `most`.
 * @param step compares every n-th value
 */
function unequalAfter(signal: Float32Array, lag: number, size: number, most: number, step = 1): number {
  const allowed = (most * (signal.length - lag)) / step;
  let unequal = 0;
  let pairs = 0;
  for (let at = lag; at < signal.length; at += step) {
    const difference = Math.abs(numberAt(signal, at) - numberAt(signal, at - lag));
    if (Number.isNaN(difference)) continue;
    pairs += 1;
    if (difference <= EQUAL * size) continue;
    unequal += 1;
    if (unequal > allowed) return 1;
  }
  const share = pairs === 0 ? 1 : unequal / pairs;
  return pairs * step < signal.length / 4 || share > most ? 1 : share;
}
