import { roundHalfUp } from './numbers.ts';
import { meanOf } from './statistics.ts';

export interface Pressure {
  readonly systolic: number;
  readonly diastolic: number;
  /** Beats per minute, if the meter reported it. */
  readonly pulse?: number;
}

/** Largest gap between readings of a series: two minutes of rest are usual, a person may need longer. */
export const SERIES_GAP_MS = 10 * 60_000;

/** The first two readings are one sitting if this close; the guideline asks for one to two minutes. */
export const SITTING_GAP_MS = 5 * 60_000;

/**
 * The readings of a series that make its mean. With three or more in one sitting the first is dropped, as it is usually
 * too high. Source: European Society of Hypertension, practice guidelines for home blood pressure (2021).
 * @param series oldest first; instants in milliseconds if known; without instants the series counts as one sitting
 */
export function usedOfSeries<One extends Pressure & { readonly at?: number }>(series: readonly One[]): readonly One[] {
  const [first, second] = series;
  const apart = (second?.at ?? 0) - (first?.at ?? 0);
  return series.length >= 3 && apart <= SITTING_GAP_MS ? series.slice(1) : series;
}

/**
 * Mean of consecutive blood pressures, over those selected by `usedOfSeries`, in whole numbers.
 * @param series oldest first
 * @returns undefined for fewer than two readings
 */
export function seriesMean(series: readonly (Pressure & { readonly at?: number })[]): Pressure | undefined {
  if (series.length < 2) return undefined;
  const used = usedOfSeries(series);
  const of = (pick: (pressure: Pressure) => number | undefined): number | undefined => {
    const mean = meanOf(used.map(pick).filter((value) => value !== undefined));
    return mean === undefined ? undefined : roundHalfUp(mean, 0);
  };
  const [systolic, diastolic, pulse] = [of((one) => one.systolic), of((one) => one.diastolic), of((one) => one.pulse)];
  return systolic === undefined || diastolic === undefined
    ? undefined
    : { systolic, diastolic, ...(pulse === undefined ? {} : { pulse }) };
}

/**
 * The readings in the same series as the latest: each at most ten minutes after the previous.
 * @param newestFirst instants in milliseconds
 */
export function latestSeries<Timed extends { readonly at: number }>(newestFirst: readonly Timed[]): readonly Timed[] {
  const end = newestFirst.findIndex(
    (reading, index) => index > 0 && (newestFirst[index - 1]?.at ?? 0) - reading.at > SERIES_GAP_MS,
  );
  return (end === -1 ? newestFirst : newestFirst.slice(0, end)).toReversed();
}
