import { useHost, useStore } from '@phr/module-kit/host';
import { useCallback, useEffect, useReducer, useState } from 'react';
import {
  type ConnectionStatus,
  connectionAfter,
  type ConnectionEvent,
  movesTo,
  type PairingStatus,
} from './hub-state.model.ts';

/** How long a connection is waited for: three tries of ten seconds. */
const RESPONSE_WAIT_MS = 30_000;

export interface HubState {
  readonly connection: ConnectionStatus;
  readonly pairing: PairingStatus;
  /** This page hears news at all: a silence is the hub's own. */
  readonly isLive: boolean;
  /** Waits once more for a connection that failed. */
  readonly retry: () => void;
}

/** What a hub does and how it is connected, as the server tells it. */
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
    // A connection that had failed begins anew.
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
