import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promote, readChannel, register, rollback, setEnabled, store } from './releases.ts';
import { dirOf } from './workspace.ts';

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
  expect(await register(MODULE, '1.1.0', 5)).toMatchObject({ current: '1.0.0', rollout: { version: '1.1.0', percent: 5 } });
  const promoted = await promote(MODULE);
  expect(promoted).toMatchObject({ current: '1.1.0', previous: '1.0.0' });
  expect(promoted.rollout).toBeUndefined();
});

test('a rollback ends a rollout, or returns to the version before', async () => {
  for (const [version, hash] of [['1.0.0', 'a'], ['1.1.0', 'b']] as const) { await built(hash); await store(MODULE, version); await register(MODULE, version, 100); }
  await built('c');
  await store(MODULE, '1.2.0');
  await register(MODULE, '1.2.0', 50);
  expect(await rollback(MODULE)).toEqual({ current: '1.1.0', previous: '1.0.0', enabled: true, loadTimeoutMs: 8000 });
  expect(await rollback(MODULE)).toMatchObject({ current: '1.0.0' });
  await expect(rollback(MODULE)).rejects.toThrow(/no version before/);
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
