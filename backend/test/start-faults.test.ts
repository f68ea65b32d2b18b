import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { inTurn } from '../../tools/sample.ts';
import { openPool } from '../src/kit/db/pool.ts';
import { freePort } from '../src/kit/free-port.ts';
import { COMPILE_CACHE } from './compile-cache.ts';
import { ownDatabase } from './template-databases.ts';

// Starts whole processes, which take much longer than the usual second on a busy machine.
import.meta.jest.setTimeout(120_000);

const MAIN = fileURLToPath(new URL('../src/app/main.ts', import.meta.url));
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

/** Starts the servers with these settings. */
async function launch(
  settings: Readonly<Record<string, string>>,
): Promise<ChildProcess & { readonly stdout: Readable; readonly stderr: Readable }> {
  const ports = {
    PORT: await freePort(),
    IDENTITY_PORT: await freePort(),
    FILES_PORT: await freePort(),
    MQTT_PORT: await freePort(),
  };
  return spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env['PATH'],
      ...COMPILE_CACHE,
      ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)])),
      DATABASE_URL: database.url,
      DATA_DIR: path.join(dir, 'data'),
      SHELL_DIR: path.join(dir, 'shell'),
      EMBED_DIR: path.join(dir, 'embed'),
      LOG_LEVEL: 'silent',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** The same for a start that ends by itself; returns the exit code and the whole output. */
async function start(settings: Readonly<Record<string, string>>): Promise<{ code: number | null; said: string }> {
  const child = await launch(settings);
  let said = '';
  for (const out of [child.stdout, child.stderr])
    out.on('data', (text: Buffer) => {
      said += text.toString();
    });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, said };
}

/** A third in rotation: each row is a whole start of the program, and its output depends only on these two folders. */
const turn = <T>(rows: readonly T[]): readonly T[] => inTurn(rows, 3, ['backend/src/app', 'backend/src/kit']);

const TAKEN = [
  ['PORT', 0],
  ['IDENTITY_PORT', 0],
  ['FILES_PORT', 0],
  ['MQTT_PORT', 0],
  ['METRICS_PORT', 0],
  // the record services' own process has its figures one port above
  ['METRICS_PORT', 1],
] as const;
test.each(turn(TAKEN))(
  'a port that is taken ends the start in one sentence that names its setting: %s + %i',
  async (setting, above) => {
    const taken = net.createServer();
    await once(taken.listen(0, '127.0.0.1'), 'listening');
    const { port } = taken.address() as net.AddressInfo;
    const { code, said } = await start({ [setting]: String(port - above) });
    taken.close();
    expect([code, said]).toEqual([
      1,
      `Port ${port} is in use by another program: stop it, or set ${setting} to a free port.\n`,
    ]);
  },
);

test('two settings with one port end the start in one sentence that names both', async () => {
  const port = String(await freePort());
  const { code, said } = await start({ PORT: port, IDENTITY_PORT: port });
  expect([code, said]).toEqual([1, `PORT and IDENTITY_PORT are both ${port}: give each a port of its own.\n`]);
});

test.each(turn(['DATA_DIR', 'RELEASES_DIR', 'SHELL_DIR', 'LOG_FILE']))(
  'a place that cannot be written ends the start in one sentence that names %s',
  async (setting) => {
    const file = path.join(dir, 'a-file');
    await writeFile(file, '');
    const { code, said } = await start({ [setting]: path.join(file, 'inside') });
    expect([code, said]).toEqual([
      1,
      expect.stringMatching(new RegExp(`^[^\\n]+ set ${setting} to another place\\.\\n$`)),
    ]);
  },
);

test('a program that is older than its database says so', async () => {
  const newer = await ownDatabase('words');
  const db = openPool(newer.url, () => undefined, 1);
  await db.query("insert into schema_migration (name, sha256) values ('9999_of_the_future.sql', 'x')");
  await db.close();
  const { code, said } = await start({ DATABASE_URL: newer.url });
  await newer.drop();
  expect([code, said]).toEqual([
    1,
    expect.stringMatching(
      /^This program is older than its database, which has 9999_of_the_future\.sql: [^\n]+ DATABASE_URL [^\n]+\n$/,
    ),
  ]);
});

test('a database that does not answer is named without its password', async () => {
  const port = await freePort();
  const { code, said } = await start({ DATABASE_URL: `postgres://phr:secret-word@127.0.0.1:${port}/phr` });
  expect([code, said]).toEqual([
    1,
    expect.stringMatching(
      new RegExp(`^The database 127\\.0\\.0\\.1:${port}/phr does not answer [^\\n]+ DATABASE_URL\\.\\n$`),
    ),
  ]);
  expect(said).not.toContain('secret-word');
});

const SILENT = [
  ['DATABASE_URL', 'postgres://phr:secret-word@no-such-host.invalid/phr'],
  ['REDIS_URL', 'redis://:secret-word@127.0.0.1:1'],
  ['MQTT_URL', 'mqtt://phr:secret-word@127.0.0.1:1'],
] as const;
test.each(turn(SILENT))(
  '%s of a server that does not answer ends the start in one sentence',
  async (setting, address) => {
    const { code, said } = await start({ [setting]: address, MQTT_PASSWORD: 'a-password-of-16-or-more' });
    expect([code, said]).toEqual([1, expect.stringMatching(new RegExp(`^[^\\n]+ correct ${setting}\\.\\n$`))]);
    expect(said).not.toContain('secret-word');
  },
);

test('a start that is told to end takes its database along', async () => {
  const own = await mkdtemp(path.join(tmpdir(), 'phr-ended-'));
  // the database server runs without rights of its own
  await chmod(own, 0o755);
  const child = await launch({ DATABASE_URL: '', DATA_DIR: own });
  const ended = once(child, 'exit');
  let server = 0;
  while (!(server > 0)) {
    await pause(10);
    server = Number(
      (await readFile(path.join(own, 'postgres/data/postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0],
    );
  }
  child.kill('SIGTERM');
  expect(await ended).toEqual([143, null]);
  const isAlive = (): boolean => {
    try {
      return process.kill(server, 0);
    } catch {
      return false;
    }
  };
  while (isAlive()) await pause(20);
  await rm(own, { recursive: true });
});
