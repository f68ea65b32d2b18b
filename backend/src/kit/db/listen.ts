import { setTimeout as pause } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import type { Db, ServerLog } from '../platform.ts';

/** Milliseconds until a lost connection is taken anew. */
const AGAIN_MS = 1_000;

/**
 * Listens for what other processes say on a channel, on a connection of its own, and takes a new one when it is lost. `told` is called with the payload of each
 * notification, and without one whenever the listening begins: what was said before it was missed.
 */
export function listenFor(
  db: Db,
  channel: string,
  told: (payload?: string) => void,
  log: ServerLog,
): { stop(): Promise<void> } {
  const end = new AbortController();
  const loop = async (): Promise<void> => {
    while (!end.signal.aborted) {
      let client: PoolClient | undefined;
      try {
        client = await db.pool.connect();
        const lost = new Promise<void>((resolve) => {
          client?.once('error', () => resolve()).once('end', () => resolve());
          end.signal.addEventListener('abort', () => resolve(), { once: true });
          // it may have been stopped while the connection was on its way
          if (end.signal.aborted) resolve();
        });
        client.on('notification', ({ payload }) => told(payload));
        await client.query(`listen ${channel}`);
        told();
        await lost;
      } catch (error) {
        log.warn({ err: error }, 'cannot listen for other processes now');
      }
      // not given back for other uses: it still listens
      client?.release(true);
      if (!end.signal.aborted) await pause(AGAIN_MS, undefined, { signal: end.signal }).catch(() => undefined);
    }
  };
  const done = loop();
  return {
    stop: () => {
      end.abort();
      return done;
    },
  };
}
