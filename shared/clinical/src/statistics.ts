/** Statistics of readings; undefined for empty lists. */
import { roundHalfUp } from './numbers.ts';

/** Reliable digits of a mean: later ones depend on the order of floating-point additions. */
const CERTAIN = 9;

/** Arithmetic mean; independent of whether values come singly or as weighted partial means. */
export function meanOf(values: readonly number[], counts?: readonly number[]): number | undefined {
  let sum = 0;
  let all = 0;
  values.forEach((value, at) => {
    const count = counts?.[at] ?? 1;
    sum += value * count;
    all += count;
  });
  return all === 0 ? undefined : roundHalfUp(sum / all, CERTAIN);
}

/** Standard deviation of a sample (divided by n - 1); undefined with fewer than two values. */
export function standardDeviationOf(values: readonly number[]): number | undefined {
  const mean = meanOf(values);
  if (mean === undefined || values.length < 2) return undefined;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
}

/**
 * Quantile of a sorted list, linearly interpolated (the usual "inclusive" rule).
 * @param sorted ascending
 * @param share 0 to 1
 */
export function quantileOf(sorted: readonly number[], share: number): number | undefined {
  const place = (sorted.length - 1) * Math.min(1, Math.max(0, share));
  const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return below === undefined || above === undefined ? undefined : below + (above - below) * (place - Math.floor(place));
}

/** Minimum and maximum without spreading a long list into arguments. */
export function extremesOf(
  values: Iterable<number>,
): { readonly lowest: number; readonly highest: number } | undefined {
  let [lowest, highest] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < lowest) lowest = value;
    if (value > highest) highest = value;
  }
  return lowest > highest ? undefined : { lowest, highest };
}
