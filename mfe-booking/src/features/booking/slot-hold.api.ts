import { isAppError } from '@phr/contract/app-error';
import type { RequestPort } from '@phr/contract/host-api';
import { lenientObject, text } from '@phr/fhir/json';

const held = lenientObject({ until: text });

/** Hosts whose server keeps no times: asked once, not for every booking. */
const withoutHolds = new WeakSet<RequestPort>();

/**
 * Keeps a free time while a person confirms it. Answers the instant at which others can take it again; undefined from a server that does not have this call (it is
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

/** Lets others take it again before its time is over. Rejects with AppError. */
export async function releaseSlot(request: RequestPort, slotId: string): Promise<void> {
  await request.send({
    service: 'phr',
    method: 'DELETE',
    path: `/api/phr/appointment/hold/${encodeURIComponent(slotId)}`,
  });
}
