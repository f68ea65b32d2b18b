import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { PORTS } from './addresses.ts';

const DATA = path.join(import.meta.dirname, `../../.data/e2e-${PORTS.shell}`);
export const SERVER_LOG = path.join(DATA, 'server.log');
const LOGS = [SERVER_LOG, path.join(DATA, 'postgres/postgres.log')];

/**
 * Starts reading the logs of the servers and of the database. Returns the function that reads what was written since.
 */
export async function listenToServers(): Promise<() => Promise<string>> {
  const begin = await Promise.all(LOGS.map(async (file) => (await stat(file)).size));
  return async () =>
    (await Promise.all(LOGS.map(async (file, at) => (await readFile(file)).subarray(begin[at]).toString()))).join('\n');
}
