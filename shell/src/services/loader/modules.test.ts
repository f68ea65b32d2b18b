/** @jest-environment ./shared/build/src/jest-browser.cjs */
import type { Registry } from '@phr/contract/registry';
import { createStore } from '@phr/contract/store';
import { waitFor } from '@testing-library/react';
import { createFakeHost } from '@phr/testing/fake-host';
import { createModules } from './modules.ts';
// React fetches ahead where it draws.
import 'react-dom/client';

const release = (version: string, contract = '^1.0.0') => ({
  version,
  container: 'c',
  entry: `/m/mfe-a/${version}/remoteEntry.js`,
  integrity: '',
  manifest: { name: 'mfe-a', contract, access: 'signed-in' as const, routes: [], slots: [], calls: [] },
});
const registryOf = (version: string, changes: Partial<Registry['modules'][number]> = {}): Registry => ({
  schema: 1,
  publishedAt: '',
  modules: [{ name: 'mfe-a', enabled: true, current: release(version), loadTimeoutMs: 1_000, ...changes }],
});

const SLOT = { module: 'mfe-a', kind: 'slot', part: 'tiles' } as const;

function setUp(first = registryOf('1.0.0')) {
  const seen = { starts: 0, loads: [] as string[], created: 0, bootstraps: 0, mounts: 0, savesData: false };
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
  const modules = createModules({
    registry,
    deviceId: 'A1B2C3D4E5F6',
    contract: '1.0.0',
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
              return { views: {}, slots: { tiles }, dispose: () => undefined };
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

test('[ARCH-04] a newer release of a module in use is noticed; an unused or returned one is not', async () => {
  const { modules, registry } = setUp();
  registry.set(registryOf('1.1.0'));
  expect(modules.hasUpdate()).toBe(false);
  registry.set(registryOf('1.0.0'));
  await modules.get('mfe-a');
  expect(modules.hasUpdate()).toBe(false);
  registry.set(registryOf('1.1.0'));
  expect(modules.hasUpdate()).toBe(true);
});

test('[ARCH-04] the next release is noticed while the one in use is still offered as the one before', async () => {
  const { modules, registry } = setUp();
  await modules.get('mfe-a');
  registry.set(registryOf('1.1.0', { previous: release('1.0.0') }));
  expect(modules.hasUpdate()).toBe(true);
});

test('[ARCH-08] a release that did not load here is no news: the one before is in use rightly', async () => {
  const { modules, registry, setDown } = setUp(registryOf('1.1.0', { previous: release('1.0.0') }));
  setDown('1.1.0');
  await modules.get('mfe-a');
  expect(modules.hasUpdate()).toBe(false);
  registry.set(registryOf('1.1.1', { previous: release('1.0.0') }));
  expect(modules.hasUpdate()).toBe(true);
});
