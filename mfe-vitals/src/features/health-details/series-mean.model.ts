import { latestSeries, seriesMean, usedOfSeries, type Pressure } from '@phr/clinical/blood-pressure-series';
import { numberIn, type Reading } from '../readings/reading.model.ts';

/** The mean of some blood pressures, and of which. */
export interface SeriesMean {
  readonly mean: Pressure;
  /** Number of consecutive readings, and how many of the last make the mean. */
  readonly count: number;
  readonly used: number;
}

/**
 * Mean of the latest series of blood pressures; undefined for a single one.
 * @param newestFirst readings of one vital
 */
export function latestSeriesMean(newestFirst: readonly Reading[]): SeriesMean | undefined {
  const timed = newestFirst.flatMap((reading) => {
    const [systolic, diastolic] = [numberIn(reading, 'systolic'), numberIn(reading, 'diastolic')];
    return reading.counts && reading.instant !== undefined && systolic !== undefined && diastolic !== undefined
      ? [{ at: reading.instant, systolic, diastolic }]
      : [];
  });
  const series = latestSeries(timed);
  const mean = seriesMean(series);
  return mean === undefined ? undefined : { mean, count: series.length, used: usedOfSeries(series).length };
}
