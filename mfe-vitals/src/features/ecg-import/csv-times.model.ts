import { EcgRefused } from './imported.model.ts';

/** Time positions of a table's rows. */
export interface Places {
  /** Samples in one unit of the times. */
  readonly rate?: number;
  /** Sample number of each row. */
  readonly places: Float64Array;
  /** How often rows are missing. */
  readonly gaps: number;
}

/** A step exceeding the usual one by this share has lost samples. */
const LATE = 0.5;

/**
 * Positions from the steps between times: the usual step gives the rate, longer ones are gaps.
 * @param times in seconds, or any unit
 * @param rounding precision of the times, in the same unit
 * @param firstLine line number of the first time, for messages
 * @throws EcgRefused for descending times
 */
export function placesOf(times: Float64Array, rounding: number, firstLine: number): Places {
  const steps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  const back = steps.findIndex((step) => !(step >= 0));
  if (back >= 0) throw new EcgRefused('timeOrder', String(back + 1 + firstLine));
  const median = steps.toSorted()[steps.length >> 1] ?? Number.NaN;
  // Rounded times make unequal steps: their mean is right.
  const most = median + Math.max(LATE * median, 1.01 * rounding);
  const usual = steps.filter((step) => step <= most);
  const step = usual.reduce((sum, one) => sum + one, 0) / usual.length;
  const places = new Float64Array(times.length);
  let gaps = 0;
  steps.forEach((one, index) => {
    const missing = one <= most ? 0 : Math.max(0, Math.round(one / step) - 1);
    if (missing > 0) gaps += 1;
    places[index + 1] = (places[index] ?? 0) + 1 + missing;
  });
  return { ...(step > 0 ? { rate: 1 / step } : {}), places, gaps };
}
