import { latestOf, type Reading } from './reading.model.ts';

/**
 * The latest weight if newer than a body mass index, which then uses an older weight (a height of another day gives no
 * new one, D-42). Undefined for other vitals.
 * @param readings newest first
 */
export function newerWeight(
  latest: Reading | undefined,
  readings: readonly Reading[],
  now: number,
): Reading | undefined {
  if (latest?.vitalKey !== 'bmis') return undefined;
  const { latest: weight } = latestOf(
    readings.filter(({ vitalKey }) => vitalKey === 'weights'),
    now,
  );
  return (weight?.instant ?? 0) > (latest.instant ?? Infinity) ? weight : undefined;
}
