// The process of the record services: started by parent.ts, told by it what to do, and ended with it.
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

/** A thirtieth of what a process of the usual priority is given beside it: there are a dozen of these, and together they are still the smaller part. */
const PRIORITY = 15;

/**
 * Where processors are few, sign-in, pages and sockets go before the work of this process and what the embedded database does for it. All of it is given the
 * same share: whoever writes the log that all share must not wait long for its turn behind this process.
 */
function giveWay(thread: number): void {
  try {
    setPriority(thread, PRIORITY);
  } catch {
    // it has ended meanwhile, or this system leaves no choice
  }
}

/** This process and each of the database's is a session of its own, and Linux may share the processors among sessions first. */
function sessionGivesWay(pid: number): void {
  giveWay(pid);
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(PRIORITY));
  } catch {
    // this system does not share them so
  }
}

/** On Linux each thread has a priority of its own: those that the engine has begun with would keep theirs. */
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
    sessionGivesWay(process.pid);
    for (const thread of ownThreads()) giveWay(thread);
    backend = await startBackend(config, {
      socket,
      ...(database === undefined ? {} : { onDatabaseConnect: sessionGivesWay }),
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
  // the parent is gone without a word: nobody else ends its database
  if (database !== undefined) {
    try {
      process.kill(database, 'SIGINT');
    } catch {
      // it ended before
    }
  }
  process.exit();
});
// Ctrl+C reaches every process of a terminal, and a service manager's signal every process of a service; the parent says when it is time
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
