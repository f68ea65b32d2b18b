import { isAppError } from '@phr/contract/app-error';
import type { RequestPort } from '@phr/contract/host-api';
import { useHost } from '@phr/module-kit/host';
import { useQueryClient } from '@tanstack/react-query';

export interface Moving {
  readonly appointmentId: string;
  readonly slotId: string;
  /** Person whose record the appointment was opened from. */
  readonly patientId: string;
  /** The same for a repeat of one request. */
  readonly idempotencyKey: string;
}

/** Hosts whose server does not support moving (a call beyond the catalogue). */
const withoutMoves = new WeakSet<RequestPort>();

/** True unless the server is known to lack the call. */
export const supportsMoves = (request: RequestPort): boolean => !withoutMoves.has(request);

/**
 * Moves in one call, then notifies the page and refetches all lists. Resolves to false if unsupported. Rejects with
 * AppError.
 */
export function useMoveAppointment(): (moving: Moving) => Promise<boolean> {
  const { request, topics } = useHost();
  const queries = useQueryClient();
  return async ({ appointmentId, slotId, patientId, idempotencyKey }) => {
    try {
      await request.send({
        service: 'phr',
        method: 'POST',
        path: '/api/phr/appointment/move',
        body: { appointmentId, slotId },
        idempotencyKey,
      });
    } catch (error) {
      if (!isAppError(error) || (error.httpStatus !== 404 && error.httpStatus !== 501)) throw error;
      withoutMoves.add(request);
      return false;
    }
    topics.publish('appointment.changed', { patientId });
    await queries.invalidateQueries({ queryKey: ['list'] });
    return true;
  };
}
