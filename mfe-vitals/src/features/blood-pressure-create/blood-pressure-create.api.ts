import type { RequestPort } from '@phr/contract/host-api';
import { createEntry, transaction, type NewObservation } from '@phr/fhir/builders';

/** A new observation with the id by which a repeat is recognised. */
interface NewReading {
  readonly formId: string;
  readonly resource: NewObservation;
}

/**
 * Saves readings: one as a plain create, several as one transaction, all or nothing (D-109). A repeat with the same ids stores nothing
 * twice. Rejects with AppError.
 */
export async function saveReadings(request: RequestPort, readings: readonly NewReading[]): Promise<void> {
  const [first, ...others] = readings;
  if (first === undefined) return;
  const common = { service: 'fhir', method: 'POST', idempotencyKey: first.formId } as const;
  await request.send(others.length === 0
    ? { ...common, path: '/Observation', body: first.resource }
    : { ...common, path: '/', body: transaction(readings.map(({ formId, resource }) => createEntry(resource, formId))) });
}
