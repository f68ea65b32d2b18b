import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { startEmbeddedServer, type EmbeddedServer } from '../src/demo/embedded-server.ts';
import { migrate } from '../src/kit/db/migrate.ts';
import { openPool } from '../src/kit/db/pool.ts';
import { createAccess } from '../src/access/access.ts';
import { createAudit } from '../src/access/audit.ts';
import { COMPILE_CACHE } from './compile-cache.ts';

// Starts whole processes, which take much longer than the usual second on a busy machine.
import.meta.jest.setTimeout(120_000);

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
let dir: string;
let server: EmbeddedServer;
let count = 0;

beforeAll(async () => {
  dir = await newFolder();
  server = await startEmbeddedServer({ dir, log: silent });
});
afterAll(async () => {
  await server.stop();
  await rm(dir, { recursive: true, force: true });
});

/** A folder that an unprivileged database server can reach. */
async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'phr-db-'));
  await chmod(folder, 0o755);
  return folder;
}

async function newDatabase() {
  const name = `t${(count += 1)}`;
  const admin = new Client({ connectionString: server.url('postgres') });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  return openPool(server.url(name), () => undefined);
}

test('killing the database server during writes loses no acknowledged write, and it recovers by itself', async () => {
  const db = await newDatabase();
  await db.query('create table written (n int primary key, part int not null)');
  const acknowledged: number[] = [];
  let next = 0;
  let done = false;
  const writer = async (): Promise<void> => {
    while (!done) {
      const n = (next += 1);
      await db
        .tx(async (sql) => {
          await sql.query('insert into written values ($1, 1)', [n * 2]);
          await sql.query('insert into written values ($1, 2)', [n * 2 + 1]);
        })
        .then(
          () => acknowledged.push(n),
          () => pause(20),
        );
    }
  };
  const writers = [writer(), writer(), writer(), writer()];
  let killed = 0;
  for (let round = 0; round < 3; round += 1) {
    const before = acknowledged.length;
    while (acknowledged.length < before + 50) await pause(5);
    const pid = server.pid();
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
    killed += 1;
    while (server.pid() === pid) await pause(10);
    const at = acknowledged.length;
    while (acknowledged.length < at + 10) await pause(10);
  }
  done = true;
  await Promise.all(writers);
  const rows = await db.query<{ n: number; part: number }>('select n, part from written');
  const stored = new Set(rows.map((row) => row.n));
  expect(killed).toBe(3);
  expect(acknowledged.filter((n) => !stored.has(n * 2) || !stored.has(n * 2 + 1))).toEqual([]);
  // both rows of a transaction or none
  expect([...stored].filter((n) => !stored.has(n % 2 === 0 ? n + 1 : n - 1))).toEqual([]);
  await db.close();
}, 120_000);

test('a server that a killed backend left behind is ended and its data are taken over', async () => {
  const home = await newFolder();
  const script = fileURLToPath(new URL('left-behind.ts', import.meta.url));
  const child = spawn(process.execPath, [script, home], {
    env: { ...process.env, ...COMPILE_CACHE },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [printed] = (await once(child.stdout, 'data')) as [Buffer];
  child.kill('SIGKILL');
  await once(child, 'exit');
  const left = Number(printed.toString());
  expect(() => process.kill(left, 0)).not.toThrow();

  const next = await startEmbeddedServer({ dir: home, log: silent });
  const db = openPool(next.url('postgres'), () => undefined);
  expect(await db.query('select n from kept')).toEqual([{ n: 42 }]);
  expect(() => process.kill(left, 0)).toThrow('ESRCH');
  await db.close();
  await next.stop();
  await rm(home, { recursive: true, force: true });
});

test('a data folder that a running backend uses is not taken', async () => {
  const folder = await newFolder();
  const other = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1e6)']);
  await once(other, 'spawn');
  await writeFile(path.join(folder, 'owner.pid'), String(other.pid));
  await expect(startEmbeddedServer({ dir: folder, log: silent })).rejects.toThrow(/in use by the running backend/);
  other.kill();
  await rm(folder, { recursive: true });
});

test('the password file is readable by its owner only, and the server listens on loopback only', async () => {
  expect((await stat(path.join(dir, 'password'))).mode & 0o777).toBe(0o600);
  const db = await newDatabase();
  expect(await db.query('show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
  await db.close();
});

test('a migration may take longer than a call of a person, and who waits for it may wait', async () => {
  const db = await newDatabase();
  const folder = await mkdtemp(path.join(tmpdir(), 'phr-migrations-'));
  // the database reports the timeout in effect during the migration
  await writeFile(
    path.join(folder, '0001_slow.sql'),
    `create table seen as select current_setting('statement_timeout') as at;`,
  );
  await migrate(db, folder);
  expect(await db.query('select at from seen')).toEqual([{ at: '0' }]);
  expect(await db.query('show statement_timeout')).toEqual([{ statement_timeout: '1min' }]);
  await db.close();
});

test('migrations run once, each whole or not at all, and a changed file is refused', async () => {
  const db = await newDatabase();
  const folder = await mkdtemp(path.join(tmpdir(), 'phr-migrations-'));
  const file = (name: string, text: string) => writeFile(path.join(folder, name), text);
  await file('0001_one.sql', 'create table one (n int); insert into one values (1);');
  await file('notes.txt', 'not a migration');
  expect(await Promise.all([migrate(db, folder), migrate(db, folder)]).then((ran) => ran.flat())).toEqual([
    '0001_one.sql',
  ]);
  await file('0002_bad.sql', 'create table two (n int); select no_such_function();');
  await expect(migrate(db, folder)).rejects.toThrow('no_such_function');
  expect(await db.query("select to_regclass('two') as t")).toEqual([{ t: null }]);
  await file('0002_bad.sql', 'create table two (n int);');
  expect(await migrate(db, folder)).toEqual(['0002_bad.sql']);
  await file('0001_one.sql', 'create table changed (n int);');
  await expect(migrate(db, folder)).rejects.toThrow('0001_one.sql changed');
  await rm(folder, { recursive: true });
  await db.close();
});

test('rights end by revocation and by time, without a job, and the widest right counts', async () => {
  const db = await newDatabase();
  await migrate(db);
  const access = createAccess(db);
  const of = async (user: string) => Object.fromEntries(await access.allowedPatients(user));
  await access.grant({ userId: 'u', patientId: 'a', source: 'self', rights: 'write' });
  await access.grant({ userId: 'u', patientId: 'b', source: 'family', rights: 'read' });
  await access.grant({ userId: 'u', patientId: 'b', source: 'family', rights: 'read' });
  await access.grant({ userId: 'u', patientId: 'b', source: 'link', rights: 'write' });
  const hour = 3_600_000;
  await access.grant({
    userId: 'u',
    patientId: 'past',
    source: 'consent',
    rights: 'read',
    startsAt: new Date(Date.now() - 2 * hour),
    endsAt: new Date(Date.now() - hour),
  });
  await access.grant({
    userId: 'u',
    patientId: 'coming',
    source: 'consent',
    rights: 'read',
    startsAt: new Date(Date.now() + hour),
    endsAt: new Date(Date.now() + 2 * hour),
  });
  await access.grant({
    userId: 'u',
    patientId: 'now',
    source: 'consent',
    rights: 'read',
    endsAt: new Date(Date.now() + hour),
  });
  expect(await of('u')).toEqual({ a: 'write', b: 'write', now: 'read' });
  expect(await of('v')).toEqual({});
  expect(await access.mainPatient('u')).toBe('a');
  await access.revoke({ userId: 'u', patientId: 'b', source: 'link' });
  expect(await of('u')).toEqual({ a: 'write', b: 'read', now: 'read' });
  await expect(access.grant({ userId: 'u', patientId: 'c', source: 'self', rights: 'write' })).rejects.toMatchObject({
    code: 'CONFLICT',
  });
  await db.close();
});

test('the audit trail can only grow', async () => {
  const db = await newDatabase();
  await migrate(db);
  await createAudit(db)({
    action: 'read',
    type: 'rest',
    outcome: 'success',
    userId: 'u',
    patientId: 'p',
    entity: 'Observation/1',
  });
  for (const statement of [
    'update audit_event set outcome = $$failure$$',
    'delete from audit_event',
    'truncate audit_event',
  ]) {
    await expect(db.query(statement)).rejects.toThrow('append only');
  }
  expect(await db.query('select action, user_id, entity from audit_event')).toEqual([
    { action: 'read', user_id: 'u', entity: 'Observation/1' },
  ]);
  await db.close();
});

test("the server's own log holds no values of records", async () => {
  const db = await newDatabase();
  await db.query('create table person (phone text primary key)');
  await db.query("insert into person values ('0901234567')");
  await expect(db.query("insert into person values ('0901234567')")).rejects.toThrow('duplicate key');
  await db.close();
  expect(await readFile(path.join(dir, 'postgres.log'), 'utf8')).not.toContain('0901234567');
});

test('files of an interrupted first start are no obstacle', async () => {
  const home = await newFolder();
  await mkdir(path.join(home, 'data', 'base'), { recursive: true });
  const started = await startEmbeddedServer({ dir: home, log: silent, throwAway: true });
  await started.stop();
  await rm(home, { recursive: true, force: true });
});
