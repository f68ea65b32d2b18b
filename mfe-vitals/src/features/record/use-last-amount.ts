import type { VitalKey } from '@phr/clinical/codings';
import type { Before } from '@phr/clinical/vitals/plausible';
import { DAY_MS } from '@phr/time/plain-date';
import { latestOf, type Reading } from '../readings/reading.model.ts';
import { useLatestReadings } from '../readings/use-readings.ts';

/** Returns a vital's latest number in a unit (UCUM code), for detecting jumps; undefined if unknown. */
type LastAmounts = (vitalKey: VitalKey, unit: string, at: number, age?: number) => Before | undefined;

/**
 * Latest numbers of the person, except the corrected reading's (by id). `at` is the new reading's instant, `age` the
 * person's age then.
 */
export function useLastAmounts(corrected?: string): LastAmounts {
  const { readings, receivedAt } = useLatestReadings();
  return (vitalKey, unit, at, age) => {
    if (receivedAt === undefined) return undefined;
    const own = readings.filter(
      (reading) => reading.vitalKey === vitalKey && reading.counts && reading.id !== corrected,
    );
    return beforeOf(latestOf(own, Date.parse(receivedAt)).latest, unit, at, age);
  };
}

function beforeOf(reading: Reading | undefined, unit: string, at: number, age: number | undefined): Before | undefined {
  const amount = reading?.parts[0]?.amount;
  if (amount?.kind !== 'measured' || amount.unit.code !== unit) return undefined;
  return {
    value: amount.value,
    ...(reading?.instant === undefined ? {} : { days: Math.abs(at - reading.instant) / DAY_MS }),
    ...(age === undefined ? {} : { age }),
  };
}
