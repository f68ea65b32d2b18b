import { latestSeries, seriesMean, type Pressure } from '@phr/clinical/blood-pressure-series';
import { numberIn, type Reading } from '../readings/reading.model.ts';

/** The mean of the blood pressures that were taken one after the other last; undefined for a single one. @param newestFirst readings of one vital */
export function latestSeriesMean(
  newestFirst: readonly Reading[],
): { readonly count: number; readonly mean: Pressure } | undefined {
  const timed = newestFirst.flatMap((reading) => {
    const [systolic, diastolic] = [numberIn(reading, 'systolic'), numberIn(reading, 'diastolic')];
    return reading.counts && reading.instant !== undefined && systolic !== undefined && diastolic !== undefined
      ? [{ at: reading.instant, systolic, diastolic }]
      : [];
  });
  const series = latestSeries(timed);
  const mean = seriesMean(series);
  return mean === undefined ? undefined : { count: series.length, mean };
}
