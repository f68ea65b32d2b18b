import { isAppError } from '@phr/contract/app-error';
import type { RequestPort } from '@phr/contract/host-api';
import { lenientObject, text } from '@phr/fhir/json';

const held = lenientObject({ until: text });

/** Hosts whose server does not support holds, remembered to avoid further calls. */
const withoutHolds = new WeakSet<RequestPort>();

/**
 * Holds a free time while a person confirms it. Resolves to the hold's expiry; undefined if unsupported (the call is
 * beyond the catalogue). Rejects with AppError SLOT_TAKEN, SLOT_TOO_SOON and others.
 */
export async function holdSlot(request: RequestPort, patientId: string, slotId: string): Promise<string | undefined> {
  if (withoutHolds.has(request)) return undefined;
  try {
    const { body } = await request.send({
      service: 'phr',
      method: 'POST',
      path: '/api/phr/appointment/hold',
      body: { patientId, slotId },
    });
    return held(body)?.until;
  } catch (error) {
    if (!isAppError(error) || (error.httpStatus !== 404 && error.httpStatus !== 501)) throw error;
    withoutHolds.add(request);
    return undefined;
  }
}

/** Releases a hold early. Rejects with AppError. */
export async function releaseSlot(request: RequestPort, slotId: string): Promise<void> {
  await request.send({
    service: 'phr',
    method: 'DELETE',
    path: `/api/phr/appointment/hold/${encodeURIComponent(slotId)}`,
  });
}
