import { Pool, type PoolClient } from 'pg';
import type { Db, Sql } from '../platform.ts';

/** A pool whose idle connections may be cut at any time without ending the process. */
export function openPool(url: string, onError: (error: Error) => void, max = 20): Db & { close(): Promise<void> } {
  const pool = new Pool({ connectionString: url, max, connectionTimeoutMillis: 10_000, idleTimeoutMillis: 30_000, statement_timeout: 60_000 });
  pool.on('error', onError);
  // a client that loses its connection while in use says so twice: by its query and by this event
  pool.on('connect', (client) => client.on('error', onError));

  return {
    pool,
    query: (text, values = []) => pool.query(text, [...values]).then((result) => result.rows),
    async tx(work) {
      const client = await pool.connect();
      let broken: Error | undefined;
      try {
        await client.query('begin');
        const result = await work(sqlOf(client));
        await client.query('commit');
        return result;
      } catch (error) {
        await client.query('rollback').catch((failure: Error) => { broken = failure; });
        throw error;
      } finally {
        client.release(broken);
      }
    },
    close: () => pool.end(),
  };
}

function sqlOf(client: PoolClient): Sql {
  return { query: (text, values = []) => client.query(text, [...values]).then((result) => result.rows) };
}
