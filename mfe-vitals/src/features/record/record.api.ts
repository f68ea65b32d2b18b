import type { QueueOptions, RequestPort } from '@phr/contract/host-api';
import { createEntry, transaction } from '@phr/fhir/builders';
import type { NoteReader } from '@phr/fhir/note-words';
import { observation } from '@phr/fhir/observation';
import { saveVersion } from '@phr/module-kit/correction';
import { correctedBmi, correctedReading } from './correction.model.ts';
import type { NewReading } from './new-reading.entity.ts';
import type { Occasion } from './new-reading.model.ts';
import type { StoredReading } from './stored-reading.entity.ts';

/**
 * Saves readings: one as a plain create, several as one transaction, all or nothing (D-109). A repeat with the same ids stores nothing
 * twice. Without a network the host keeps them and sends them later; then the answer is true. Rejects with AppError when the
 * service refuses them.
 */
export async function saveReadings(
  request: RequestPort,
  readings: readonly NewReading[],
  queue?: QueueOptions,
): Promise<{ readonly isWaiting: boolean }> {
  const [first, ...others] = readings;
  if (first === undefined) return { isWaiting: false };
  const common = {
    service: 'fhir',
    method: 'POST',
    idempotencyKey: first.formId,
    ...(queue === undefined ? {} : { queue }),
  } as const;
  const answer = await request.send(
    others.length === 0
      ? { ...common, path: '/Observation', body: first.resource }
      : {
          ...common,
          path: '/',
          body: transaction(readings.map(({ formId, resource }) => createEntry(resource, formId))),
        },
  );
  return { isWaiting: answer.waiting === true };
}

/** What a correction needs to know besides the reading. */
interface CorrectionOccasion {
  readonly occasion: Occasion;
  readonly reader: NoteReader | undefined;
  readonly queue: QueueOptions;
}

/**
 * Saves the next version of a reading, and of the body mass index that was written with it. Without a network the host keeps them. Rejects with AppError
 * CONFLICT when there is a newer version than the one that was read.
 */
export async function saveCorrection(
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
