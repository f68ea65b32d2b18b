import type { HubStatus } from '@phr/contract/host-api';

/** What a hub does (HUB-01). */
export type PairingStatus = HubStatus['pairing'];
export const PAIRING_STATUSES: readonly PairingStatus[] = ['INIT', 'STANDBY', 'SCANNING', 'PAIRING'];

// Decision D-14, table T3; a restart or a lost connection leads from anywhere to INIT.
const PAIRING_MOVES: Readonly<Record<PairingStatus, readonly PairingStatus[]>> = {
  INIT: ['STANDBY'],
  STANDBY: ['SCANNING', 'PAIRING', 'INIT'],
  SCANNING: ['STANDBY', 'PAIRING', 'INIT'],
  PAIRING: ['STANDBY', 'INIT'],
};

/** True when a hub may go from one status to the other in one move; staying is no move. */
export const mayMove = (from: PairingStatus, to: PairingStatus): boolean =>
  from === to || PAIRING_MOVES[from].includes(to);

/**
 * The moves from what was known to what a hub says now. News can be lost on the way, so a status that is not one move away is reached by the moves
 * that must have been between.
 */
export function movesTo(from: PairingStatus, to: PairingStatus): readonly PairingStatus[] {
  if (from === to) return [];
  if (mayMove(from, to)) return [to];
  // Only INIT and PAIRING are ever two moves away from something, and STANDBY lies between.
  return ['STANDBY', to];
}

/** How this screen is connected with a hub (HUB-02). */
export const CONNECTION_STATUSES = ['INIT', 'CONNECTING', 'CONNECTED', 'ERR', 'RECONNECTING', 'DISCONNECTED'] as const;
export type ConnectionStatus = (typeof CONNECTION_STATUSES)[number];

/** What happens to a connection: somebody asks for it, it is there, it is lost, trying took too long, somebody asks again, somebody leaves. */
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

/** The status after an event; an event that means nothing in a status changes nothing. */
export function connectionAfter(status: ConnectionStatus, event: ConnectionEvent): ConnectionStatus {
  if (event === 'leave') return 'DISCONNECTED';
  return CONNECTION_MOVES[status][event] ?? status;
}
