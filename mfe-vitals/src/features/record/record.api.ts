import type { QueueOptions, RequestPort } from '@phr/contract/host-api';
import { createEntry, transaction } from '@phr/fhir/builders';
import type { NewReading } from './new-reading.entity.ts';

/**
 * Saves readings: one as a plain create, several as one transaction (D-109). Retries with the same ids store nothing
 * twice. Offline the host queues them and the result is true. Rejects with AppError if the service rejects them.
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
