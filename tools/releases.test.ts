import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { followCheckout, promote, readChannel, register, rollback, setEnabled, store } from './releases.ts';
import { dirOf, MODULES, ROOT } from './workspace.ts';

const MODULE = 'e2e/fixtures/release-test';
const dist = path.join(dirOf(MODULE), 'dist');
let folder = '';

const built = async (hash: string) => {
  await mkdir(dist, { recursive: true });
  await writeFile(path.join(dist, 'integrity.json'), JSON.stringify({ 'remoteEntry.js': hash }));
};

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'phr-releases-'));
  process.env['RELEASES_DIR'] = folder;
  await built('one');
});
afterEach(async () => {
  delete process.env['RELEASES_DIR'];
  await rm(folder, { recursive: true, force: true });
  await rm(dirOf(MODULE), { recursive: true, force: true });
});

test('[ARCH-04] the first release goes to everybody, the next to a share until it is promoted', async () => {
  await store(MODULE, '1.0.0');
  expect(await register(MODULE, '1.0.0', 5)).toMatchObject({ current: '1.0.0', enabled: true });
  await built('two');
  await store(MODULE, '1.1.0');
  expect(await register(MODULE, '1.1.0', 5)).toMatchObject({
    current: '1.0.0',
    rollout: { version: '1.1.0', percent: 5 },
  });
  const promoted = await promote(MODULE);
  expect(promoted).toMatchObject({ current: '1.1.0', previous: '1.0.0' });
  expect(promoted.rollout).toBeUndefined();
});

test('a rollback ends a rollout, or returns to the version before', async () => {
  for (const [version, hash] of [
    ['1.0.0', 'a'],
    ['1.1.0', 'b'],
  ] as const) {
    await built(hash);
    await store(MODULE, version);
    await register(MODULE, version, 100);
  }
  await built('c');
  await store(MODULE, '1.2.0');
  await register(MODULE, '1.2.0', 50);
  expect(await rollback(MODULE)).toEqual({
    current: '1.1.0',
    previous: '1.0.0',
    enabled: true,
    loadTimeoutMs: 8000,
    by: 'release',
  });
  expect(await rollback(MODULE)).toMatchObject({ current: '1.0.0' });
  await expect(rollback(MODULE)).rejects.toThrow(/no version before/);
});

test('[ARCH-08] after two bad versions a rollback leads to the good one, and by name to any that is stored', async () => {
  for (const version of ['1.0.0', '1.1.0', '1.2.0', '1.3.0']) {
    await built(version);
    await store(MODULE, version);
    await register(MODULE, version, 100);
  }
  expect(await readChannel(MODULE)).toMatchObject({ current: '1.3.0', previous: '1.2.0', earlier: ['1.1.0', '1.0.0'] });
  await rollback(MODULE);
  expect(await rollback(MODULE)).toMatchObject({ current: '1.1.0', previous: '1.0.0' });
  await register(MODULE, '1.2.0', 50);
  const named = await rollback(MODULE, '1.0.0');
  expect(named).toMatchObject({ current: '1.0.0' });
  expect([named.rollout, named.previous]).toEqual([undefined, undefined]);
  expect(await rollback(MODULE, '1.3.0')).toMatchObject({ current: '1.3.0' });
  await expect(rollback(MODULE, '1.9.0')).rejects.toThrow(/1\.9\.0 is not stored; stored are 1\.0\.0, 1\.1\.0/);
  await expect(rollback(MODULE)).rejects.toThrow(/no version before 1\.3\.0; stored are 1\.0\.0/);
});

test('[ARCH-06] a module that is turned off stays so through every other change', async () => {
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) {
    await built(version);
    await store(MODULE, version);
  }
  await register(MODULE, '1.0.0', 100);
  await setEnabled(MODULE, false, 0);
  const off = { enabled: false, grace: 0 };
  expect(await register(MODULE, '1.1.0', 5)).toMatchObject(off);
  expect(await register(MODULE, '1.1.0', 50)).toMatchObject(off);
  expect(await promote(MODULE)).toMatchObject(off);
  expect(await register(MODULE, '1.2.0', 100)).toMatchObject(off);
  expect(await rollback(MODULE)).toMatchObject(off);
  expect(await rollback(MODULE, '1.2.0')).toMatchObject(off);
  expect(await setEnabled(MODULE, true)).not.toHaveProperty('grace');
});

test('[ARCH-04] a copy that breaks off leaves the channel and the versions as they were', async () => {
  await store(MODULE, '1.0.0');
  await register(MODULE, '1.0.0', 100);
  const before = await readFile(path.join(folder, MODULE, 'channel.json'), 'utf8');
  // stands for a disk that takes no more: what cannot be copied, behind what has been
  execFileSync('mkfifo', [path.join(dist, 'zz.fifo')]);
  await expect(store(MODULE, '1.1.0')).rejects.toThrow(/FIFO/i);
  expect((await readdir(path.join(folder, MODULE))).toSorted()).toEqual(['1.0.0', 'channel.json']);
  expect(await readFile(path.join(folder, MODULE, 'channel.json'), 'utf8')).toBe(before);
});

test('a released version is never overwritten with other content', async () => {
  await store(MODULE, '1.0.0');
  await store(MODULE, '1.0.0');
  await built('other');
  await expect(store(MODULE, '1.0.0')).rejects.toThrow(/raise the version/);
});

test('a module is turned off and on again without losing its versions', async () => {
  await store(MODULE, '1.0.0');
  await register(MODULE, '1.0.0', 100);
  expect(await setEnabled(MODULE, false)).toMatchObject({ enabled: false, current: '1.0.0' });
  await setEnabled(MODULE, true);
  expect(await readChannel(MODULE)).toMatchObject({ enabled: true, current: '1.0.0' });
});

test('commands before the first release say so', async () => {
  await expect(promote(MODULE)).rejects.toThrow(/publish one first/);
});

test('[ARCH-04] a raised share keeps its devices, never falls, and yields to no other version', async () => {
  for (const [version, hash] of [
    ['1.0.0', 'a'],
    ['1.1.0', 'b'],
    ['1.2.0', 'c'],
  ] as const) {
    await built(hash);
    await store(MODULE, version);
  }
  await register(MODULE, '1.0.0', 100);
  const { rollout } = await register(MODULE, '1.1.0', 5);
  expect((await register(MODULE, '1.1.0', 25)).rollout).toEqual({ version: '1.1.0', percent: 25, salt: rollout?.salt });
  await expect(register(MODULE, '1.1.0', 10)).rejects.toThrow(/only rises/);
  for (const percent of [5, 100])
    await expect(register(MODULE, '1.2.0', percent)).rejects.toThrow(/1\.1\.0 is in rollout/);
  expect(await register(MODULE, '1.1.0', 100)).toMatchObject({ current: '1.1.0', previous: '1.0.0' });
});

describe('a start', () => {
  const [name = ''] = MODULES;
  const builds = (version: string) => [{ name, version }];
  const real = path.join(dirOf(name), 'dist');
  const given = (version: string) => mkdir(path.join(folder, name, version), { recursive: true });
  const started = async (version: string) => {
    // what is stored already is compared with the build of this checkout, which this test does not need
    await rm(path.join(folder, name, version), { recursive: true, force: true });
    return followCheckout(builds(version));
  };
  beforeEach(() => mkdir(real, { recursive: true }));

  test('[ARCH-04] releases what is new, and follows its checkout while nothing but starts released', async () => {
    expect(await started('1.0.0-b.00000001')).toEqual([]);
    expect(await started('1.0.0-b.00000002')).toEqual([]);
    expect(await readChannel(name)).toMatchObject({ current: '1.0.0-b.00000002', previous: '1.0.0-b.00000001' });
  });

  test.each<[string, () => Promise<unknown>]>([
    [
      'promoted version',
      async () => {
        await register(name, '1.0.1', 5);
        await promote(name);
      },
    ],
    ['canary', () => register(name, '1.0.2', 5)],
    ['kill', () => setEnabled(name, false)],
    [
      'rollback',
      async () => {
        await register(name, '1.0.1', 100);
        await rollback(name);
      },
    ],
  ])('[ARCH-04] leaves a %s as it is, and says so', async (_what, release) => {
    await started('1.0.0-b.00000001');
    await given('1.0.1');
    await release();
    const before = await readFile(path.join(folder, name, 'channel.json'), 'utf8');
    expect(await started('1.0.0-b.00000003')).toEqual([expect.stringContaining(`${name}: `)]);
    expect(await readFile(path.join(folder, name, 'channel.json'), 'utf8')).toBe(before);
    expect(await readdir(path.join(folder, name))).not.toContain('1.0.0-b.00000003');
  });

  test('[ARCH-04] on a data folder that is in use ends before it builds or releases anything', async () => {
    const other = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1e6)']);
    await once(other, 'spawn');
    // the database server runs without rights of its own
    await chmod(folder, 0o755);
    await mkdir(path.join(folder, 'data/postgres'), { recursive: true });
    await writeFile(path.join(folder, 'data/postgres/owner.pid'), String(other.pid));
    const start = spawn(process.execPath, [path.join(ROOT, 'tools/start.ts')], {
      env: { PATH: process.env['PATH'], DATA_DIR: path.join(folder, 'data'), RELEASES_DIR: folder },
    });
    let printed = '';
    for (const out of [start.stdout, start.stderr])
      out.on('data', (text: Buffer) => {
        printed += text.toString();
      });
    const [code] = (await once(start, 'close')) as [number];
    other.kill();
    expect(printed).toMatch(
      /^The data folder .* is in use by the running backend with process id \d+\. Stop it first, or set another DATA_DIR\.\n$/,
    );
    expect(code).toBe(1);
    expect(await readdir(folder)).toEqual(['data']);
  });
});

/** Does what it is told about the module, in a process of its own, and answers when it is done. */
function releaser(action: string): ChildProcess {
  const code = `const releases = await import(${JSON.stringify(path.join(ROOT, 'tools/releases.ts'))});
    process.on('message', async () => { process.send(await releases.${action}.then(() => '', (error) => error.message)); });
    process.send('ready');`;
  return spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, RELEASES_DIR: folder },
  });
}

test('[ARCH-04] of a kill and a promotion at once in two processes neither is lost, a thousand times', async () => {
  const module = JSON.stringify(MODULE);
  const others = [releaser(`setEnabled(${module}, false)`), releaser(`promote(${module})`)];
  await Promise.all(others.map((other) => once(other, 'message')));
  const lost: unknown[] = [];
  for (let round = 0; round < 1_000; round += 1) {
    await mkdir(path.join(folder, MODULE), { recursive: true });
    await writeFile(
      path.join(folder, MODULE, 'channel.json'),
      JSON.stringify({
        current: '1.0.0',
        enabled: true,
        loadTimeoutMs: 8000,
        rollout: { version: '1.1.0', percent: 5, salt: 's' },
      }),
    );
    const done = Promise.all(others.map((other) => once(other, 'message')));
    for (const other of others) other.send('go');
    const said = (await done).flat().filter((text) => text !== '' && typeof text === 'string');
    const after = await readChannel(MODULE);
    if (said.length > 0 || after?.enabled !== false || after.current !== '1.1.0') lost.push([said, after]);
  }
  for (const other of others) other.kill();
  expect(lost).toEqual([]);
}, 60_000);

test('a lock of a process that was killed is taken over, also by many at once', async () => {
  const gone = spawn(process.execPath, ['-e', '']);
  await once(gone, 'exit');
  await mkdir(path.join(folder, MODULE), { recursive: true });
  await writeFile(path.join(folder, MODULE, 'channel.json.lock'), JSON.stringify({ pid: gone.pid, host: hostname() }));
  await register(MODULE, '1.0.0', 100);
  await writeFile(path.join(folder, MODULE, 'channel.json.lock'), JSON.stringify({ pid: gone.pid, host: hostname() }));
  await Promise.all(Array.from({ length: 20 }, (_, at) => setEnabled(MODULE, at % 2 === 0)));
  expect((await readdir(path.join(folder, MODULE))).toSorted()).toEqual(['channel.json']);
});
