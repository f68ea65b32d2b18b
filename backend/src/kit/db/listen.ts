import { setTimeout as pause } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import type { Db, ServerLog } from '../platform.ts';

/** Reconnect delay in milliseconds. */
const AGAIN_MS = 1_000;

/**
 * Subscribes to a channel on a dedicated connection, reconnecting when lost. `told` gets each payload, and is called
 * without one on each (re)start, as notifications may have been missed.
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
          // it may have been stopped while connecting
          if (end.signal.aborted) resolve();
        });
        client.on('notification', ({ payload }) => told(payload));
        await client.query(`listen ${channel}`);
        told();
        await lost;
      } catch (error) {
        log.warn({ err: error }, 'cannot listen for other processes now');
      }
      // do not return it to the pool: it still listens
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
