import type { QueueOptions, RequestPort } from '@phr/contract/host-api';
import { createEntry, transaction } from '@phr/fhir/builders';
import type { NewReading } from './new-reading.entity.ts';

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
