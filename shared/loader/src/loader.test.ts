import type { HostApi } from '@phr/contract/host-api';
import type { PhrModule } from '@phr/contract/phr-module';
import type { RegistryEntry, ReleaseEntry } from '@phr/contract/registry';
import type { Federation } from './federation.ts';
import { ModuleLoadError } from './load-error.ts';
import { loadModule } from './load-module.ts';
import { type Device, resolve, shareOf } from './resolve.ts';
import { withLimit } from './with-limit.ts';
import { parseRegistry, type RegistryError } from './registry.ts';
import { satisfies } from './semver-range.ts';

const { jest } = import.meta;
const HASH = `sha384-${'A'.repeat(64)}`;
const release = (version: string, contract = '^1.0.0'): ReleaseEntry => ({
  version,
  container: `mfe_vitals__${version.replaceAll('.', '_')}`,
  entry: `/m/mfe-vitals/${version}/remoteEntry.js`,
  integrity: HASH,
  manifest: { name: 'mfe-vitals', contract, access: 'signed-in', routes: [], slots: [], calls: [] },
});
const entry = (parts: Partial<RegistryEntry> = {}): RegistryEntry => ({
  name: 'mfe-vitals',
  enabled: true,
  current: release('1.0.0'),
  loadTimeoutMs: 8000,
  ...parts,
});
const document = (entries: readonly unknown[]) => ({
  schema: 1,
  publishedAt: '2026-11-28T00:00:00Z',
  modules: entries,
});

describe('the registry document', () => {
  test('[ARCH-04] a good document comes out as it went in, unknown fields ignored', () => {
    const good = entry({ previous: release('0.9.0'), rollout: { release: release('1.1.0'), percent: 5, salt: 's' } });
    expect(parseRegistry(document([{ ...good, futureField: 1 }])).modules).toEqual([good]);
  });

  test('what a person can begin with a module comes out as it went in, in the languages of this host', () => {
    const action = { screen: 'x-create', text: { 'vi-VN': 'Đo', 'en-US': 'Measure' }, icon: 'vital', order: 10 };
    const of = (actions: unknown) =>
      parseRegistry(
        document([
          { ...entry(), current: { ...release('1.0.0'), manifest: { ...release('1.0.0').manifest, actions } } },
        ]),
      ).modules[0]?.current.manifest.actions;
    expect(of([{ ...action, text: { ...action.text, 'fr-FR': 'Mesurer' } }])).toEqual([action]);
    expect(of([{ ...action, text: { 'en-US': 'Measure' } }])?.[0]?.text).toEqual({ 'en-US': 'Measure' });
    expect(of([{ ...action, text: { 'fr-FR': 'Mesurer' } }])).toBeUndefined();
    expect(of([{ ...action, text: { 'en-US': 'M'.repeat(41) } }])).toBeUndefined();
  });

  test('doors come out as they went in, also one that this host does not have; what is no name is none', () => {
    const doorsOf = (door: unknown, ofScreen: unknown) => {
      const route = { screen: 'x', path: '/x', layout: 'app', needsMainPatient: true, door: ofScreen };
      const manifest = { ...release('1.0.0').manifest, door, routes: [route] };
      const found = parseRegistry(document([{ ...entry(), current: { ...release('1.0.0'), manifest } }])).modules[0];
      return [found?.current.manifest.door, found?.current.manifest.routes[0]?.door];
    };
    expect(doorsOf('record', 'family')).toEqual(['record', 'family']);
    expect(doorsOf('record', 'none')).toEqual(['record', 'none']);
    expect(doorsOf('garden', 7)).toEqual(['garden', undefined]);
  });

  test('a module is for everybody where it says so in the known word, and else for who is signed in', () => {
    const accessOf = (access: unknown) => {
      const manifest = { ...release('1.0.0').manifest, access };
      const read = parseRegistry(document([{ ...entry(), current: { ...release('1.0.0'), manifest } }]));
      return read.modules[0]?.current.manifest.access;
    };
    expect(['anonymous', 'signed-in', 'all', undefined].map(accessOf)).toEqual([
      'anonymous',
      ...['signed-in', 'signed-in', 'signed-in'],
    ]);
  });

  test('a text of 500 characters is none too many', () => {
    const long = entry({ current: { ...release('1.0.0'), container: 'c'.repeat(500) } });
    expect(parseRegistry(document([long])).modules).toEqual([long]);
  });

  test.each([
    ['another schema', { ...document([]), schema: 2 }],
    ['a text', 'registry'],
    ['nothing', null],
    ['no list of modules', { schema: 1, publishedAt: 'x', modules: {} }],
  ])('refuses a document that is unusable as a whole: %s', (_what, value) => {
    expect(() => parseRegistry(value)).toThrow(/registry/);
  });

  test.each([
    [
      'entry on another origin',
      { ...entry(), current: { ...release('1.0.0'), entry: 'https://evil.test/m/mfe-vitals/1.0.0/remoteEntry.js' } },
    ],
    [
      "entry in another module's folder",
      { ...entry(), current: { ...release('1.0.0'), entry: '/m/mfe-records/1.0.0/remoteEntry.js' } },
    ],
    ['entry that climbs out', { ...entry(), current: { ...release('1.0.0'), entry: '/m/mfe-vitals/../../x.js' } }],
    ['no hash', { ...entry(), current: { ...release('1.0.0'), integrity: '' } }],
    ['a public path as code', { ...entry(), current: { ...release('1.0.0'), container: 'a();b' } }],
    [
      'manifest of another module',
      { ...entry(), current: { ...release('1.0.0'), manifest: { ...release('1.0.0').manifest, name: 'mfe-records' } } },
    ],
    ['a limit of no time', { ...entry(), loadTimeoutMs: 0 }],
    ['a text of more than 500 characters', entry({ current: { ...release('1.0.0'), container: 'c'.repeat(501) } })],
  ])('[ARCH-08] leaves out one module with %s and keeps the others', (_what, bad) => {
    const faults: RegistryError[] = [];
    const other = {
      ...entry(),
      name: 'mfe-booking',
      current: {
        ...release('1.0.0'),
        entry: '/m/mfe-booking/1.0.0/remoteEntry.js',
        manifest: { ...release('1.0.0').manifest, name: 'mfe-booking' },
      },
    };
    expect(
      parseRegistry(document([bad, other]), (fault) => faults.push(fault)).modules.map(({ name }) => name),
    ).toEqual(['mfe-booking']);
    expect(faults).toHaveLength(1);
    expect(faults[0]?.where).toMatch(/^modules\[0\]/);
  });
});

test.each([
  ['1.0.0', '^1.0.0', true],
  ['1.4.2', '^1.2.3', true],
  ['1.2.2', '^1.2.3', false],
  ['2.0.0', '^1.0.0', false],
  ['1.0.0', '^2.0.0', false],
  ['0.3.1', '^0.3.0', true],
  ['0.4.0', '^0.3.0', false],
  ['1.0.0', '*', false],
  ['1.0.0', '>=1.0.0', true],
  ['1.2.0', '~1.2.0', false],
  ['1.0.0', '11.0.0', false],
  ['x', '^1.0.0', false],
])('version %s in range %s: %s', (version, range, expected) => {
  expect(satisfies(version, range)).toBe(expected);
});

describe('what a registry means for a device', () => {
  const on = (one: RegistryEntry, device: Partial<Device> = {}) => {
    const registry = { schema: 1 as const, publishedAt: '', modules: [one] };
    const [module] = resolve(registry, { key: 'D', contract: '1.0.0', bad: new Set(), ...device });
    if (module === undefined) throw new Error('no module');
    return module;
  };
  const tried = (one: RegistryEntry, device: Partial<Device> = {}) =>
    on(one, device).candidates.map(({ release: { version }, why }) => `${version} ${why}`);
  const rollout = { release: release('1.1.0'), percent: 5, salt: 'salt' };
  const devices = Array.from({ length: 4000 }, (_, index) => `DEVICE${index}`);
  const inside = devices.filter((device) => shareOf(device, 'salt') < 5);
  const outside = devices.find((device) => shareOf(device, 'salt') >= 5) ?? '';

  test('a device keeps its side of a rollout, and the shares come out as asked', () => {
    expect(inside.length).toBeGreaterThan(140);
    expect(inside.length).toBeLessThan(260);
    for (const key of inside.slice(0, 20))
      expect(tried(entry({ rollout }), { key })).toEqual(['1.1.0 rollout', '1.0.0 current']);
    expect(tried(entry({ rollout }), { key: outside })).toEqual(['1.0.0 current']);
  });

  test('[ARCH-04] routes and slots are those of the release that the device gets, also of one in rollout', () => {
    const route = { screen: 'new', path: '/new', layout: 'app' as const, needsMainPatient: true };
    const canary = { ...release('1.1.0'), manifest: { ...release('1.1.0').manifest, routes: [route] } };
    const one = entry({ rollout: { ...rollout, release: canary } });
    expect(on(one, { key: inside[0] ?? '' }).manifest.routes).toEqual([route]);
    expect(on(one, { key: outside }).manifest.routes).toEqual([]);
    expect(on(one, { key: inside[0] ?? '', bad: new Set(['mfe-vitals@1.1.0']) }).manifest.routes).toEqual([]);
  });

  test('[ARCH-08] behind the version in rollout and the current one stand those before it, each once', () => {
    const one = entry({
      rollout,
      current: release('1.0.0'),
      previous: release('0.9.0'),
      earlier: [release('1.0.0'), release('0.8.0')],
    });
    expect(tried(one, { key: inside[0] ?? '' })).toEqual([
      '1.1.0 rollout',
      '1.0.0 current',
      '0.9.0 fallback',
      '0.8.0 fallback',
    ]);
    expect(tried(one, { bad: new Set(['mfe-vitals@1.0.0', 'mfe-vitals@0.9.0', 'mfe-other@0.8.0']) })).toEqual([
      '0.8.0 fallback',
    ]);
  });

  test('[ARCH-08] a module that is turned off, or has nothing for this contract, keeps its places only', () => {
    expect(on(entry({ enabled: false, grace: 0 }))).toMatchObject({ state: 'killed', candidates: [], grace: 0 });
    const newer = entry({ current: release('2.0.0', '^2.0.0') });
    expect(on(newer)).toMatchObject({ state: 'incompatible', candidates: [], manifest: { contract: '^2.0.0' } });
    expect(tried({ ...newer, previous: release('1.0.0') })).toEqual(['1.0.0 fallback']);
    const failed = on(entry(), { bad: new Set(['mfe-vitals@1.0.0']) });
    expect(failed).toMatchObject({ state: 'failed', candidates: [], manifest: entry().current.manifest, grace: 30 });
  });
});

describe('loading', () => {
  const offered = (one: RegistryEntry) => {
    const registry = { schema: 1 as const, publishedAt: '', modules: [one] };
    const [module] = resolve(registry, { key: 'D', contract: '1.0.0', bad: new Set() });
    if (module === undefined) throw new Error('no module');
    return module;
  };
  const host = { version: '1.0.0' } as HostApi;
  const moduleOf = (version: string): PhrModule => ({
    name: 'mfe-vitals',
    version,
    contract: '^1.0.0',
    create: () => ({ views: {}, slots: {}, dispose: () => undefined }),
  });
  const federation = (load: Federation['load']): Federation => ({ load });
  const options = (parts: { entry: RegistryEntry; federation: Federation }) => {
    const failures: ModuleLoadError[] = [];
    return {
      failures,
      run: () =>
        loadModule({
          federation: parts.federation,
          module: offered(parts.entry),
          hostFor: () => host,
          onFailure: (error) => failures.push(error),
        }),
    };
  };

  test('[ARCH-08] a version that does not load gives way to those before, each tried once', async () => {
    const tried: string[] = [];
    const { run, failures } = options({
      entry: entry({ previous: release('0.9.0'), earlier: [release('0.8.0')] }),
      federation: federation(async (name, { version }) => {
        tried.push(version);
        if (version !== '0.8.0') throw new ModuleLoadError('integrity', name, version);
        return moduleOf(version);
      }),
    });
    expect((await run()).release.version).toBe('0.8.0');
    expect(tried).toEqual(['1.0.0', '0.9.0', '0.8.0']);
    expect(failures.map(({ kind }) => kind)).toEqual(['integrity', 'integrity']);
  });

  test('what is turned off, or has nothing for this host, is not fetched', async () => {
    const load = jest.fn();
    for (const [one, kind] of [
      [entry({ enabled: false }), 'disabled'],
      [entry({ current: release('2.0.0', '^2.0.0') }), 'contract'],
    ] as const)
      await expect(options({ entry: one, federation: federation(load) }).run()).rejects.toMatchObject({ kind });
    expect(load).not.toHaveBeenCalled();
  });

  test('when both fail the first fault is the answer', async () => {
    const { run } = options({
      entry: entry({ previous: release('0.9.0') }),
      federation: federation(async (name, { version }) => {
        throw new ModuleLoadError(version === '1.0.0' ? 'timeout' : 'network', name, version);
      }),
    });
    await expect(run()).rejects.toMatchObject({ kind: 'timeout', version: '1.0.0' });
  });

  test('a module that throws while it is made is an evaluation fault', async () => {
    const { run } = options({
      entry: entry(),
      federation: federation(async () => ({
        ...moduleOf('1.0.0'),
        create: () => {
          throw new Error('boom');
        },
      })),
    });
    await expect(run()).rejects.toMatchObject({ kind: 'evaluation', module: 'mfe-vitals' });
  });

  test('what takes too long is given up', async () => {
    await expect(
      withLimit(new Promise(() => undefined), 5, () => new ModuleLoadError('timeout', 'm')),
    ).rejects.toMatchObject({ kind: 'timeout' });
    await expect(withLimit(Promise.resolve(1), 1000, () => new Error('late'))).resolves.toBe(1);
  });
});
