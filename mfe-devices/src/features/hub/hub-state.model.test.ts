import {
  CONNECTION_STATUSES,
  connectionAfter,
  type ConnectionEvent,
  type ConnectionStatus,
  mayMove,
  movesTo,
  PAIRING_STATUSES,
} from './hub-state.model.ts';

test("[HUB-01][HUB-03] a hub's pairing status follows table T3, filling in moves whose news were lost", () => {
  expect(PAIRING_STATUSES).toEqual(['INIT', 'STANDBY', 'SCANNING', 'PAIRING']);
  const allowed = PAIRING_STATUSES.flatMap((from) =>
    PAIRING_STATUSES.filter((to) => to !== from && mayMove(from, to)).map((to) => `${from}>${to}`),
  );
  expect(allowed).toEqual([
    'INIT>STANDBY',
    'STANDBY>INIT',
    'STANDBY>SCANNING',
    'STANDBY>PAIRING',
    'SCANNING>INIT',
    'SCANNING>STANDBY',
    'SCANNING>PAIRING',
    'PAIRING>INIT',
    'PAIRING>STANDBY',
  ]);
  for (const from of PAIRING_STATUSES) {
    for (const to of PAIRING_STATUSES) {
      const path = [from, ...movesTo(from, to)];
      expect(path.at(-1)).toBe(to);
      for (let at = 1; at < path.length; at += 1) expect(mayMove(path[at - 1] ?? from, path[at] ?? to)).toBe(true);
    }
  }
});

test('[HUB-02][HUB-03] a connection moves only along table T3: each event in each status', () => {
  const EVENTS: readonly ConnectionEvent[] = ['open', 'up', 'down', 'failed', 'retry', 'leave'];
  const table = Object.fromEntries(
    CONNECTION_STATUSES.map((status) => [status, EVENTS.map((event) => connectionAfter(status, event))]),
  );
  expect(table).toEqual({
    INIT: ['CONNECTING', 'INIT', 'INIT', 'INIT', 'INIT', 'DISCONNECTED'],
    CONNECTING: ['CONNECTING', 'CONNECTED', 'CONNECTING', 'ERR', 'CONNECTING', 'DISCONNECTED'],
    CONNECTED: ['CONNECTED', 'CONNECTED', 'RECONNECTING', 'CONNECTED', 'CONNECTED', 'DISCONNECTED'],
    ERR: ['ERR', 'ERR', 'ERR', 'ERR', 'CONNECTING', 'DISCONNECTED'],
    RECONNECTING: ['RECONNECTING', 'CONNECTED', 'RECONNECTING', 'ERR', 'RECONNECTING', 'DISCONNECTED'],
    DISCONNECTED: ['CONNECTING', 'DISCONNECTED', 'DISCONNECTED', 'DISCONNECTED', 'DISCONNECTED', 'DISCONNECTED'],
  } satisfies Record<ConnectionStatus, readonly ConnectionStatus[]>);
});
