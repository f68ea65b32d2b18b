/** @jest-environment ./shared/build/src/jest-browser.cjs */
import type { RegistryEntry, RegistryTwo } from '@phr/contract/registry';
import { createStore } from '@phr/contract/store';
import { waitFor } from '@testing-library/react';
import { createFakeHost } from '@phr/testing/fake-host';
import { registryOf as registryWith } from '@phr/testing/registry-of';
import { createModules } from './modules.ts';
import { createOffer } from './offer.ts';
// React preloads while rendering
import 'react-dom/client';

const { jest } = import.meta;
const release = (version: string, contract = '^1.0.0') => ({
  version,
  container: 'c',
  entry: `/m/mfe-a/${version}/remoteEntry.js`,
  integrity: '',
  manifest: { name: 'mfe-a', contract, access: 'signed-in' as const, routes: [], slots: [], calls: [] },
});
const registryOf = (version: string, changes: Partial<RegistryEntry> = {}): RegistryTwo =>
  registryWith([{ name: 'mfe-a', enabled: true, current: release(version), loadTimeoutMs: 1_000, ...changes }]);
const DEVICE = { key: 'A1B2C3D4E5F6', cohorts: [] as readonly string[], contract: '1.0.0' };

const SLOT = { module: 'mfe-a', kind: 'slot', part: 'tiles' } as const;

function setUp(first = registryOf('1.0.0')) {
  const seen = {
    starts: 0,
    loads: [] as string[],
    created: 0,
    bootstraps: 0,
    mounts: 0,
    disposed: 0,
    isDirty: false,
    isOnline: true,
    savesData: false,
    told: [] as unknown[],
  };
  let down: boolean | string = false;
  const tiles = {
    bootstrap: async () => {
      seen.bootstraps += 1;
    },
    mount: async () => {
      seen.mounts += 1;
    },
    unmount: async () => undefined,
  };
  const registry = createStore(first);
  const device = createStore(DEVICE);
  const modules = createModules({
    offer: createOffer(registry, device),
    isDirty: () => seen.isDirty,
    askRegistry: async () => seen.isOnline,
    tell: (...told) => seen.told.push(told),
    hostFor: () => createFakeHost(),
    log: { event: () => undefined, error: () => undefined },
    savesData: () => seen.savesData,
    startFederation: async () => {
      seen.starts += 1;
      return {
        async load(name, { version }) {
          seen.loads.push(version);
          if (down === true || down === version) throw new Error('down');
          return {
            name,
            version,
            contract: '^1.0.0',
            create: () => {
              seen.created += 1;
              return {
                views: {},
                slots: { tiles },
                dispose: () => {
                  seen.disposed += 1;
                },
              };
            },
          };
        },
      };
    },
  });
  return {
    modules,
    seen,
    registry,
    device,
    setDown: (value: boolean | string) => {
      down = value;
    },
  };
}

test('[ARCH-04] federation starts with the first module, and a module has one instance for all its places', async () => {
  const { modules, seen } = setUp();
  expect(seen.starts).toBe(0);
  const [first, second] = await Promise.all([modules.get('mfe-a'), modules.get('mfe-a')]);
  expect(first.instance).toBe(second.instance);
  expect(seen).toMatchObject({ starts: 1, loads: ['1.0.0'], created: 1 });
});

test('[ARCH-08] a failure is not kept: the next call loads again', async () => {
  const { modules, setDown } = setUp();
  setDown(true);
  await expect(modules.get('mfe-a')).rejects.toMatchObject({ name: 'ModuleLoadError', kind: 'evaluation' });
  setDown(false);
  await expect(modules.get('mfe-a')).resolves.toMatchObject({ release: { version: '1.0.0' } });
});

test('[ARCH-08] refuses unknown and disabled modules, and those for another host, before fetching', async () => {
  const { modules, seen, registry } = setUp();
  await expect(modules.get('mfe-x')).rejects.toMatchObject({ kind: 'registry' });
  registry.set(registryOf('1.0.0', { enabled: false }));
  await expect(modules.get('mfe-a')).rejects.toMatchObject({ kind: 'disabled' });
  registry.set(registryOf('1.0.0', { current: release('1.0.0', '^2.0.0') }));
  await expect(modules.get('mfe-a')).rejects.toMatchObject({ kind: 'contract' });
  expect(seen.loads).toEqual([]);
});

test('each release that fails is told, with the step at which it did', async () => {
  const { modules, seen, setDown } = setUp(registryOf('1.1.0', { previous: release('1.0.0') }));
  setDown('1.1.0');
  const loaded = await modules.get('mfe-a');
  expect(seen.told).toEqual([['mfe-a', '1.1.0', { failed: 'evaluation' }]]);
  await modules.fault(loaded);
  expect(seen.told[1]).toEqual(['mfe-a', '1.0.0', { fault: 'file' }]);
});

test('fetching ahead says nothing when it fails, and does nothing where bytes are dear', async () => {
  const { modules, seen, setDown } = setUp();
  seen.savesData = true;
  modules.preload(SLOT);
  expect(seen.starts).toBe(0);
  seen.savesData = false;
  setDown(true);
  modules.preload(SLOT);
  await expect(modules.get('mfe-a')).rejects.toThrow();
});

test('preloads a part up to its mount and no further, its entry bound to its hash', async () => {
  const { modules, seen } = setUp(registryOf('1.2.0', { current: { ...release('1.2.0'), integrity: 'sha384-x' } }));
  modules.preload(SLOT);
  const early = document.head.querySelector('link[rel="preload"][as="script"][href*="1.2.0"]');
  expect(early).toHaveAttribute('href', '/m/mfe-a/1.2.0/remoteEntry.js');
  expect(early).toHaveAttribute('integrity', 'sha384-x');
  expect(seen.loads).toEqual([]);
  await waitFor(() => expect(seen.bootstraps).toBe(1));
  expect(seen.mounts).toBe(0);
  modules.preload({ ...SLOT, part: 'none such' });
  await modules.get('mfe-a');
  expect(seen.bootstraps).toBe(1);
});

/** Serves files; parts.json lists two for the tiles. */
function serve(missing: readonly string[] = []) {
  const asked: string[] = [];
  globalThis.fetch = (async (address: string, { method }: RequestInit) => {
    asked.push(`${method} ${address}`);
    if (missing.some((file) => address.endsWith(file))) return new Response('', { status: 404 });
    return new Response(JSON.stringify({ 'slot/tiles': { 'a.js': 'sha256-a' }, 'view/app': { 'b.js': 'sha256-b' } }));
  }) as typeof fetch;
  return asked;
}

describe('news', () => {
  const before = globalThis.fetch;
  afterEach(() => {
    globalThis.fetch = before;
  });
  const isNews = async (modules: ReturnType<typeof setUp>['modules']) => {
    await modules.lookForUpdate();
    return modules.update.get();
  };

  test('[ARCH-04] a newer release of a module in use is noticed; an unused or returned one is not', async () => {
    serve();
    const { modules, registry } = setUp();
    registry.set(registryOf('1.1.0'));
    expect(await isNews(modules)).toBe(false);
    registry.set(registryOf('1.0.0'));
    await modules.get('mfe-a');
    expect(await isNews(modules)).toBe(false);
    registry.set(registryOf('1.1.0'));
    expect(await isNews(modules)).toBe(true);
    registry.set(registryOf('1.0.0'));
    expect(await isNews(modules)).toBe(false);
  });

  test('news that is there stays, and its files are not asked for again', async () => {
    const asked = serve();
    const { modules, registry } = setUp();
    await modules.get('mfe-a');
    registry.set(registryOf('1.1.0'));
    expect(await isNews(modules)).toBe(true);
    const before = asked.length;
    const seen: boolean[] = [];
    modules.update.subscribe(() => seen.push(modules.update.get()));
    expect(await isNews(modules)).toBe(true);
    expect([asked.length, seen]).toEqual([before, []]);
  });

  test('[ARCH-04] the next release is noticed while the one in use is still offered as the one before', async () => {
    serve();
    const { modules, registry } = setUp();
    await modules.get('mfe-a');
    registry.set(registryOf('1.1.0', { previous: release('1.0.0') }));
    expect(await isNews(modules)).toBe(true);
  });

  test('[ARCH-08] a release that did not load here is no news: the one before is in use rightly', async () => {
    serve();
    const { modules, registry, setDown } = setUp(registryOf('1.1.0', { previous: release('1.0.0') }));
    setDown('1.1.0');
    await modules.get('mfe-a');
    expect(await isNews(modules)).toBe(false);
    registry.set(registryOf('1.1.1', { previous: release('1.0.0') }));
    expect(await isNews(modules)).toBe(true);
  });

  test.each(['remoteEntry.js', 'a.js'])(
    '[ARCH-04] a newer release is news when its entry and the files on screen answer, not without %s',
    async (file) => {
      const { modules, registry } = setUp();
      const loaded = await modules.get('mfe-a');
      modules.enter(SLOT, loaded);
      registry.set(registryOf('1.1.0'));
      serve([file]);
      expect(await isNews(modules)).toBe(false);
      const asked = serve();
      expect(await isNews(modules)).toBe(true);
      expect(asked).toEqual([
        'GET /m/mfe-a/1.1.0/parts.json',
        'HEAD /m/mfe-a/1.1.0/remoteEntry.js',
        'HEAD /m/mfe-a/1.1.0/a.js',
      ]);
    },
  );
});

describe('[ARCH-06] a module that is turned off while it is on screen', () => {
  const VIEW = { module: 'mfe-a', kind: 'view', part: 'app' } as const;
  const OFF = { enabled: false };
  const turnOf = ({ modules }: ReturnType<typeof setUp>) => modules.lives.get()['mfe-a'] ?? { turn: 0, paused: false };
  const shown = async (part: typeof VIEW | typeof SLOT) => {
    const made = setUp();
    const loaded = await made.modules.get('mfe-a');
    return { ...made, loaded, leave: made.modules.enter(part, loaded) };
  };
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test.each([SLOT, VIEW])(
    'gives way at once, and its instance goes when nothing of it is left: $kind',
    async (part) => {
      const made = await shown(part);
      made.registry.set(registryOf('1.0.0', OFF));
      expect(turnOf(made)).toEqual({ turn: 1, paused: false });
      await expect(made.modules.get('mfe-a')).rejects.toMatchObject({ kind: 'disabled' });
      expect(made.seen.disposed).toBe(0);
      made.leave();
      expect(made.seen.disposed).toBe(1);
      expect(made.modules.folders()).toEqual([]);
    },
  );

  test('waits for its grace where something was typed in a view of it', async () => {
    const made = await shown(VIEW);
    made.seen.isDirty = true;
    made.registry.set(registryOf('1.0.0', { ...OFF, grace: 20 }));
    expect(turnOf(made)).toEqual({ turn: 0, paused: true });
    await jest.advanceTimersByTimeAsync(19_999);
    expect(turnOf(made)).toEqual({ turn: 0, paused: true });
    await jest.advanceTimersByTimeAsync(1);
    expect(turnOf(made)).toEqual({ turn: 1, paused: false });
  });

  test('its grace begins once: another registry that still has it off gives no more time', async () => {
    const made = await shown(VIEW);
    made.seen.isDirty = true;
    made.registry.set(registryOf('1.0.0', { ...OFF, grace: 20 }));
    await jest.advanceTimersByTimeAsync(15_000);
    made.registry.set(registryOf('1.0.1', { ...OFF, grace: 20 }));
    await jest.advanceTimersByTimeAsync(5_000);
    expect(turnOf(made)).toEqual({ turn: 1, paused: false });
  });

  test('goes before its grace ends when the person agrees, at once without one; stays when revived', async () => {
    const agreed = await shown(VIEW);
    agreed.seen.isDirty = true;
    agreed.registry.set(registryOf('1.0.0', OFF));
    agreed.modules.end('mfe-a');
    expect(turnOf(agreed)).toEqual({ turn: 1, paused: false });
    const unsafe = await shown(VIEW);
    unsafe.seen.isDirty = true;
    unsafe.registry.set(registryOf('1.0.0', { ...OFF, grace: 0 }));
    expect(turnOf(unsafe)).toEqual({ turn: 1, paused: false });
    const revived = await shown(VIEW);
    revived.seen.isDirty = true;
    revived.registry.set(registryOf('1.0.0', OFF));
    revived.registry.set(registryOf('1.0.0'));
    await jest.advanceTimersByTimeAsync(60_000);
    expect(turnOf(revived)).toEqual({ turn: 0, paused: false });
    expect((await revived.modules.get('mfe-a')).instance).toBe(revived.loaded.instance);
  });

  test('a slot does not wait for what is typed elsewhere; a module that comes back is mounted anew', async () => {
    const made = await shown(SLOT);
    made.seen.isDirty = true;
    made.registry.set(registryOf('1.0.0', OFF));
    expect(turnOf(made).turn).toBe(1);
    made.registry.set(registryOf('1.0.0'));
    expect(turnOf(made).turn).toBe(2);
    await made.modules.get('mfe-a');
    expect(made.seen.created).toBe(2);
  });

  test('is not made when it was turned off while it was on its way', async () => {
    const made = setUp();
    const coming = made.modules.get('mfe-a');
    made.registry.set(registryOf('1.0.0', OFF));
    await expect(coming).rejects.toMatchObject({ kind: 'disabled' });
    expect(made.seen.created).toBe(made.seen.disposed);
  });
});

describe('[ARCH-08] a file of a release that does not come later', () => {
  test('lets the next release take its place', async () => {
    const { modules, seen } = setUp(registryOf('1.1.0', { previous: release('1.0.0') }));
    const loaded = await modules.get('mfe-a');
    const leave = modules.enter(SLOT, loaded);
    await modules.fault(loaded);
    expect(modules.lives.get()['mfe-a']).toEqual({ turn: 1, paused: false });
    leave();
    await waitFor(() => expect(seen.disposed).toBe(1));
    expect((await modules.get('mfe-a')).release.version).toBe('1.0.0');
    await modules.fault(loaded);
    expect(modules.lives.get()['mfe-a']?.turn).toBe(1);
  });

  test('changes nothing where the server cannot be reached, or there is no other release', async () => {
    const away = setUp(registryOf('1.1.0', { previous: release('1.0.0') }));
    away.seen.isOnline = false;
    await away.modules.fault(await away.modules.get('mfe-a'));
    const alone = setUp();
    await alone.modules.fault(await alone.modules.get('mfe-a'));
    for (const { modules } of [away, alone]) expect(modules.lives.get()).toEqual({});
  });

  test('is tried again from the first release on when each has failed', async () => {
    const { modules, seen, setDown } = setUp(registryOf('1.1.0', { previous: release('1.0.0') }));
    setDown(true);
    await expect(modules.get('mfe-a')).rejects.toMatchObject({ version: '1.1.0' });
    setDown(false);
    expect((await modules.get('mfe-a')).release.version).toBe('1.1.0');
    expect(seen.loads).toEqual(['1.1.0', '1.0.0', '1.1.0']);
  });
});

test('[ARCH-04] who signs in as one of a group gets what is released to it, before any share', () => {
  const registry = registryWith([{ name: 'mfe-a', enabled: true, current: release('1.0.0'), loadTimeoutMs: 1_000 }]);
  const [offer] = registryWith([
    { name: 'mfe-a', enabled: true, current: release('1.1.0'), loadTimeoutMs: 1_000 },
  ]).modules;
  const source = createStore({
    ...registry,
    manifests: { ...registry.manifests, 'mfe-a@1.1.0': release('1.1.0').manifest },
    modules: registry.modules.map((one) => ({
      ...one,
      rollouts: [{ id: 'r', version: '1.1.0', share: 0, salt: 's', cohorts: ['staff'] }],
      releases: { ...one.releases, ...offer?.releases },
    })),
  });
  const device = createStore(DEVICE);
  const port = createOffer(source, device);
  const first = () => port.offer.get()[0]?.candidates[0];
  expect(first()).toMatchObject({ why: 'current', release: { version: '1.0.0' } });
  device.set({ ...DEVICE, cohorts: ['staff'] });
  expect(first()).toMatchObject({ why: 'cohort', release: { version: '1.1.0' } });
});
