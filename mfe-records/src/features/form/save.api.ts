import type { QueueOptions, RequestPort } from '@phr/contract/host-api';
import { transaction, type TransactionEntry } from '@phr/fhir/builders';
import type { Saved } from '@phr/module-kit/entry-form';

/** A new resource with the id by which a repeat is recognised. */
export interface NewResource {
  readonly formId: string;
  readonly resource: TransactionEntry['resource'];
}

/**
 * Saves resources as one transaction, all or nothing (D-114); without a network the host keeps them and sends them later. A repeat with the same ids
 * stores nothing twice. Rejects with AppError when the service refuses them.
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
