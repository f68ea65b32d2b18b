import type { HostApi } from '@phr/contract/host-api';
import type { PhrModule } from '@phr/contract/phr-module';
import type { ModuleOffer, RegistryEntry, ReleaseEntry } from '@phr/contract/registry';
import type { Federation } from './federation.ts';
import { ModuleLoadError } from './load-error.ts';
import { loadModule } from './load-module.ts';
import { type Device, type OfferedModule, resolve } from './resolve.ts';
import { shareOf } from './share-of.ts';
import { registryOf } from '@phr/testing/registry-of';
import { withLimit } from './with-limit.ts';
import { parseManifest, parseRegistry, type RegistryError } from './registry.ts';
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
const TWO = entry({ previous: release('0.9.0'), rollout: { release: release('1.1.0'), percent: 5, salt: 's' } });
/** A registry with one module, with overrides. */
const document = (change: (offer: ModuleOffer) => object = (offer) => offer) => {
  const registry = registryOf([TWO]);
  return { ...registry, modules: registry.modules.map(change) };
};
/** The same, with overrides of its current release. */
const withRelease = (parts: object) =>
  document((offer) => ({
    ...offer,
    releases: { ...offer.releases, '1.0.0': { ...offer.releases['1.0.0'], ...parts } },
  }));

describe('the registry document', () => {
  test('[ARCH-04] a good document comes out as it went in, unknown fields ignored', () => {
    expect(parseRegistry(document((offer) => ({ ...offer, futureField: 1 })))).toEqual(registryOf([TWO]));
    const rare = document((offer) => ({
      ...offer,
      killed: { grace: 0 },
      current: null,
      rollouts: [{ id: 'r', version: '1.1.0', share: 0, salt: 's', cohorts: ['staff'] }],
    }));
    expect(parseRegistry(rare)).toEqual(rare);
  });

  test('a release says what it was built with; a manifest that no release names is let go', () => {
    const told = withRelease({ ui: '1.3.0' });
    const read = parseRegistry({ ...told, manifests: { ...told.manifests, other: 7 } });
    expect(read).toEqual(told);
  });

  test('what a person can begin with a module comes out as it went in, in the languages of this host', () => {
    const action = { screen: 'x-create', text: { 'vi-VN': 'Đo', 'en-US': 'Measure' }, icon: 'vital', order: 10 };
    const of = (actions: unknown) => manifestWith({ actions }).actions;
    expect(of([{ ...action, text: { ...action.text, 'fr-FR': 'Mesurer' } }])).toEqual([action]);
    expect(of([{ ...action, text: { 'en-US': 'Measure' } }])?.[0]?.text).toEqual({ 'en-US': 'Measure' });
    expect(() => of([{ ...action, text: { 'fr-FR': 'Mesurer' } }])).toThrow(/actions/);
    expect(() => of([{ ...action, text: { 'en-US': 'M'.repeat(41) } }])).toThrow(/actions/);
  });

  test('doors come out as they went in, also one that this host does not have; what is no name is none', () => {
    const doorsOf = (door: unknown, ofScreen: unknown) => {
      const route = { screen: 'x', path: '/x', layout: 'app', needsMainPatient: true, door: ofScreen };
      const found = manifestWith({ door, routes: [route] });
      return [found.door, found.routes[0]?.door];
    };
    expect(doorsOf('record', 'family')).toEqual(['record', 'family']);
    expect(doorsOf('record', 'none')).toEqual(['record', 'none']);
    expect(doorsOf('garden', 7)).toEqual(['garden', undefined]);
  });

  test('a place among others is a number from 0; whether a screen needs a person is said with true or false', () => {
    const of = (order: unknown, needsMainPatient: unknown) =>
      manifestWith({
        actions: [{ screen: 'x', text: { 'en-US': 'Measure' }, icon: 'vital', order }],
        routes: [{ screen: 'x', path: '/x', layout: 'app', needsMainPatient }],
      });
    const found = of(0, false);
    expect([found.actions?.[0]?.order, found.routes[0]?.needsMainPatient]).toEqual([0, false]);
    for (const [order, needs] of [
      [-1, false],
      [1001, false],
      [0, 'no'],
      [0, undefined],
    ])
      expect(() => of(order, needs)).toThrow(/actions|routes/);
  });

  test.each<[string, (value: unknown) => unknown, low: number, high: number]>([
    ['height of a place in pixels', (height) => manifestWith({ slots: [slotWith({ height })] }), 0, 2000],
    ['height by width', (px) => manifestWith({ slots: [slotWith({ heights: [{ px }] })] }), 0, 2000],
    ['width', (upTo) => manifestWith({ slots: [slotWith({ heights: [{ px: 1, upTo }] })] }), 0, 10_000],
    ['place among others', (order) => manifestWith({ slots: [slotWith({ order })] }), 0, 1000],
    ['serial', (serial) => parseRegistry({ ...document(), serial }), 0, Number.MAX_SAFE_INTEGER],
    ['limit of time', (loadTimeoutMs) => offerWith({ loadTimeoutMs }), 500, 60_000],
    ['grace', (grace) => offerWith({ killed: { grace } }), 0, 120],
    [
      'share',
      (share) => offerWith({ rollouts: [{ id: 'r', version: '1.0.0', share, salt: 's', cohorts: [] }] }),
      0,
      10_000,
    ],
  ])('the %s has its least and its most', (_, read, low, high) => {
    for (const value of [low, high]) expect(() => read(value)).not.toThrow();
    for (const value of [low - 1, high + 1, String(low), Number.NaN])
      expect(() => read(value)).toThrow(/must be a number/);
  });

  test('a module is for everybody where it says so in the known word, and else for who is signed in', () => {
    const accessOf = (access: unknown) => manifestWith({ access }).access;
    expect(['anonymous', 'signed-in', 'all', undefined].map(accessOf)).toEqual([
      'anonymous',
      ...['signed-in', 'signed-in', 'signed-in'],
    ]);
  });

  test('a text of 500 characters is none too many', () => {
    const long = withRelease({ container: 'c'.repeat(500) });
    expect(parseRegistry(long)).toEqual(long);
  });

  test.each([
    ['another schema', { ...document(), schema: 1 }],
    ['a text', 'registry'],
    ['nothing', null],
    ['no list of modules', { ...document(), modules: {} }],
    ['no manifests', { ...document(), manifests: [] }],
    ['no number', { ...document(), serial: '7' }],
    ['no installation', { ...document(), installation: '' }],
  ])('refuses a document that is unusable as a whole: %s', (_what, value) => {
    expect(() => parseRegistry(value)).toThrow(/registry/);
  });

  test.each([
    ['entry on another origin', withRelease({ entry: 'https://evil.test/m/mfe-vitals/1.0.0/remoteEntry.js' })],
    ["entry in another module's folder", withRelease({ entry: '/m/mfe-records/1.0.0/remoteEntry.js' })],
    ['entry that climbs out', withRelease({ entry: '/m/mfe-vitals/../../x.js' })],
    ['no hash', withRelease({ integrity: '' })],
    ['a public path as code', withRelease({ container: 'a();b' })],
    ['a manifest that is not there', withRelease({ manifest: 'none' })],
    ['manifest of another module', withRelease({ manifest: 'mfe-booking@1.0.0' })],
    ['a limit of no time', document((offer) => ({ ...offer, loadTimeoutMs: 0 }))],
    ['a current version that is no release', document((offer) => ({ ...offer, current: '7.0.0' }))],
    ['a fallback that is no release', document((offer) => ({ ...offer, fallbacks: ['0.9.0', '7.0.0'] }))],
    [
      'more than all devices',
      document(({ rollouts: [one], ...offer }) => ({ ...offer, rollouts: [{ ...one, share: 10_001 }] })),
    ],
    ['a grace of an hour', document((offer) => ({ ...offer, killed: { grace: 3_600 } }))],
    ['a text of more than 500 characters', withRelease({ container: 'c'.repeat(501) })],
  ])('[ARCH-08] leaves out one module with %s and keeps the others', (_what, bad) => {
    const faults: RegistryError[] = [];
    const other = registryOf([
      {
        ...entry(),
        name: 'mfe-booking',
        current: {
          ...release('1.0.0'),
          entry: '/m/mfe-booking/1.0.0/remoteEntry.js',
          manifest: { ...release('1.0.0').manifest, name: 'mfe-booking' },
        },
      },
    ]);
    const both = {
      ...bad,
      modules: [...bad.modules, ...other.modules],
      manifests: { ...bad.manifests, ...other.manifests },
    };
    const read = parseRegistry(both, (fault) => faults.push(fault));
    expect(read.modules.map(({ name }) => name)).toEqual(['mfe-booking']);
    expect(Object.keys(read.manifests)).toEqual(['mfe-booking@1.0.0']);
    expect(faults).toHaveLength(1);
    expect(faults[0]?.where).toMatch(/^(?:modules\[0\]|manifests)\./);
  });
});

const slotWith = (parts: object) => ({ slot: 'today', place: 'x', order: 1, ...parts });
/** @throws the fault of the one module that has these parts */
const offerWith = (parts: object): void => {
  parseRegistry(
    document((offer) => ({ ...offer, ...parts })),
    (fault) => {
      throw fault;
    },
  );
};

const manifestWith = (parts: object) =>
  parseManifest({ ...release('1.0.0').manifest, ...parts }, 'mfe-vitals', 'manifest');

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
  const DEVICE: Device = { key: 'D', cohorts: [], contract: '1.0.0', bad: new Set() };
  const on = (one: RegistryEntry, device: Partial<Device> = {}) => {
    const [module] = resolve(registryOf([one]), { ...DEVICE, ...device });
    if (module === undefined) throw new Error('no module');
    return module;
  };
  const said = ({ candidates }: OfferedModule) =>
    candidates.map(({ release: { version }, why }) => `${version} ${why}`);
  const tried = (one: RegistryEntry, device: Partial<Device> = {}) => said(on(one, device));
  const rollout = { release: release('1.1.0'), percent: 5, salt: 'salt' };
  const devices = Array.from({ length: 4000 }, (_, index) => `DEVICE${index}`);
  const isIn = (device: string, share: number, salt = 'salt') => shareOf('mfe-vitals', salt, device) < share;
  const inside = devices.filter((device) => isIn(device, 500));
  const outside = devices.find((device) => !isIn(device, 500)) ?? '';

  test('a device keeps its side of a rollout, and the shares come out as asked', () => {
    expect(inside.length).toBeGreaterThan(140);
    expect(inside.length).toBeLessThan(260);
    for (const key of inside.slice(0, 20))
      expect(tried(entry({ rollout }), { key })).toEqual(['1.1.0 rollout', '1.0.0 current']);
    expect(tried(entry({ rollout }), { key: outside })).toEqual(['1.0.0 current']);
  });

  test('[ARCH-06] a share that rises takes no device back: the salt of a rollout stays', () => {
    const at = (percent: number, key: string) => tried(entry({ rollout: { ...rollout, percent } }), { key })[0];
    expect(inside.filter((key) => at(25, key) !== '1.1.0 rollout')).toEqual([]);
    expect(devices.filter((key) => at(25, key) === '1.1.0 rollout').length).toBeGreaterThan(850);
  });

  test("[ARCH-04] a person's own build comes first; a kill, a fault and an unfit range go before it", () => {
    const own = [release('1.0.0-dev.1')];
    expect(tried(entry({ rollout }), { key: outside, own })).toEqual(['1.0.0-dev.1 own', '1.0.0 current']);
    expect(tried(entry(), { own, bad: new Set(['mfe-vitals@1.0.0-dev.1']) })).toEqual(['1.0.0 current']);
    expect(tried(entry(), { own: [release('1.0.0-dev.1', '^2.0.0')] })).toEqual(['1.0.0 current']);
    expect(on(entry({ enabled: false, grace: 0 }), { own })).toMatchObject({ state: 'killed', candidates: [] });
    const [unreleased] = resolve(registryOf([]), { ...DEVICE, own });
    expect(unreleased).toMatchObject({ name: 'mfe-vitals', state: 'offered', candidates: [{ why: 'own' }] });
  });

  describe('with two rollouts', () => {
    const offer = (parts: Partial<ModuleOffer> = {}) => {
      const registry = registryOf([
        entry({ previous: release('0.9.0'), earlier: [release('1.1.0'), release('1.2.0')] }),
      ]);
      const of = (version: string, share: number, cohorts: readonly string[] = []) => ({
        id: version,
        version,
        share,
        salt: version,
        cohorts,
      });
      const rollouts = [of('1.1.0', 5_000), of('1.2.0', 5_000, ['staff'])];
      const modules = registry.modules.map((one) => ({ ...one, fallbacks: ['0.9.0'], rollouts, ...parts }));
      return { ...registry, modules };
    };
    const given = (device: Partial<Device>, parts: Partial<ModuleOffer> = {}) =>
      resolve(offer(parts), { ...DEVICE, ...device }).map(said)[0];
    const inBoth = devices.find((key) => isIn(key, 5_000, '1.1.0') && isIn(key, 5_000, '1.2.0')) ?? '';
    const inNone = devices.find((key) => !isIn(key, 5_000, '1.1.0') && !isIn(key, 5_000, '1.2.0')) ?? '';

    test('[ARCH-04] a device in both keeps the older, and falls back to the newer before the current', () => {
      const all = ['1.1.0 rollout', '1.2.0 rollout', '1.0.0 current', '0.9.0 fallback'];
      expect(given({ key: inBoth })).toEqual(all);
      expect(given({ key: inBoth, bad: new Set(['mfe-vitals@1.1.0']) })).toEqual(all.slice(1));
      expect(given({ key: inNone })).toEqual(all.slice(2));
    });

    test('[ARCH-04] a group that a rollout names gets it before any share', () => {
      const cohorts = ['team:vitals', 'staff'];
      expect(given({ key: inNone, cohorts })?.[0]).toBe('1.2.0 cohort');
      expect(given({ key: inBoth, cohorts })?.slice(0, 2)).toEqual(['1.2.0 cohort', '1.1.0 rollout']);
      expect(given({ key: inNone, cohorts: ['team:vitals'] })?.[0]).toBe('1.0.0 current');
    });

    test('[ARCH-04] a module that is new for a share is there for them alone, turned off as well', () => {
      const first = { current: null, fallbacks: [] };
      expect(given({ key: inBoth }, first)).toEqual(['1.1.0 rollout', '1.2.0 rollout']);
      expect(given({ key: inNone }, first)).toBeUndefined();
      const killed = { ...first, killed: { grace: 0 } };
      expect(resolve(offer(killed), { ...DEVICE, key: inBoth })).toMatchObject([{ state: 'killed', candidates: [] }]);
      expect(given({ key: inNone }, killed)).toBeUndefined();
    });
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
    const [module] = resolve(registryOf([one]), { key: 'D', cohorts: [], contract: '1.0.0', bad: new Set() });
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
