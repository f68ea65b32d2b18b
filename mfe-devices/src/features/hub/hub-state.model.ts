import type { HubStatus } from '@phr/contract/host-api';

/** Pairing status of a hub (HUB-01). */
export type PairingStatus = HubStatus['pairing'];
export const PAIRING_STATUSES: readonly PairingStatus[] = ['INIT', 'STANDBY', 'SCANNING', 'PAIRING'];

// Decision D-14, table T3; a restart or lost connection returns to INIT from anywhere.
const PAIRING_MOVES: Readonly<Record<PairingStatus, readonly PairingStatus[]>> = {
  INIT: ['STANDBY'],
  STANDBY: ['SCANNING', 'PAIRING', 'INIT'],
  SCANNING: ['STANDBY', 'PAIRING', 'INIT'],
  PAIRING: ['STANDBY', 'INIT'],
};

/** True if a status can follow another directly; staying is not a transition. */
export const mayMove = (from: PairingStatus, to: PairingStatus): boolean =>
  from === to || PAIRING_MOVES[from].includes(to);

/**
 * Transitions from the known status to the reported one. Messages can be lost, so skipped intermediate transitions are
 * inserted.
 */
export function movesTo(from: PairingStatus, to: PairingStatus): readonly PairingStatus[] {
  if (from === to) return [];
  if (mayMove(from, to)) return [to];
  // only INIT and PAIRING can be two transitions away, with STANDBY in between
  return ['STANDBY', to];
}

/** Connection state of a screen to a hub (HUB-02). */
export const CONNECTION_STATUSES = ['INIT', 'CONNECTING', 'CONNECTED', 'ERR', 'RECONNECTING', 'DISCONNECTED'] as const;
export type ConnectionStatus = (typeof CONNECTION_STATUSES)[number];

/** Events of a connection: requested, established, lost, timed out, retried, left. */
export type ConnectionEvent = 'open' | 'up' | 'down' | 'failed' | 'retry' | 'leave';

const CONNECTION_MOVES: Readonly<
  Record<ConnectionStatus, Readonly<Partial<Record<ConnectionEvent, ConnectionStatus>>>>
> = {
  INIT: { open: 'CONNECTING' },
  CONNECTING: { up: 'CONNECTED', failed: 'ERR' },
  CONNECTED: { down: 'RECONNECTING' },
  RECONNECTING: { up: 'CONNECTED', failed: 'ERR' },
  ERR: { retry: 'CONNECTING' },
  DISCONNECTED: { open: 'CONNECTING' },
};

/** The status after an event; irrelevant events change nothing. */
export function connectionAfter(status: ConnectionStatus, event: ConnectionEvent): ConnectionStatus {
  if (event === 'leave') return 'DISCONNECTED';
  return CONNECTION_MOVES[status][event] ?? status;
}
