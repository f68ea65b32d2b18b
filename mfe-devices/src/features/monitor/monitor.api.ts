import { AppError, isAppError } from '@phr/contract/app-error';
import { useHost } from '@phr/module-kit/host';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type MeasureSession, readMeasureSession } from './measure-session.ts';

/** A session that runs, and when its answer came on this device's steady clock. */
export interface RunningSession { readonly session: MeasureSession; readonly receivedAt: number }

export interface SessionOf { readonly patientId: string; readonly deviceId: string }

/**
 * The measure session of a device, as this page knows it, and the calls that start and end it. It lives in the module's memory: leaving the screen
 * does not end it.
 */
export function useMeasureSession({ patientId, deviceId }: SessionOf) {
  const { request, realtime } = useHost();
  const queries = useQueryClient();
  const queryKey = ['measure-session', patientId, deviceId];
  const { data: running } = useQuery<RunningSession | null>({ queryKey, queryFn: () => null, staleTime: Infinity, gcTime: Infinity });
  const send = (which: 'start' | 'end') => request.send({
    service: 'phr', method: 'POST', path: `/api/phr/health-sign-monitor/${which}-session`, idempotencyKey: crypto.randomUUID(),
    body: { patientId, deviceId, socketId: realtime.status.get().socketId ?? '' },
  });
  const start = useMutation({
    mutationFn: async () => {
      if (realtime.status.get().socketId === undefined) throw new AppError({ code: 'NETWORK', httpStatus: 0, source: 'PHR_API' });
      const session = readMeasureSession((await send('start')).body);
      if (session === undefined) throw new AppError({ code: '500' });
      return session;
    },
    onSuccess: (session) => { queries.setQueryData(queryKey, { session, receivedAt: performance.now() } satisfies RunningSession); },
  });
  const forget = () => { queries.setQueryData(queryKey, null); };
  const end = useMutation({
    async mutationFn() {
      try {
        await send('end');
      } catch (error) {
        // It has ended already.
        if (!isAppError(error) || error.httpStatus !== 404) throw error;
      }
    },
    onSuccess: forget,
  });
  return { running: running ?? undefined, start, end, forget };
}
