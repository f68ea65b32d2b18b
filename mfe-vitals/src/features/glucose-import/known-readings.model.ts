import { inUnit } from '@phr/clinical/glucose';
import { roundHalfUp } from '@phr/clinical/numbers';
import type { Observation } from '@phr/fhir/observation';
import { keyOf, type GlucoseAmount, type ImportedReading } from './import-file.model.ts';

/** Keys of existing readings: as stored, and as our own export writes them in either unit. */
export function keysOf(observations: readonly Observation[]): ReadonlySet<string> {
  return new Set(
    observations.flatMap(({ effectiveDateTime, valueQuantity, status }) => {
      const at = Date.parse(effectiveDateTime ?? '');
      const { value, code, comparator } = valueQuantity ?? {};
      if (Number.isNaN(at) || value === undefined || (code !== 'mmol/L' && code !== 'mg/dL')) return [];
      if (status === 'entered-in-error' || status === 'cancelled') return [];
      const other = code === 'mmol/L' ? 'mg/dL' : 'mmol/L';
      const amounts: readonly GlucoseAmount[] = [
        { value, unit: code },
        { value: roundHalfUp(value, code === 'mmol/L' ? 1 : 0), unit: code },
        { value: inUnit(value, code, other), unit: other },
      ];
      const beyond: Pick<ImportedReading, 'comparator'> =
        comparator === '<' || comparator === '>' ? { comparator } : {};
      return amounts.map((amount) => keyOf({ at, amount, ...beyond }));
    }),
  );
}
