import { codesOf, type VitalKey } from '@phr/clinical/codings';
import type { QueueOptions, RequestPort } from '@phr/contract/host-api';
import type { NoteReader } from '@phr/fhir/note-words';
import { observation } from '@phr/fhir/observation';
import { saveVersion } from '@phr/module-kit/correction';
import type { Saved, SaveTools } from '@phr/module-kit/entry-form';
import { useHost, usePatient } from '@phr/module-kit/host';
import { deviceZone, toZoned } from '@phr/time/zone';
import { type RefObject, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useReadingContext } from '../readings/use-language.ts';
import { correctedBmi, correctedReading } from './correction.model.ts';
import type { NewReading, Occasion } from './new-reading.model.ts';
import { saveReadings } from './record.api.ts';
import type { StoredReading } from './stored-reading.entity.ts';

/** Save options of a readings form. */
interface SaveOptions<Entry> {
  readonly encounterId?: string | undefined;
  readonly readingsOf: (entry: Entry, occasion: Occasion) => readonly NewReading[];
  readonly vitalKeysOf: (entry: Entry) => readonly VitalKey[];
  readonly describe: (entry: Entry) => string;
  readonly correcting?: { readonly stored: StoredReading } | undefined;
}

/** Saves new readings, or the corrected one's next version. `written` is what was last sent. */
export function useSave<Entry extends { readonly measuredAt: number; readonly note?: string }>({
  encounterId,
  readingsOf,
  vitalKeysOf,
  describe,
  correcting,
}: SaveOptions<Entry>): {
  readonly save: (entry: Entry, tools: SaveTools) => Promise<Saved>;
  readonly written: RefObject<readonly NewReading[]>;
} {
  const { t } = useTranslation();
  const { request } = useHost();
  const reader = usePatient().main;
  const { birthDate, goals } = useReadingContext(0);
  const written = useRef<readonly NewReading[]>([]);
  const zone = deviceZone();
  function save(entry: Entry, { patientId, now, idOf, queueOf }: SaveTools): Promise<Saved> {
    const { measuredAt, note } = entry;
    const occasion: Occasion = { patientId, measuredAt, now, zone, birthDate, goals, note, encounterId, idOf };
    written.current = readingsOf(entry, occasion);
    const [made] = written.current;
    const at = toZoned(measuredAt, zone);
    const codes = vitalKeysOf(entry).flatMap(codesOf);
    if (correcting === undefined || made === undefined)
      return saveReadings(request, written.current, queueOf(describe(entry), at, codes));
    const queue = queueOf(t('fix.waiting', { what: describe(entry) }), at, codes);
    return saveCorrection(request, correcting.stored, made, { occasion, reader, queue });
  }
  return { save, written };
}

/** What a correction needs to know besides the reading. */
interface CorrectionOccasion {
  readonly occasion: Occasion;
  readonly reader: NoteReader | undefined;
  readonly queue: QueueOptions;
}

/**
 * Saves a reading's next version, and that of its derived body mass index. Queued offline. Rejects with AppError
 * CONFLICT if a newer version exists.
 */
async function saveCorrection(
  request: RequestPort,
  stored: StoredReading,
  made: NewReading,
  { occasion, reader, queue }: CorrectionOccasion,
): Promise<{ readonly isWaiting: boolean }> {
  const resource = correctedReading(stored, made, occasion, reader);
  const saved = await saveVersion(request, 'Observation', stored, resource, { idempotencyKey: made.formId, queue });
  const value = observation(resource)?.valueQuantity?.value;
  const bmi = value === undefined ? undefined : correctedBmi(stored, value, occasion);
  if (bmi !== undefined)
    await saveVersion(request, 'Observation', bmi.stored, bmi.resource, {
      idempotencyKey: occasion.idOf('bmi'),
      queue: { ...queue, after: made.formId },
    });
  return saved;
}
