import type { QueueOptions, RequestPort } from '@phr/contract/host-api';
import { resourcesOf } from '@phr/module-kit/correction';
import type { Saved } from '@phr/module-kit/entry-form';
import type { NewEncounter } from './new-encounter.entity.ts';
import { readStoredTreatment, type StoredTreatment } from './stored-treatment.entity.ts';

/** A write, with its queue options. */
interface Sent {
  readonly idempotencyKey: string;
  readonly queue: QueueOptions;
}

/** Maximum documents per treatment (service limit), on one page. */
const MOST_PAPERS = 1000;

/**
 * Stores a treatment in a person's record; retries with the same key store nothing twice. Rejects with AppError.
 */
export async function createEncounter(
  request: RequestPort,
  patientId: string,
  { removed: _removed, ...entry }: NewEncounter,
  sent: Sent,
): Promise<Saved> {
  const answer = await request.send({
    service: 'admin',
    method: 'POST',
    path: '/patient-app/encounter/create',
    body: bodyOf(patientId, entry),
    ...sent,
  });
  return { isWaiting: answer.waiting === true };
}

/**
 * A treatment with diagnosis and documents for its form; undefined if the person has none with this id. Rejects with
 * AppError.
 */
export async function loadTreatment(
  request: RequestPort,
  patientId: string,
  id: string,
): Promise<StoredTreatment | undefined> {
  const [[encounter], conditions, papers] = await Promise.all([
    resourcesOf(request, patientId, 'Encounter', { _id: id }),
    resourcesOf(request, patientId, 'Condition', { encounter: id, _count: 100 }),
    resourcesOf(request, patientId, 'DocumentReference', { encounter: id, _count: MOST_PAPERS }),
  ]);
  return readStoredTreatment(encounter, conditions, papers);
}

/** Stores a corrected treatment over the version read. Rejects with AppError CONFLICT if a newer one exists. */
export async function correctEncounter(
  request: RequestPort,
  patientId: string,
  { id, version }: StoredTreatment,
  entry: NewEncounter,
  sent: Sent,
): Promise<Saved> {
  const answer = await request.send({
    service: 'admin',
    method: 'PUT',
    path: `/patient-app/encounter/${id}`,
    body: bodyOf(patientId, entry),
    ...sent,
    ...(version === undefined ? {} : { ifMatch: `W/"${version}"` }),
  });
  return { isWaiting: answer.waiting === true };
}

/** strip upload URLs: they expire soon and are confidential */
function bodyOf(patientId: string, entry: Omit<NewEncounter, 'removed'>): object {
  return { patientId, ...entry, attachments: entry.attachments.map(({ url: _url, ...file }) => file) };
}
