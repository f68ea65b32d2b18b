import type { RequestPort } from '@phr/contract/host-api';

interface NewResource {
  readonly resourceType: string;
  readonly identifier: readonly { readonly system: string; readonly value: string }[];
}

/**
 * Saves observations: one as a plain create, several as one transaction, all or nothing (D-109). A repeat with the same identifiers
 * stores nothing twice. Rejects with AppError.
 */
export async function saveObservations(request: RequestPort, observations: readonly NewResource[]): Promise<void> {
  const [first] = observations;
  if (first === undefined) return;
  const key = first.identifier[0]?.value ?? '';
  if (observations.length === 1) {
    await request.send({ service: 'fhir', method: 'POST', path: '/Observation', body: first, idempotencyKey: key });
    return;
  }
  await request.send({
    service: 'fhir', method: 'POST', path: '/', idempotencyKey: key,
    body: { resourceType: 'Bundle', type: 'transaction', entry: observations.map(entryOf) },
  });
}

function entryOf(resource: NewResource) {
  const [identifier] = resource.identifier;
  const uuid = identifier?.value ?? '';
  return { fullUrl: uuid, resource, request: { method: 'POST', url: resource.resourceType, ifNoneExist: `identifier=${identifier?.system ?? ''}|${uuid}` } };
}
