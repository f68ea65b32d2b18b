import { roundHalfUp } from './numbers.ts';
import { meanOf } from './statistics.ts';

export interface Pressure {
  readonly systolic: number;
  readonly diastolic: number;
  /** Beats per minute, when the meter showed it. */
  readonly pulse?: number;
}

/** Readings of a series are at most this far apart: two minutes of rest are usual, a person may need longer. */
export const SERIES_GAP_MS = 10 * 60_000;

/** Within this time of each other the first two readings of a series belong to one sitting; the guideline asks for one to two minutes. */
export const SITTING_GAP_MS = 5 * 60_000;

/**
 * The readings of a series that make its mean: with three or more of one sitting the first is left out, since it is usually too high; what was measured
 * longer before counts. Source: European Society of Hypertension, practice guidelines for home blood pressure (2021).
 * @param series oldest first; instants in milliseconds where they are known, and one sitting where they are not
 */
export function usedOfSeries<One extends Pressure & { readonly at?: number }>(series: readonly One[]): readonly One[] {
  const [first, second] = series;
  const apart = (second?.at ?? 0) - (first?.at ?? 0);
  return series.length >= 3 && apart <= SITTING_GAP_MS ? series.slice(1) : series;
}

/**
 * The mean of a series of blood pressures taken one after the other, of those that `usedOfSeries` names, rounded to whole numbers.
 * @param series oldest first
 * @returns undefined for fewer than two readings, which are no series
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

/** The readings that belong to the series of the latest one: each at most ten minutes after the one before. @param newestFirst instants in milliseconds */
export function latestSeries<Timed extends { readonly at: number }>(newestFirst: readonly Timed[]): readonly Timed[] {
  const end = newestFirst.findIndex(
    (reading, index) => index > 0 && (newestFirst[index - 1]?.at ?? 0) - reading.at > SERIES_GAP_MS,
  );
  return (end === -1 ? newestFirst : newestFirst.slice(0, end)).toReversed();
}
