import type { VitalKey } from '@phr/clinical/codings';
import type { Before } from '@phr/clinical/vitals/plausible';
import { DAY_MS } from '@phr/time/plain-date';
import { latestOf, type Reading } from '../readings/reading.model.ts';
import { useLatestReadings } from '../readings/use-readings.ts';

/** Tells the latest number of a vital in a unit (UCUM code), against which a step is noticed; nothing while it is unknown. */
type LastAmounts = (vitalKey: VitalKey, unit: string, at: number, age?: number) => Before | undefined;

/** The latest numbers of the person on screen, other than the reading that is corrected (its id). `at` is the instant of the new reading, `age` that of the person then. */
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
