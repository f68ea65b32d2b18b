import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { containerName, createRegistry } from '../src/gateway/registry/registry.ts';

let dir: string;
let errors: object[];
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'phr-registry-'));
  errors = [];
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const log = {
  info: () => undefined,
  warn: () => undefined,
  error: (fields: object) => {
    errors.push(fields);
  },
};
const HASH = `sha384-${'A'.repeat(64)}`;
const manifest = (name: string) => ({
  schema: 2,
  name,
  contract: '^1.0.0',
  access: 'signed-in',
  calls: ['GET fhir /Patient/:id/Observation'],
  slots: [{ slot: 'latest', place: 'dashboard.main', order: 1 }],
  routes: [
    { screen: 'health-details', path: '/health-details/:name', layout: 'app', needsMainPatient: true, door: 'none' },
  ],
  door: 'readings',
  actions: [{ screen: 'health-details', text: { 'vi-VN': 'Đo', 'en-US': 'Measure' }, icon: 'vital', order: 1 }],
});

let clock = 1_700_000_000;
async function channel(name: string, content: unknown): Promise<void> {
  const file = path.join(dir, name, 'channel.json');
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  clock += 10;
  await utimes(file, clock, clock);
}
async function release(
  name: string,
  version: string,
  changes: { manifest?: unknown; integrity?: unknown } = {},
): Promise<void> {
  const folder = path.join(dir, name, version);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'module.json'), JSON.stringify(changes.manifest ?? manifest(name)));
  await writeFile(path.join(folder, 'integrity.json'), JSON.stringify(changes.integrity ?? { 'remoteEntry.js': HASH }));
  await writeFile(path.join(folder, 'remoteEntry.js'), '//');
}

test("what this repository's modules say of themselves is told whole, but for the budgets of their build", async () => {
  const root = path.resolve(import.meta.dirname, '../..');
  const manifests = (await readdir(root)).filter((name) => existsSync(path.join(root, name, 'module.json')));
  expect(manifests.length).toBeGreaterThan(0);
  for (const name of manifests) {
    const said = JSON.parse(await readFile(path.join(root, name, 'module.json'), 'utf8')) as { budgets?: unknown };
    await release(name, '1.0.0', { manifest: said });
    await channel(name, { current: '1.0.0' });
    const { modules } = await createRegistry(dir, log).read();
    const { budgets: _budgets, ...rest } = said;
    expect(modules.find((entry) => entry.name === name)?.current.manifest).toEqual(rest);
  }
  expect(errors).toEqual([]);
});

test('[ARCH-04] current, previous and rollout of a module are told with container, entry and hash', async () => {
  for (const version of ['1.0.0', '1.1.0', '1.2.0-rc.1']) await release('mfe-vitals', version);
  await channel('mfe-vitals', {
    current: '1.1.0',
    previous: '1.0.0',
    rollout: { version: '1.2.0-rc.1', percent: 10, salt: 'ab' },
    enabled: true,
    loadTimeoutMs: 8000,
  });
  const { schema, modules } = await createRegistry(dir, log).read();
  expect(schema).toBe(1);
  expect(modules).toEqual([
    {
      name: 'mfe-vitals',
      enabled: true,
      loadTimeoutMs: 8000,
      current: {
        version: '1.1.0',
        container: 'mfe_vitals__1_1_0',
        entry: '/m/mfe-vitals/1.1.0/remoteEntry.js',
        integrity: HASH,
        manifest: manifest('mfe-vitals'),
      },
      previous: expect.objectContaining({ version: '1.0.0', container: 'mfe_vitals__1_0_0' }),
      rollout: {
        percent: 10,
        salt: 'ab',
        release: expect.objectContaining({ version: '1.2.0-rc.1', container: 'mfe_vitals__1_2_0_rc_1' }),
      },
    },
  ]);
});

test('[ARCH-04] a change of the channel is seen at the next reading', async () => {
  await release('mfe-vitals', '1.0.0');
  await release('mfe-vitals', '1.1.0');
  await channel('mfe-vitals', { current: '1.0.0' });
  const registry = createRegistry(dir, log);
  expect((await registry.read()).modules[0]?.current.version).toBe('1.0.0');
  await channel('mfe-vitals', { current: '1.1.0', enabled: false });
  expect((await registry.read()).modules[0]).toMatchObject({ enabled: false, current: { version: '1.1.0' } });
});

const versionsOf = async (registry: ReturnType<typeof createRegistry>) => {
  const { current, previous, earlier = [], rollout } = (await registry.read()).modules[0] ?? {};
  return [current, previous, ...earlier, rollout?.release].map((one) => one?.version);
};
const VERSIONS = ['1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0'] as const;
const FIVE = {
  current: '1.3.0',
  previous: '1.2.0',
  earlier: ['1.1.0', '1.0.0'],
  rollout: { version: '1.4.0', percent: 5, salt: 's' },
};

test('[ARCH-08] a device has two versions to fall back on, so that two bad ones leave a good one', async () => {
  for (const version of VERSIONS) await release('mfe-vitals', version);
  await channel('mfe-vitals', FIVE);
  expect(await versionsOf(createRegistry(dir, log))).toEqual(['1.3.0', '1.2.0', '1.1.0', '1.4.0']);
  expect(errors).toEqual([]);
});

test.each([
  ['the version before', '1.2.0', ['1.3.0', '1.1.0', '1.0.0', '1.4.0']],
  ['the version in rollout', '1.4.0', ['1.3.0', '1.2.0', '1.1.0', undefined]],
  ['the current version', '1.3.0', ['1.2.0', '1.1.0', '1.0.0', '1.4.0']],
])(
  '[ARCH-08] %s whose folder is gone is left out, started anew or not, until it is back',
  async (_what, gone, left) => {
    for (const version of VERSIONS) await release('mfe-vitals', version);
    await channel('mfe-vitals', FIVE);
    const running = createRegistry(dir, log);
    await running.read();
    await rm(path.join(dir, 'mfe-vitals', gone), { recursive: true });
    expect(await versionsOf(running)).toEqual(left);
    expect(errors).toEqual([expect.objectContaining({ module: 'mfe-vitals', reason: expect.stringContaining(gone) })]);
    expect(await versionsOf(running)).toEqual(left);
    expect(errors).toHaveLength(1);
    expect(await versionsOf(createRegistry(dir, log))).toEqual(left);
    await release('mfe-vitals', gone);
    expect(await versionsOf(running)).toEqual(['1.3.0', '1.2.0', '1.1.0', '1.4.0']);
  },
);

test('[ARCH-08] without modules or their folder there is no registry; it comes back by itself', async () => {
  for (const name of ['mfe-vitals', 'mfe-records']) {
    await release(name, '1.0.0');
    await channel(name, { current: '1.0.0' });
  }
  const registry = createRegistry(dir, log);
  const away = `${dir}-away`;
  const names = async () => (await registry.read()).modules.map(({ name }) => name);
  expect(await names()).toEqual(['mfe-records', 'mfe-vitals']);
  await rename(dir, away);
  await expect(registry.read()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await mkdir(dir);
  await expect(registry.read()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await rm(dir, { recursive: true });
  await rename(away, dir);
  expect(await names()).toEqual(['mfe-records', 'mfe-vitals']);
  await rm(path.join(dir, 'mfe-vitals'), { recursive: true });
  expect(await names()).toEqual(['mfe-records']);
});

test.each([
  ['broken JSON', '{"current": "1.'],
  ['an unknown version', { current: '9.9.9' }],
  ['a version that climbs', { current: '../../etc' }],
  ['a percentage above 100', { current: '1.0.0', rollout: { version: '1.0.0', percent: 101, salt: 'a' } }],
  ['a limit of a day', { current: '1.0.0', loadTimeoutMs: 86_400_000 }],
])('a channel with %s keeps the last good entry, is logged once, and spares other modules', async (_what, bad) => {
  await release('mfe-vitals', '1.0.0');
  await release('mfe-records', '1.0.0');
  await channel('mfe-vitals', { current: '1.0.0' });
  await channel('mfe-records', { current: '1.0.0' });
  const registry = createRegistry(dir, log);
  const before = await registry.read();
  await channel('mfe-vitals', bad);
  expect((await registry.read()).modules).toEqual(before.modules);
  await registry.read();
  expect(errors).toEqual([expect.objectContaining({ module: 'mfe-vitals' })]);
});

test.each([
  ['a manifest of another module', { manifest: manifest('mfe-records') }],
  ['a call to an unknown service', { manifest: { ...manifest('mfe-vitals'), calls: ['GET evil /x'] } }],
  [
    'a path to another origin',
    {
      manifest: {
        ...manifest('mfe-vitals'),
        routes: [{ screen: 'x', path: 'https://evil.test/', layout: 'app', needsMainPatient: false }],
      },
    },
  ],
  [
    'an action without words',
    { manifest: { ...manifest('mfe-vitals'), actions: [{ screen: 'x', text: '', icon: 'vital', order: 1 }] } },
  ],
  ['no hash of the entry', { integrity: { 'other.js': HASH } }],
  ['a weak hash', { integrity: { 'remoteEntry.js': 'sha1-abc' } }],
])('a first release with %s is not offered', async (_what, changes) => {
  await release('mfe-vitals', '1.0.0', changes);
  await channel('mfe-vitals', { current: '1.0.0' });
  await expect(createRegistry(dir, log).read()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(errors).toHaveLength(1);
});

test('folders that are no modules and a missing folder are no fault', async () => {
  await mkdir(path.join(dir, '.tmp'));
  await mkdir(path.join(dir, 'mfe-new'));
  for (const folder of [dir, path.join(dir, 'nowhere')])
    await expect(createRegistry(folder, log).read()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(errors).toEqual([]);
});

test('names of containers are valid identifiers that hold the version', () => {
  expect(containerName('mfe-vitals', '1.2.3-rc.1+5')).toBe('mfe_vitals__1_2_3_rc_1_5');
});
