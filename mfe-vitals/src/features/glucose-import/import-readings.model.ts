import type { RequestPort } from '@phr/contract/host-api';
import { MG_PER_DL, MMOL_PER_L } from '@phr/clinical/units';
import { saveReadings } from '../record/record.api.ts';
import { glucoseReading } from '../glucose-create/glucose-create.model.ts';
import { quantity, type NewReading } from '../record/new-reading.model.ts';
import type { ImportedReading } from './import-file.model.ts';

/** Readings in one transaction; the server takes up to 1,000. */
const BATCH = 200;

/**
 * Saves the readings of a file as recordings of the patient, a few hundred at a time. Ids are made of the reading itself: the same file
 * read twice, or two files that overlap, store nothing twice. Rejects with AppError; what was saved before stays and a repeat goes on.
 * @param onSaved how many are saved so far
 */
export async function importReadings(
  request: RequestPort,
  readings: readonly ImportedReading[],
  patientId: string,
  zone: string,
  now: number,
  onSaved: (count: number) => void,
): Promise<void> {
  for (let from = 0; from < readings.length; from += BATCH) {
    const batch = readings.slice(from, from + BATCH);
    await saveReadings(request, await Promise.all(batch.map((reading) => newReading(reading, patientId, zone, now))));
    onSaved(from + batch.length);
  }
}

async function newReading(reading: ImportedReading, patientId: string, zone: string, now: number): Promise<NewReading> {
  const { at, value, unit, comparator, meal, note } = reading;
  const formId = await idOf([patientId, at, `${comparator ?? ''}${value}`, unit].join(' '));
  const [made] = glucoseReading(
    { value, unit, measuredAt: at, ...(meal === undefined ? {} : { meal }) },
    { patientId, measuredAt: at, now, zone, note, idOf: () => formId },
  );
  if (made === undefined) throw new TypeError('A reading becomes one observation');
  return comparator === undefined
    ? made
    : {
        formId,
        resource: {
          ...made.resource,
          valueQuantity: { ...quantity(value, unit === 'mg/dL' ? MG_PER_DL : MMOL_PER_L), comparator },
        },
      };
}

/** A UUID made of a text (version 8, RFC 9562): equal texts have equal ids. */
async function idOf(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  const hex = [...bytes.slice(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}
