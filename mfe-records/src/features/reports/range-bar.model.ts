import type { Comparator } from '@phr/clinical/assess/verdict';

/** A number and its range, in one unit. */
export interface Drawn {
  readonly value: number;
  readonly comparator?: Comparator;
  readonly low?: number;
  readonly high?: number;
}

/** Positions on a bar, in percent of its length. */
export interface RangeBar {
  readonly value: number;
  /** The value may be anywhere from its mark to this end: it has a comparator. */
  readonly opensTo?: 'start' | 'end';
  readonly from: number;
  readonly to: number;
}

/** Share of the bar outside a two-sided range, per side. */
const OUTSIDE = 25;
/** The mark of a value far outside stays on the bar. */
const MARGIN = 2;

/**
 * Layout of a range bar, as given by the laboratory: two limits at a quarter from each end, a single one at a quarter
 * from its end. Undefined without limits or with swapped ones. Does not judge.
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

/** Position of a number. With one limit, zero is an end of the bar, or equally far on the other side. */
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
