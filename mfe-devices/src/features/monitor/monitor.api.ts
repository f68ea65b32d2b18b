import { AppError, isAppError } from '@phr/contract/app-error';
import type { MeasureSessionEvent } from '@phr/contract/host-api';
import { useHost } from '@phr/module-kit/host';
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { ageOf, type MeasureSession, readMeasureSession } from './measure-session.entity.ts';

/** A running session, and when its response arrived by the monotonic clock. */
export interface RunningSession {
  readonly session: MeasureSession;
  readonly receivedAt: number;
  /** It was already running when this screen learned of it. */
  readonly isOlder: boolean;
}

export interface SessionOf {
  readonly patientId: string;
  readonly deviceId: string;
  readonly mac: string | undefined;
  /** The server has ended it. */
  readonly onEnded: () => void;
}

/**
 * A device's measuring session, with calls to start and end it. Leaving the screen does not end it: it is found again
 * in the module's memory or in the server's last message.
 */
export function useMeasureSession({ patientId, deviceId, mac, onEnded }: SessionOf) {
  const { request, realtime, topics } = useHost();
  const queries = useQueryClient();
  const queryKey = ['measure-session', patientId, deviceId];
  const { data: running } = useQuery<RunningSession | null>({
    queryKey,
    queryFn: skipToken,
    initialData: null,
    staleTime: Infinity,
    gcTime: Infinity,
  });
  const send = (which: 'start' | 'end') =>
    request.send({
      service: 'phr',
      method: 'POST',
      path: `/api/phr/health-sign-monitor/${which}-session`,
      idempotencyKey: crypto.randomUUID(),
      body: { patientId, deviceId, socketId: realtime.status.get().socketId ?? '' },
    });
  const start = useMutation({
    mutationFn: async () => {
      if (realtime.status.get().socketId === undefined)
        throw new AppError({ code: 'NETWORK', httpStatus: 0, source: 'PHR_API' });
      const session = readMeasureSession((await send('start')).body);
      if (session === undefined) throw new AppError({ code: '500' });
      return session;
    },
    onSuccess: (session) => {
      queries.setQueryData(queryKey, {
        session,
        receivedAt: performance.now(),
        isOlder: false,
      } satisfies RunningSession);
    },
  });
  const forget = () => {
    queries.setQueryData(queryKey, null);
  };
  // continue a session started earlier, here or elsewhere
  const hear = useEffectEvent(({ state, ...session }: MeasureSessionEvent) => {
    if (state === 'ended' && session.id === running?.session.id) {
      forget();
      onEnded();
    }
    const age = ageOf(session, Date.now());
    if (state !== 'started' || session.mac !== mac || age === undefined || running || start.isPending) return;
    queries.setQueryData(queryKey, {
      session,
      receivedAt: performance.now() - age,
      isOlder: true,
    } satisfies RunningSession);
  });
  useEffect(() => topics.subscribe('session', (event) => hear(event)), [topics, mac]);
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
  return { running: running ?? undefined, start, end };
}
