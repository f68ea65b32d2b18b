import { useHost, useStore } from '@phr/module-kit/host';
import { useCallback, useEffect, useReducer, useState } from 'react';
import {
  type ConnectionStatus,
  connectionAfter,
  type ConnectionEvent,
  movesTo,
  type PairingStatus,
} from './hub-state.model.ts';

/** Connection timeout: three attempts of ten seconds. */
const RESPONSE_WAIT_MS = 30_000;

export interface HubState {
  readonly connection: ConnectionStatus;
  readonly pairing: PairingStatus;
  /** This page receives messages at all, so silence is the hub's. */
  readonly isLive: boolean;
  /** Waits again after a failed connection. */
  readonly retry: () => void;
}

/** A hub's status and connection, as reported by the server. */
export function useHub(mac: string | undefined): HubState {
  const { topics, realtime } = useHost();
  const { connected } = useStore(realtime.status);
  const [isOnline, setOnline] = useState(false);
  const [pairing, hear] = useReducer(
    (before: PairingStatus, to: PairingStatus) => movesTo(before, to).at(-1) ?? before,
    'INIT',
  );
  const [connection, happen] = useReducer(
    (status: ConnectionStatus, event: ConnectionEvent) => connectionAfter(status, event),
    'INIT',
  );

  useEffect(
    () =>
      topics.subscribe('hub:status', (status) => {
        if (status.mac !== mac) return;
        setOnline(status.online);
        hear(status.online ? status.pairing : 'INIT');
      }),
    [topics, mac],
  );

  useEffect(() => {
    happen('open');
    return () => happen('leave');
  }, [mac]);

  const isUp = connected && isOnline;
  useEffect(() => {
    if (!isUp) return happen('down');
    // retry a failed connection
    happen('retry');
    return happen('up');
  }, [isUp, mac]);

  const isWaiting = connection === 'CONNECTING' || connection === 'RECONNECTING';
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => happen('failed'), RESPONSE_WAIT_MS);
    return () => clearTimeout(timer);
  }, [isWaiting]);

  return { connection, pairing, isLive: connected, retry: useCallback(() => happen('retry'), []) };
}
