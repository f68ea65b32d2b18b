import type { QueueOptions, RequestPort } from '@phr/contract/host-api';
import type { Saved } from '@phr/module-kit/entry-form';
import type { NewResource } from './save.api.ts';

/** Stores one new resource. Retries with the same id store nothing twice. Rejects with AppError. */
export async function saveOne(
  request: RequestPort,
  { formId, resource }: NewResource,
  queue: QueueOptions,
): Promise<Saved> {
  const answer = await request.send({
    service: 'fhir',
    method: 'POST',
    path: `/${resource.resourceType}`,
    body: resource,
    idempotencyKey: formId,
    queue,
  });
  return { isWaiting: answer.waiting === true };
}
