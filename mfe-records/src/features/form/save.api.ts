import type { QueueOptions, RequestPort } from '@phr/contract/host-api';
import { transaction, type TransactionEntry } from '@phr/fhir/builders';
import type { Saved } from '@phr/module-kit/entry-form';

/** A new resource with the id by which a repeat is recognised. */
export interface NewResource {
  readonly formId: string;
  readonly resource: TransactionEntry['resource'];
}

/**
 * Stores resources in one transaction (D-114); queued offline. Retries with the same ids store nothing twice.
 * Rejects with AppError if the service rejects them.
 */
export async function sendTogether(
  request: RequestPort,
  entries: readonly TransactionEntry[],
  idempotencyKey: string,
  queue: QueueOptions,
): Promise<Saved> {
  const answer = await request.send({
    service: 'fhir',
    method: 'POST',
    path: '/',
    body: transaction(entries),
    idempotencyKey,
    queue,
  });
  return { isWaiting: answer.waiting === true };
}
