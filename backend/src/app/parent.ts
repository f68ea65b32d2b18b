import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Config, partServices } from '../kit/config.ts';
import type { ServerLog } from '../kit/platform.ts';
import { StartFault } from '../kit/start-fault.ts';
import type { UsageCounts } from '../kit/usage-counts.ts';
import type { FromRecords, ToRecords } from './messages.ts';
import { watchPulse } from './pulse.ts';

const SCRIPT = fileURLToPath(new URL('process.ts', import.meta.url));
const PING_MS = 1_000;
/** Heartbeat timeout before a restart. */
const SILENT_MS = 60_000;
/** Maximum restarts per minute before the whole product stops. */
const MAX_ENDS = 5;
const STOP_MS = 500;

export interface RecordsProcess {
  /** Its local socket; undefined while starting. */
  address(): string | undefined;
  /** Resolves when it accepts calls; rejects with its start error. */
  start(with_: {
    readonly url: string;
    readonly serverPid: () => number | undefined;
    readonly counts: UsageCounts;
    readonly log: ServerLog;
  }): Promise<void>;
  /** Resolves with the reason if it cannot be kept running. */
  readonly lost: Promise<StartFault>;
  stop(): Promise<void>;
}

/**
 * Forks the process of the record services, which preloads its code. Restarted when it exits or hangs; it ends with its
 * parent in every case.
 */
export function forkRecords(config: Config): RecordsProcess {
  let child = launch();
  let socket: string | undefined;
  let folder: string | undefined;
  let stopping = false;
  let starts = 0;
  const ends: number[] = [];
  const lost = Promise.withResolvers<StartFault>();
  const tell = (to: ChildProcess, message: ToRecords): void => {
    if (to.connected) to.send(message, () => undefined);
  };

  type Start = Parameters<RecordsProcess['start']>[0];
  const bringUp = async (given: Start): Promise<void> => {
    const own = child;
    folder ??= await mkdtemp(path.join(tmpdir(), 'phr-'));
    const at =
      process.platform === 'win32'
        ? `\\\\.\\pipe\\${path.basename(folder)}-${(starts += 1)}`
        : path.join(folder, `${(starts += 1)}.sock`);
    const ready = Promise.withResolvers<undefined>();
    const pulse = watchPulse({
      everyMs: PING_MS,
      silentMs: SILENT_MS,
      ask: () => tell(own, { kind: 'ping', database: given.serverPid() }),
      onSilent() {
        given.log.error({ pid: own.pid }, 'the record services are silent and are ended');
        own.kill('SIGKILL');
      },
    });
    own.on('message', (message: FromRecords) => {
      pulse.heard();
      if (message.kind === 'ready') ready.resolve(undefined);
      else if (message.kind === 'failed') ready.reject(new StartFault(message.message));
      else if (message.kind === 'count')
        void given.counts.add(...message.use).then((usage) => tell(own, { kind: 'counted', id: message.id, usage }));
    });
    const ended = (): void => {
      pulse.stop();
      socket = undefined;
      ready.reject(
        new StartFault(`The process of the record services ended at its start (${own.signalCode ?? own.exitCode}).`),
      );
    };
    if (own.exitCode !== null || own.signalCode !== null) ended();
    else own.once('exit', ended);
    tell(own, { kind: 'start', socket: at, database: given.serverPid(), config: ofRecords(config, given.url) });
    await ready.promise;
    socket = at;
    own.once('exit', () => {
      void comeBack(given, own);
    });
  };

  const comeBack = async (given: Start, gone: ChildProcess): Promise<void> => {
    if (stopping) return;
    given.log.error(
      { code: gone.exitCode, signal: gone.signalCode },
      'the process of the record services ended, starting it again',
    );
    for (;;) {
      ends.push(performance.now());
      if (ends.filter((at) => performance.now() - at < 60_000).length > MAX_ENDS) {
        lost.resolve(
          new StartFault('The process of the record services ends again and again: its last errors are in the log.'),
        );
        return;
      }
      child = launch();
      try {
        await bringUp(given);
        return;
      } catch (error) {
        if (stopping) return;
        given.log.error({ err: error }, 'the process of the record services did not start');
        await pause(PING_MS);
      }
    }
  };

  return {
    address: () => socket,
    lost: lost.promise,
    start: bringUp,
    async stop() {
      stopping = true;
      socket = undefined;
      const own = child;
      if (own.exitCode === null && own.signalCode === null) {
        const ended = once(own, 'exit');
        tell(own, { kind: 'stop' });
        const cut = setTimeout(() => own.kill('SIGKILL'), STOP_MS);
        await ended;
        clearTimeout(cut);
      }
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** in its own session, to which Linux can assign less CPU */
function launch(): ChildProcess {
  return fork(SCRIPT, [], {
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: process.platform === 'linux',
  });
}

function ofRecords(config: Config, databaseUrl: string): Config {
  return {
    ...config,
    databaseUrl,
    runs: partServices(config.runs)?.records ?? config.runs,
    stopDelay: 0,
    // this process is the proxy in front
    trustProxy: config.trustProxy + 1,
    ...(config.metricsPort === undefined ? {} : { metricsPort: config.metricsPort + 1 }),
  };
}
