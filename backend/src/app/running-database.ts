import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../kit/config.ts';
import type { Db } from '../kit/platform.ts';
import { homeOf } from '../demo/embedded-server.ts';
import { openPool } from '../kit/db/pool.ts';

/**
 * Database of a possibly running product, for tools: DATABASE_URL, else the embedded server of DATA_DIR.
 * @throws Error with an operator message if none is running
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
