import type { RequestPort } from '@phr/contract/host-api';
import { MG_PER_DL, MMOL_PER_L } from '@phr/clinical/units';
import { withImportTag } from '@phr/fhir/imports';
import { saveReadings } from '../record/record.api.ts';
import { glucoseReading } from '../glucose-create/glucose-create.model.ts';
import { quantity, readingOn, interpretationsOf, type NewReading, type Occasion } from '../record/new-reading.model.ts';
import type { ImportedReading } from './import-file.model.ts';

/** Readings per transaction; the server accepts up to 1,000. */
const BATCH = 200;

/** Target of the readings, and data stored with each. */
export interface Destination extends Pick<Occasion, 'birthDate' | 'goals'> {
  readonly patientId: string;
  readonly importId: string;
  /** IANA zone of the stored offsets. */
  readonly zone: string;
  readonly now: number;
  /** Text for an out-of-range value with unknown limits. */
  readonly beyondWords: Readonly<Record<'<' | '>', string>>;
}

/**
 * Stores a file's readings in batches. Ids derive from the reading, so repeated or overlapping files store nothing
 * twice. Rejects with AppError; saved batches stay, and a retry continues.
 * @param onSaved number saved so far
 */
export async function importReadings(
  request: RequestPort,
  readings: readonly ImportedReading[],
  to: Destination,
  onSaved: (count: number) => void,
): Promise<void> {
  for (let from = 0; from < readings.length; from += BATCH) {
    const batch = readings.slice(from, from + BATCH);
    await saveReadings(request, await Promise.all(batch.map((reading) => newReading(reading, to))));
    onSaved(from + batch.length);
  }
}

async function newReading(reading: ImportedReading, to: Destination): Promise<NewReading> {
  const { at, amount, comparator, note, record } = reading;
  const valueText = `${comparator ?? ''}${amount?.value ?? ''} ${amount?.unit ?? ''}`.trim();
  const formId = await idOf([to.patientId, ...(record === undefined ? [at, valueText] : [record])].join(' '));
  const { patientId, birthDate, goals, zone, now } = to;
  const occasion = { patientId, birthDate, goals, measuredAt: at, now, zone, note, idOf: () => formId };
  const { resource } = made(reading, occasion, to);
  return { formId, resource: withImportTag(resource, to.importId) };
}

function made(
  { at, amount, comparator, meal }: ImportedReading,
  occasion: Occasion,
  { beyondWords }: Destination,
): NewReading {
  // without a number there is nothing to judge: the text is the value
  if (amount === undefined) return readingOn(occasion, 'glucoses', { valueString: beyondWords[comparator ?? '>'] });
  const { value, unit } = amount;
  const [reading] = glucoseReading({ value, unit, measuredAt: at, ...(meal === undefined ? {} : { meal }) }, occasion);
  if (reading === undefined) throw new TypeError('A reading becomes one observation');
  if (comparator === undefined) return reading;
  const storedUnit = unit === 'mg/dL' ? MG_PER_DL : MMOL_PER_L;
  const { interpretation: _ofTheNumber, ...resource } = reading.resource;
  return {
    ...reading,
    resource: {
      ...resource,
      ...interpretationsOf(occasion, 'glucoses', { value }, storedUnit, comparator).value,
      valueQuantity: { ...quantity(value, storedUnit), comparator },
    },
  };
}

/** Deterministic UUID of a text (version 8, RFC 9562). */
async function idOf(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  const hex = [...bytes.slice(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}
