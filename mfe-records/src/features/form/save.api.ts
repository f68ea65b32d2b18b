import type { QueueOptions, RequestPort } from '@phr/contract/host-api';
import { createEntry, transaction, type TransactionEntry } from '@phr/fhir/builders';

/** A new resource with the id by which a repeat is recognised. */
export interface NewResource {
  readonly formId: string;
  readonly resource: TransactionEntry['resource'];
}

export interface Saved {
  /** True when the service was not reached and the device keeps the write. */
  readonly isWaiting: boolean;
}

/** Saves new resources and changed ones as one transaction, all or nothing (D-114). A repeat with the same ids stores nothing twice. Rejects with AppError. */
export async function saveTogether(request: RequestPort, created: readonly NewResource[], queue: QueueOptions, changed: readonly TransactionEntry[] = []): Promise<Saved> {
  const body = transaction([...created.map(({ formId, resource }) => createEntry(resource, formId)), ...changed]);
  const answer = await request.send({ service: 'fhir', method: 'POST', path: '/', body, queue, ...(created[0] && { idempotencyKey: created[0].formId }) });
  return { isWaiting: answer.waiting === true };
}
