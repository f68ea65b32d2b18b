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

/**
 * The mean of a series of blood pressures taken one after the other, rounded to whole numbers. With three or more the first is left out,
 * since it is usually too high. Source: European Society of Hypertension, practice guidelines for home blood pressure (2021).
 * @param series oldest first
 * @returns undefined for fewer than two readings, which are no series
 */
export function seriesMean(series: readonly Pressure[]): Pressure | undefined {
  if (series.length < 2) return undefined;
  const used = series.length >= 3 ? series.slice(1) : series;
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
