import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { openPool } from '../src/db/pool.ts';
import { freePort } from '../src/ops/free-port.ts';
import { ownDatabase } from './template-databases.ts';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));
let dir: string;
let database: Awaited<ReturnType<typeof ownDatabase>>;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'phr-faults-'));
  database = await ownDatabase('words');
});
afterAll(async () => {
  await database.drop();
  await rm(dir, { recursive: true, force: true });
});

/** Starts the servers with these settings; answers the exit code and everything that was printed. */
async function start(settings: Readonly<Record<string, string>>): Promise<{ code: number | null; said: string }> {
  const ports = { PORT: await freePort(), IDENTITY_PORT: await freePort(), FILES_PORT: await freePort(), MQTT_PORT: await freePort() };
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env['PATH'], ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)])), DATABASE_URL: database.url, DATA_DIR: path.join(dir, 'data'), SHELL_DIR: path.join(dir, 'shell'),
      EMBED_DIR: path.join(dir, 'embed'), LOG_LEVEL: 'silent', ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const out of [child.stdout, child.stderr]) out.on('data', (text: Buffer) => { said += text.toString(); });
  const [code] = await once(child, 'close') as [number | null];
  return { code, said };
}

test.each(['PORT', 'IDENTITY_PORT', 'FILES_PORT', 'MQTT_PORT'])('a port that is taken ends the start in one sentence that names %s', async (setting) => {
  const taken = net.createServer();
  await once(taken.listen(0, '127.0.0.1'), 'listening');
  const { port } = taken.address() as net.AddressInfo;
  const { code, said } = await start({ [setting]: String(port) });
  taken.close();
  expect([code, said]).toEqual([1, `Port ${port} is in use by another program: stop it, or set ${setting} to a free port.\n`]);
});

test.each(['DATA_DIR', 'RELEASES_DIR', 'SHELL_DIR', 'LOG_FILE'])('a place that cannot be written ends the start in one sentence that names %s', async (setting) => {
  const file = path.join(dir, 'a-file');
  await writeFile(file, '');
  const { code, said } = await start({ [setting]: path.join(file, 'inside') });
  expect([code, said]).toEqual([1, expect.stringMatching(new RegExp(`^[^\\n]+ set ${setting} to another place\\.\\n$`))]);
});

test('a program that is older than its database says so', async () => {
  const newer = await ownDatabase('words');
  const db = openPool(newer.url, () => undefined, 1);
  await db.query("insert into schema_migration (name, sha256) values ('9999_of_the_future.sql', 'x')");
  await db.close();
  const { code, said } = await start({ DATABASE_URL: newer.url });
  await newer.drop();
  expect([code, said]).toEqual([1, expect.stringMatching(/^This program is older than its database, which has 9999_of_the_future\.sql: [^\n]+ DATABASE_URL [^\n]+\n$/)]);
});

test('a database that does not answer is named without its password', async () => {
  const port = await freePort();
  const { code, said } = await start({ DATABASE_URL: `postgres://phr:secret-word@127.0.0.1:${port}/phr` });
  expect([code, said]).toEqual([1, expect.stringMatching(new RegExp(`^The database 127\\.0\\.0\\.1:${port}/phr does not answer [^\\n]+ DATABASE_URL\\.\\n$`))]);
  expect(said).not.toContain('secret-word');
});
