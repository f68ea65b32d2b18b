import type { HostApi, LogPort } from '@phr/contract/host-api';
import type { Registry, RegistryEntry, ReleaseEntry } from '@phr/contract/registry';
import type { Store } from '@phr/contract/store';
import { chooseReleases } from '@phr/loader/choose-release';
import type { Federation } from '@phr/loader/federation';
import { ModuleLoadError } from '@phr/loader/load-error';
import { loadModule, type LoadedModule } from '@phr/loader/load-module';
import { preload } from 'react-dom';

export interface ModulesOptions {
  readonly registry: Store<Registry>;
  readonly deviceId: string;
  readonly contract: string;
  readonly hostFor: (release: ReleaseEntry) => HostApi;
  readonly log: LogPort;
  /** True where the person asked for few bytes. */
  readonly savesData: () => boolean;
  /** Starts the federation runtime and what modules share; asked when the first module is needed. */
  readonly startFederation: () => Promise<Federation>;
}

/** One view or slot of a module. */
export interface ModulePart {
  readonly module: string;
  readonly kind: 'view' | 'slot';
  /** Name of the lifecycles in the module's instance. */
  readonly part: string;
}

/** The modules of this page: one instance each, made when first needed. */
export interface Modules {
  /** Rejects with ModuleLoadError; the next call tries again. */
  get(name: string): Promise<LoadedModule>;
  /** Fetches a part that is likely to be needed soon, up to its mount. Says nothing when that fails. */
  preload(part: ModulePart): void;
  /** Folders of the releases in use, `/m/<name>/<version>/`. */
  folders(): readonly string[];
  /** True when a module in use has a newer release for this device: shown after a reload. */
  hasUpdate(): boolean;
}

/** Where all files of a release lie. */
export const folderOf = ({ entry }: ReleaseEntry): string => entry.slice(0, entry.lastIndexOf('/') + 1);

/** Loads modules on need and keeps their instances. */
export function createModules({
  registry,
  deviceId,
  contract,
  hostFor,
  log,
  savesData,
  startFederation,
}: ModulesOptions): Modules {
  const instances = new Map<string, Promise<LoadedModule>>();
  const inUse = new Map<string, ReleaseEntry>();
  /** Versions that could not be loaded in this page: `module version`. */
  const failed = new Set<string>();
  let federation: Promise<Federation> | undefined;
  let isFederated = false;

  const start = (): Promise<Federation> => {
    federation ??= startFederation()
      .then((started) => {
        isFederated = true;
        return started;
      })
      .catch((error: unknown) => {
        federation = undefined;
        throw new ModuleLoadError('network', 'federation', undefined, error);
      });
    return federation;
  };

  async function load(name: string): Promise<LoadedModule> {
    const entry = registry.get().modules.find((module) => module.name === name);
    if (entry === undefined) throw new ModuleLoadError('registry', name);
    // Until the runtime is there the entry's file comes beside it, not after it.
    if (!isFederated) fetchEntry(entry);
    const loaded = await loadModule({
      federation: await start(),
      entry,
      deviceId,
      hostFor,
      onFailure(error) {
        failed.add(`${name} ${error.version}`);
        log.error('module.load', error);
      },
    });
    inUse.set(name, loaded.release);
    return loaded;
  }

  function fetchEntry(entry: RegistryEntry): void {
    try {
      const [release] = chooseReleases(entry, deviceId, contract);
      if (release !== undefined)
        preload(release.entry, { as: 'script', crossOrigin: 'anonymous', integrity: release.integrity });
    } catch {
      // Nothing of it fits: loading says so.
    }
  }

  const get = (name: string): Promise<LoadedModule> => {
    const known = instances.get(name);
    if (known !== undefined) return known;
    const loading = load(name).catch((error: unknown) => {
      instances.delete(name);
      throw error;
    });
    instances.set(name, loading);
    return loading;
  };

  return {
    get,
    preload({ module, kind, part }) {
      if (savesData() || !navigator.onLine) return;
      const props = {
        name: `${module}/${part}/ahead`,
        domElement: document.createElement('div'),
        overlayRoot: document.body,
        styleRoot: document,
        basePath: '',
        headingLevel: 1,
        input: undefined,
      };
      get(module)
        .then(({ instance }) => (kind === 'view' ? instance.views : instance.slots)[part]?.bootstrap(props))
        .catch(() => undefined);
    },
    folders: () => [...inUse.values()].map(folderOf),
    hasUpdate: () =>
      [...inUse].some(([name, { version }]) => {
        const entry = registry.get().modules.find((module) => module.name === name);
        try {
          const [first] = entry === undefined || !entry.enabled ? [] : chooseReleases(entry, deviceId, contract);
          // One that did not load here would not after a reload either; the version that stood in for it is in use rightly.
          return first !== undefined && first.version !== version && !failed.has(`${name} ${first.version}`);
        } catch {
          return false;
        }
      }),
  };
}
