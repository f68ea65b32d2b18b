import type { QueueOptions, RequestPort } from '@phr/contract/host-api';
import { resourcesOf } from '@phr/module-kit/correction';
import type { Saved } from '@phr/module-kit/entry-form';
import type { NewEncounter } from './new-encounter.entity.ts';
import { readStoredTreatment, type StoredTreatment } from './stored-treatment.entity.ts';

/** A write, and what it says of itself while it waits. */
interface Sent {
  readonly idempotencyKey: string;
  readonly queue: QueueOptions;
}

/** Papers that a treatment may have (limit of the service), all on one page. */
const MOST_PAPERS = 1000;

/** Writes a treatment into a person's record; a repeat with the same key writes nothing twice. Rejects with AppError. */
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

/** One treatment with its diagnosis and papers for its form; undefined when the person has none with this id. Rejects with AppError. */
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

/** Writes a corrected treatment over the version that was read. Rejects with AppError CONFLICT when there is a newer one. */
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

/** An address that a file was sent to is over soon and nobody else's business. */
function bodyOf(patientId: string, entry: Omit<NewEncounter, 'removed'>): object {
  return { patientId, ...entry, attachments: entry.attachments.map(({ url: _url, ...file }) => file) };
}
