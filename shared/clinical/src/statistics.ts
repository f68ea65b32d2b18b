/** Plain statistics of readings. Empty lists have none. */
import { roundHalfUp } from './numbers.ts';

/** Digits of a mean that are certain: what lies behind them comes from the order in which binary fractions were added. */
const CERTAIN = 9;

/** Arithmetic mean: the same for the same values, whether they come one by one or as means of parts that stand for so many values. */
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
 * The value under which a share of a sorted list lies, between two neighbours in proportion (the usual "inclusive" rule).
 * @param sorted ascending
 * @param share 0 to 1
 */
export function quantileOf(sorted: readonly number[], share: number): number | undefined {
  const place = (sorted.length - 1) * Math.min(1, Math.max(0, share));
  const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return below === undefined || above === undefined ? undefined : below + (above - below) * (place - Math.floor(place));
}

/** Lowest and highest without spreading a long list into arguments. */
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
