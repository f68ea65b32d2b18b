import path from 'node:path';
import { Client } from 'pg';
import type { Config } from '../config.ts';
import type { Db } from '../platform.ts';
import { startEmbeddedServer, type ServerLog } from './embedded-server.ts';
import { migrate } from './migrate.ts';
import { openPool } from './pool.ts';

export interface OpenDatabase {
  readonly db: Db;
  readonly embedded: boolean;
  /** A second, small pool for work beside a transaction: a connection of the first might never come free for it. Closed with the database. */
  beside(max: number): Db;
  /** Closes the pool, then the server if it is ours. */
  close(): Promise<void>;
}

/** Opens DATABASE_URL, or starts the embedded server in DATA_DIR, and brings the schema up to date. */
export async function openDatabase(config: Config, log: ServerLog): Promise<OpenDatabase> {
  const server = config.databaseUrl === undefined ? await startEmbeddedServer({ dir: path.join(config.dataDir, 'postgres'), log }) : undefined;
  try {
    if (server !== undefined) await createIfMissing(server.url('postgres'), 'phr');
    const url = config.databaseUrl ?? server?.url('phr') ?? '';
    const db = openPool(url, (error) => log.warn({ err: error }, 'database connection lost'));
    try {
      const ran = await migrate(db);
      if (ran.length > 0) log.info({ ran }, 'schema brought up to date');
    } catch (error) {
      await db.close();
      throw error;
    }
    const others: (Db & { close(): Promise<void> })[] = [];
    return {
      db, embedded: server !== undefined,
      beside(max) {
        const other = openPool(url, (error) => log.warn({ err: error }, 'database connection lost'), max);
        others.push(other);
        return other;
      },
      async close() {
        await Promise.all([db, ...others].map((pool) => pool.close()));
        await server?.stop();
      },
    };
  } catch (error) {
    await server?.stop();
    throw error;
  }
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
