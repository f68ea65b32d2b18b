import type { Comparator } from '@phr/clinical/assess/verdict';

/** A number with the range that it is drawn beside, all in one unit. */
export interface Drawn {
  readonly value: number;
  readonly comparator?: Comparator;
  readonly low?: number;
  readonly high?: number;
}

/** Where everything lies on a bar, in percent of its length. */
export interface RangeBar {
  readonly value: number;
  /** The value may lie anywhere from its mark to this end: it came with a comparator. */
  readonly opensTo?: 'start' | 'end';
  readonly from: number;
  readonly to: number;
}

/** Part of the bar on each side that lies outside a range of two limits. */
const OUTSIDE = 25;
/** The mark of a value far outside stays on the bar. */
const MARGIN = 2;

/**
 * The bar of a range, drawn as the laboratory wrote it: two limits lie at a quarter from each end, one limit at a quarter from its own end. Undefined where
 * there is nothing to draw: no limits, limits that are the wrong way round. It judges nothing.
 */
export function rangeBar({ value, comparator, low, high }: Drawn): RangeBar | undefined {
  if (![value, low ?? 0, high ?? 0].every(Number.isFinite)) return undefined;
  const scale = scaleOf(low, high);
  if (scale === undefined) return undefined;
  const at = Math.min(Math.max(scale(value), MARGIN), 100 - MARGIN);
  return {
    value: at,
    ...(comparator === undefined ? {} : { opensTo: comparator.startsWith('<') ? 'start' : 'end' }),
    from: low === undefined ? 0 : OUTSIDE,
    to: high === undefined ? 100 : 100 - OUTSIDE,
  };
}

/** From a number to its place. With one limit zero is an end of the bar, or lies as far on the other side. */
function scaleOf(low: number | undefined, high: number | undefined): ((value: number) => number) | undefined {
  if (low !== undefined && high !== undefined) {
    if (low >= high) return undefined;
    return (value) => OUTSIDE + ((value - low) / (high - low)) * (100 - 2 * OUTSIDE);
  }
  if (high !== undefined) return (value) => 100 - OUTSIDE + ((value - high) / sizeOf(high)) * (100 - OUTSIDE);
  if (low !== undefined) return (value) => OUTSIDE + ((value - low) / sizeOf(low)) * OUTSIDE;
  return undefined;
}

const sizeOf = (limit: number): number => Math.abs(limit) || 1;
