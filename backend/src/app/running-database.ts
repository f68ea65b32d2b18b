import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../kit/config.ts';
import type { Db } from '../kit/platform.ts';
import { homeOf } from '../demo/embedded-server.ts';
import { openPool } from '../kit/db/pool.ts';

/**
 * The database of a product that may be running, for tools beside it: DATABASE_URL, else the embedded server of DATA_DIR.
 * Throws Error with a message for the operator when nothing runs there.
 */
export async function runningDatabase(config: Config): Promise<Db & { close(): Promise<void> }> {
  if (config.databaseUrl !== undefined) return openPool(config.databaseUrl, () => undefined, 4);
  const home = await homeOf(path.join(config.dataDir, 'postgres'));
  const lines = (await readFile(path.join(home, 'data', 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const password = (await readFile(path.join(home, 'password'), 'utf8').catch(() => '')).trim();
  const port = Number(lines[3]);
  const db = openPool(`postgres://phr:${password}@127.0.0.1:${port > 0 ? port : 1}/phr`, () => undefined, 4);
  try {
    await db.query('select 1');
    return db;
  } catch (error) {
    await db.close();
    throw new Error(`No product runs on ${config.dataDir}: start it, or set DATABASE_URL.`, { cause: error });
  }
}
