import type { Registry } from '@phr/contract/registry';
import { createStore } from '@phr/contract/store';
import { createFakeHost } from '@phr/testing/fake-host';
import { createModules } from './modules.ts';

const release = (version: string, contract = '^1.0.0') => ({ version, container: 'c', entry: `/m/mfe-a/${version}/remoteEntry.js`, integrity: '', manifest: { name: 'mfe-a', contract, access: 'signed-in' as const, routes: [], slots: [], calls: [] } });
const registryOf = (version: string, changes: Partial<Registry['modules'][number]> = {}): Registry => ({ schema: 1, publishedAt: '', modules: [{ name: 'mfe-a', enabled: true, current: release(version), loadTimeoutMs: 1_000, ...changes }] });

function setUp(first = registryOf('1.0.0')) {
  const seen = { starts: 0, loads: [] as string[], created: 0, savesData: false };
  let down = false;
  const registry = createStore(first);
  const modules = createModules({
    registry, deviceId: 'A1B2C3D4E5F6', contract: '1.0.0', hostFor: () => createFakeHost(), log: { event: () => undefined, error: () => undefined }, savesData: () => seen.savesData,
    startFederation: async () => {
      seen.starts += 1;
      return {
        async load(name, { version }) {
          seen.loads.push(version);
          if (down) throw new Error('down');
          return { name, version, contract: '^1.0.0', create: () => { seen.created += 1; return { views: {}, slots: {}, dispose: () => undefined }; } };
        },
      };
    },
  });
  return { modules, seen, registry, setDown: (value: boolean) => { down = value; } };
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

test('[ARCH-08] unknown and switched-off modules, and those for another host, are refused before anything is fetched', async () => {
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
  modules.preload('mfe-a');
  expect(seen.starts).toBe(0);
  seen.savesData = false;
  setDown(true);
  modules.preload('mfe-a');
  await expect(modules.get('mfe-a')).rejects.toThrow();
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
