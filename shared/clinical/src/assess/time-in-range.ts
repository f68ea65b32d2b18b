import type { GlucoseReading, GlucoseUnit } from '../glucose.ts';
import { roundHalfUp } from '../numbers.ts';
import { bandsOf, stepOf, type Band } from './bands.ts';
import { GLUCOSE, GLUCOSE_BANDS, type GlucoseBand } from './tables.ts';

export { GLUCOSE_BANDS, type Band, type GlucoseBand };

/** The specification's five bands with both edges, for shares and profiles; goals do not move them (GLU-09). */
export function glucoseBands(unit: GlucoseUnit): readonly Band<GlucoseBand>[] {
  return bandsOf(GLUCOSE.get(unit) ?? []);
}

/** The band of a value in its stored unit: changing the display unit never changes a warning (D-36). */
export function glucoseBand(value: number, stored: GlucoseUnit): GlucoseBand | undefined {
  return stepOf(GLUCOSE.get(stored) ?? [], value)?.name;
}

/**
 * Share of readings per band, in percent with one decimal. Each is rounded on its own, so the sum may be off 100 by a
 * few tenths (D-38).
 * @returns undefined without readings (displayed as '-')
 */
export function timeInRange(readings: readonly GlucoseReading[]): Readonly<Record<GlucoseBand, number>> | undefined {
  const counts: Record<GlucoseBand, number> = { veryLow: 0, low: 0, target: 0, high: 0, veryHigh: 0 };
  let total = 0;
  for (const reading of readings) {
    const band = glucoseBand(reading.value, reading.unit);
    if (band === undefined) continue;
    counts[band] += 1;
    total += 1;
  }
  if (total === 0) return undefined;
  const share = (band: GlucoseBand): number => roundHalfUp((counts[band] / total) * 100, 1);
  return {
    veryLow: share('veryLow'),
    low: share('low'),
    target: share('target'),
    high: share('high'),
    veryHigh: share('veryHigh'),
  };
}
