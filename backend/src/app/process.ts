// Process of the record services: started, controlled and ended by parent.ts.
import { readdirSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { startBackend, type Backend } from './main.ts';
import type { Usage, UsageCounts } from '../kit/usage-counts.ts';
import type { FromRecords, ToRecords } from './messages.ts';

const say = (message: FromRecords): void => {
  process.send?.(message);
};
const waiting = new Map<number, (usage: Usage) => void>();
let signals = 0;
let backend: Backend | undefined;
let database: number | undefined;

const counts: UsageCounts = {
  add: (...use) =>
    new Promise((resolve) => {
      signals += 1;
      waiting.set(signals, resolve);
      say({ kind: 'count', id: signals, use });
    }),
  close: () => undefined,
};

/** Autogroup weight: a thirtieth of the normal one; even a dozen such processes remain the smaller part. */
const PRIORITY = 15;

/**
 * With few CPUs, sign-in, pages and sockets take precedence over this process and its database backends. All get the
 * same weight, so that this process does not delay others that write the shared log.
 */
function lowerPriority(thread: number): void {
  try {
    setPriority(thread, PRIORITY);
  } catch {
    // it has ended meanwhile, or this system leaves no choice
  }
}

/** This process and each database backend is a session of its own; Linux may divide CPU among sessions first. */
function lowerSessionPriority(pid: number): void {
  lowerPriority(pid);
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(PRIORITY));
  } catch {
    // this system does not share them so
  }
}

/** on Linux each thread has its own priority, so existing threads must be adjusted too */
function ownThreads(): readonly number[] {
  try {
    return readdirSync('/proc/self/task').map(Number);
  } catch {
    return [process.pid];
  }
}

async function start({ config, socket, ...told }: Extract<ToRecords, { kind: 'start' }>): Promise<void> {
  database = told.database;
  try {
    lowerSessionPriority(process.pid);
    for (const thread of ownThreads()) lowerPriority(thread);
    backend = await startBackend(config, {
      socket,
      ...(database === undefined ? {} : { onDatabaseConnect: lowerSessionPriority }),
      ...(config.redisUrl === undefined ? { counts } : {}),
    });
    say({ kind: 'ready' });
  } catch (error) {
    say({ kind: 'failed', message: error instanceof Error ? error.message : 'The record services did not start' });
    process.exitCode = 1;
    process.disconnect();
  }
}

async function stop(): Promise<void> {
  await backend?.stop();
  process.exit(0);
}

process.on('message', (message: ToRecords) => {
  if (message.kind === 'start') void start(message);
  else if (message.kind === 'stop') void stop();
  else if (message.kind === 'counted') {
    waiting.get(message.id)?.(message.usage);
    waiting.delete(message.id);
  } else {
    database = message.database;
    say({ kind: 'pong' });
  }
});
process.once('disconnect', () => {
  // the parent died: nobody else stops its database
  if (database !== undefined) {
    try {
      process.kill(database, 'SIGINT');
    } catch {
      // it ended before
    }
  }
  process.exit();
});
// Ctrl+C and service managers signal every process; wait for the parent's order
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
