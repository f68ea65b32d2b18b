import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { Config } from '../kit/config.ts';
import { nameOf, StartFault } from '../kit/start-fault.ts';
import type { Db, ServerLog } from '../kit/platform.ts';
import { migrate } from '../kit/db/migrate.ts';
import { openPool } from '../kit/db/pool.ts';

const CLOSE_MS = 500;

export interface OpenDatabase {
  readonly db: Db;
  readonly embedded: boolean;
  /** Its address, for processes that share it; holds a password. */
  readonly url: string;
  /** Process of the embedded server that runs now. */
  serverPid(): number | undefined;
  /**
   * A second, small pool for work beside a transaction, which could deadlock waiting for the first. Closed with the
   * database.
   */
  beside(max: number): Db;
  /** Closes the pool, then the server if it is ours. */
  close(): Promise<void>;
}

/**
 * Opens DATABASE_URL, or starts the embedded server in DATA_DIR, and migrates the schema. `onConnect` gets the database
 * process id of each connection.
 */
export async function openDatabase(
  config: Config,
  log: ServerLog,
  onConnect?: (serverPid: number) => void,
): Promise<OpenDatabase> {
  const server =
    config.databaseUrl === undefined
      ? await (await import('../demo/embedded-server.ts')).startEmbeddedServer({
          dir: path.join(config.dataDir, 'postgres'),
          log,
        })
      : undefined;
  try {
    if (server !== undefined) await createIfMissing(server.url('postgres'), 'phr');
    const url = config.databaseUrl ?? server?.url('phr') ?? '';
    const onError = (error: Error): void => log.warn({ err: error }, 'database connection lost');
    const db = openPool(url, onError, undefined, onConnect);
    try {
      const ran = await migrate(db).catch((error: unknown) => {
        throw config.databaseUrl === undefined ? error : unreachable(error, config.databaseUrl);
      });
      if (ran.length > 0) log.info({ ran }, 'schema brought up to date');
    } catch (error) {
      await db.close();
      throw error;
    }
    const others: (Db & { close(): Promise<void> })[] = [];
    return {
      db,
      url,
      embedded: server !== undefined,
      serverPid: () => server?.pid(),
      beside(max) {
        const other = openPool(url, onError, max, onConnect);
        others.push(other);
        return other;
      },
      async close() {
        // a hanging statement must not block shutdown
        await Promise.race([Promise.all([db, ...others].map((pool) => pool.close())), pause(CLOSE_MS)]);
        await server?.stop();
      },
    };
  } catch (error) {
    await server?.stop();
    throw error;
  }
}

/** Why DATABASE_URL cannot be used, without any password in it. */
function unreachable(error: unknown, address: string): unknown {
  if (!(error instanceof Error)) return error;
  const { code } = { code: '', ...error };
  const why =
    code === 'UNAVAILABLE'
      ? `does not answer${error.cause instanceof Error ? ` (${error.cause.message})` : ''}: start it`
      : code === '28P01' || code === '28000'
        ? 'refuses this user'
        : code === '3D000'
          ? 'does not exist: create it'
          : undefined;
  return why === undefined
    ? error
    : new StartFault(`The database ${nameOf(address)} ${why}, or correct DATABASE_URL.`, { cause: error });
}

async function createIfMissing(adminUrl: string, name: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}
