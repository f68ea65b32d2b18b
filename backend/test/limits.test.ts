import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from 'redis';
import { startEmbeddedServer, type EmbeddedServer } from '../src/demo/embedded-server.ts';
import { countsOfAll, countsOfProcess, createCounter } from '../src/kit/usage-counts.ts';
import { childBackend, type ChildBackend } from './child-backend.ts';
import { freePort } from '../src/kit/free-port.ts';

// Starts whole processes, which take much longer than the usual second on a busy machine.
import.meta.jest.setTimeout(120_000);

const hasRedis = spawnSync('redis-server', ['--version']).error === undefined;
if (!hasRedis)
  console.warn(
    'skipped: limits of several processes over Redis, which is not installed (apt-get install redis-server)',
  );
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

test('a process counts each name apart, in periods that begin with the first use', async () => {
  let now = 1_000;
  const counts = countsOfProcess(() => now);
  const codes = createCounter(counts, 'code', 2, 60_000);
  expect([await codes.take('an'), await codes.take('an'), await codes.take('an'), await codes.take('binh')]).toEqual([
    true,
    true,
    false,
    true,
  ]);
  expect(await createCounter(counts, 'other', 2, 60_000).take('an')).toBe(true);
  now += 59_999;
  expect(await codes.take('an')).toBe(false);
  now += 1;
  expect(await codes.take('an')).toBe(true);
  expect(await counts.add('fresh', 60_000)).toEqual({ count: 1, left: 60_000 });
});

(hasRedis ? describe : describe.skip)('with Redis', () => {
  let dir: string;
  let redis: ChildProcess;
  let url: string;
  const startRedis = async (port: number): Promise<ChildProcess> => {
    const child = spawn(
      'redis-server',
      ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', dir],
      { stdio: 'ignore' },
    );
    for (let tries = 0; tries < 200; tries += 1) {
      const client = createClient({ url, socket: { reconnectStrategy: false } });
      client.on('error', () => undefined);
      const open = await client.connect().then(
        () => true,
        () => false,
      );
      if (client.isOpen) client.destroy();
      if (open) return child;
      await pause(50);
    }
    throw new Error('redis does not answer');
  };
  const end = async (child: ChildProcess | undefined): Promise<void> => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  beforeAll(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'phr-limits-'));
    await chmod(dir, 0o755);
    const port = await freePort();
    url = `redis://127.0.0.1:${port}`;
    redis = await startRedis(port);
  });
  afterAll(async () => {
    await end(redis);
    await rm(dir, { recursive: true, force: true });
  });

  test('two processes share one limit of calls: together they answer as many as one would', async () => {
    let server: EmbeddedServer | undefined;
    const children: ChildBackend[] = [];
    try {
      server = await startEmbeddedServer({ dir: path.join(dir, 'postgres'), log: silent, throwAway: true });
      for (let n = 0; n < 2; n += 1)
        children.push(
          await childBackend({
            DATABASE_URL: server.url('postgres'),
            REDIS_URL: url,
            LIMIT_API_PER_MINUTE_USER: '10',
            SERVICES: 'directory',
          }),
        );
      for (const child of children) await child.start();
      const [one, two] = children;
      const ask = async (child: ChildBackend | undefined): Promise<number> =>
        (await fetch(`${child?.url ?? ''}/cities`)).status;
      const answers: number[] = [];
      for (let n = 0; n < 8; n += 1) answers.push(await ask(one), await ask(two));
      expect(answers).toEqual([...Array.from({ length: 10 }, () => 200), ...Array.from({ length: 6 }, () => 429)]);
    } finally {
      for (const child of children) await child.remove();
      await server?.stop();
    }
  });

  test('while Redis is away each process counts for itself: nobody is locked out, nothing is unlimited', async () => {
    const counts = await countsOfAll(url, { warn: () => undefined } as never);
    try {
      const tries = createCounter(counts, 'tries', 3, 60_000);
      expect([await tries.take('an'), await tries.take('an'), await tries.take('an'), await tries.take('an')]).toEqual([
        true,
        true,
        true,
        false,
      ]);
      await end(redis);
      const away = [];
      for (let n = 0; n < 4; n += 1) away.push(await tries.take('an'));
      expect(away).toEqual([true, true, true, false]);
    } finally {
      counts.close();
    }
  });
});
