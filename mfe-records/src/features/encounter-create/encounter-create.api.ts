import type { QueueOptions, RequestPort } from '@phr/contract/host-api';
import type { Saved } from '@phr/module-kit/entry-form';
import type { NewEncounter } from './new-encounter.entity.ts';

/** Writes a treatment into a person's record; a repeat with the same key writes nothing twice. Rejects with AppError. */
export async function createEncounter(
  request: RequestPort,
  patientId: string,
  entry: NewEncounter,
  idempotencyKey: string,
  queue: QueueOptions,
): Promise<Saved> {
  // An address that a file was sent to is over soon and nobody else's business.
  const body = { patientId, ...entry, attachments: entry.attachments.map(({ url: _url, ...file }) => file) };
  const answer = await request.send({
    service: 'admin',
    method: 'POST',
    path: '/patient-app/encounter/create',
    body,
    idempotencyKey,
    queue,
  });
  return { isWaiting: answer.waiting === true };
}
