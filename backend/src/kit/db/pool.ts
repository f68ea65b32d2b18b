import { Pool, type PoolClient, type QueryConfig, type QueryResultRow } from 'pg';
import type { Db, Sql } from '../platform.ts';
import { ServerError } from '../server-error.ts';

/**
 * A pool whose connections may be cut at any time. While the database is down, calls reject with ServerError
 * UNAVAILABLE and can be retried. `onConnect` gets each new connection's backend process id.
 */
export function openPool(
  url: string,
  onError: (error: Error) => void,
  max = 20,
  onConnect?: (serverPid: number) => void,
): Db & { close(): Promise<void> } {
  const pool = new Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 60_000,
  });
  pool.on('error', onError);
  // a client that loses its connection in use reports it twice: by its query and by this event
  pool.on('connect', (client) => {
    client.on('error', onError);
    if (onConnect !== undefined && 'processID' in client) onConnect(Number(client.processID));
  });

  return {
    pool,
    query: <R extends QueryResultRow>(text: string, values: readonly unknown[] = []) =>
      rowsOf<R>(pool, { text, values: [...values] }).catch(refuseWhenAway),
    prepared: <R extends QueryResultRow>(text: string, values: readonly unknown[]) =>
      rowsOf<R>(pool, { ...named(text), text, values: [...values] }).catch(refuseWhenAway),
    async tx(work) {
      const client = await pool.connect().catch(refuseWhenAway);
      let broken: Error | undefined;
      try {
        const committed: (() => void)[] = [];
        const rolledBack: (() => void)[] = [];
        await client.query('begin');
        const result = await work(sqlOf(client, committed, rolledBack)).catch((error: unknown) => {
          for (const follow of rolledBack) follow();
          throw error;
        });
        await client.query('commit');
        for (const follow of committed) follow();
        return result;
      } catch (error) {
        await client.query('rollback').catch((failure: Error) => {
          broken = failure;
        });
        return refuseWhenAway(error);
      } finally {
        client.release(broken);
      }
    },
    close: () => pool.end(),
  };
}

/**
 * An always-true SQL condition that makes its statement commit without waiting for the disk: for data that may be lost
 * in a crash, or that a following commit makes durable, as the log is sequential.
 */
export const COMMITS_LATER = "(select set_config('synchronous_commit', 'off', true)) = 'off'";

/** Limit of prepared statements per connection. */
const MAX_PREPARED = 200;
const names = new Map<string, string>();

function named(text: string): { name?: string } {
  const known = names.get(text);
  if (known !== undefined) return { name: known };
  if (names.size >= MAX_PREPARED) return {};
  const name = `s${names.size}`;
  names.set(text, name);
  return { name };
}

/** The rows of a statement; the caller states their type. */
export async function rowsOf<R extends QueryResultRow>(on: Pool | PoolClient, statement: QueryConfig): Promise<R[]> {
  return (await on.query<R>(statement)).rows;
}

function sqlOf(client: PoolClient, committed: (() => void)[], rolledBack: (() => void)[]): Sql {
  return {
    query: (text, values = []) => rowsOf(client, { text, values: [...values] }),
    afterCommit: (work) => {
      committed.push(work);
    },
    afterRollback: (work) => {
      rolledBack.push(work);
    },
  };
}

/** Texts of the driver's own errors, which have no code. */
const AWAY =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect)/;

/** Throws the error, or UNAVAILABLE if the database is restarting, unreachable, or out of disk. */
function refuseWhenAway(error: unknown): never {
  const code = textOf(error, 'code');
  const isAway =
    /^(08|53100$|57P|(?:ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$)/.test(
      code,
    ) || AWAY.test(textOf(error, 'message'));
  throw isAway
    ? new ServerError(
        'UNAVAILABLE',
        code === '53100' ? 'The disk of the database is full' : 'The database cannot be used at the moment',
        { cause: error },
      )
    : error;
}

function textOf(error: unknown, field: 'code' | 'message'): string {
  const value: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, field) : undefined;
  return typeof value === 'string' ? value : '';
}
