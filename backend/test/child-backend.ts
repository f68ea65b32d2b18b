import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfig, type Config } from '../src/kit/config.ts';
import { freePort } from '../src/kit/free-port.ts';
import { COMPILE_CACHE } from './compile-cache.ts';

/** A backend in a process of its own, which can be killed. */
export interface ChildBackend {
  readonly config: Config;
  readonly url: string;
  readonly process: ChildProcess;
  /** All that it printed: its log. */
  output(): string;
  /** Starts it on its data; resolves when it accepts requests. */
  start(): Promise<void>;
  /** SIGKILL, then waits until the process is gone. */
  kill(): Promise<void>;
  /** SIGTERM; returns the exit code. */
  stop(): Promise<number | null>;
  remove(): Promise<void>;
}

const SCRIPT = fileURLToPath(new URL('run-backend.ts', import.meta.url));

export async function childBackend(settings: Readonly<Record<string, string>> = {}): Promise<ChildBackend> {
  const dir = await mkdtemp(path.join(tmpdir(), 'phr-child-'));
  await chmod(dir, 0o755);
  const [shell, identity, files, mqtt] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const env = {
    PORT: String(shell),
    IDENTITY_PORT: String(identity),
    FILES_PORT: String(files),
    MQTT_PORT: String(mqtt),
    DATA_DIR: dir,
    SHELL_DIR: path.join(dir, 'shell'),
    EMBED_DIR: path.join(dir, 'embed'),
    LOG_LEVEL: 'error',
    LIMIT_SIGN_IN_PER_MINUTE_IP: '1000',
    LIMIT_REGISTER_PER_HOUR_IP: '1000',
    LIMIT_API_PER_MINUTE_USER: '1000000',
    LIMIT_OTP_PER_HOUR_IP: '1000',
    ...settings,
  };
  const config = readConfig(env);
  let child: ChildProcess | undefined;
  let printed = '';
  const running = (): ChildProcess => {
    if (child === undefined) throw new Error('not started');
    return child;
  };
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    const ending = running();
    if (ending.exitCode !== null || ending.signalCode !== null) return ending.exitCode;
    const ended = once(ending, 'exit');
    ending.kill(signal);
    return (await ended)[0] as number | null;
  };
  return {
    config,
    url: config.shellOrigin,
    output: () => printed,
    get process() {
      return running();
    },
    async start() {
      const started = spawn(process.execPath, ['--v8-pool-size=0', SCRIPT], {
        env: { PATH: process.env['PATH'] ?? '', ...COMPILE_CACHE, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = started;
      await new Promise<void>((resolve, reject) => {
        let own = '';
        const take = (text: Buffer): void => {
          printed += text.toString();
          own += text.toString();
          if (/^ready$/m.test(own)) resolve();
        };
        started.stdout.on('data', take);
        started.stderr.on('data', take);
        started.once('exit', (code) => reject(new Error(`the backend ended with ${code}:\n${own}`)));
      });
    },
    kill: async () => {
      await end('SIGKILL');
    },
    stop: () => end('SIGTERM'),
    async remove() {
      if (child !== undefined) await end('SIGTERM');
      await rm(dir, { recursive: true, force: true });
    },
  };
}
