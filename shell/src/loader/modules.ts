import type { HostApi, LogPort } from '@phr/contract/host-api';
import type { Registry, ReleaseEntry } from '@phr/contract/registry';
import type { Store } from '@phr/contract/store';
import { chooseReleases } from '@phr/loader/choose-release';
import type { Federation } from '@phr/loader/federation';
import { ModuleLoadError } from '@phr/loader/load-error';
import { loadModule, type LoadedModule } from '@phr/loader/load-module';

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

/** The modules of this page: one instance each, made when first needed. */
export interface Modules {
  /** Rejects with ModuleLoadError; the next call tries again. */
  get(name: string): Promise<LoadedModule>;
  /** Fetches a module that is likely to be needed soon. Says nothing when that fails. */
  preload(name: string): void;
  /** Folders of the releases in use, `/m/<name>/<version>/`. */
  folders(): readonly string[];
  /** True when a module in use has a newer release for this device: shown after a reload. */
  hasUpdate(): boolean;
}

/** Where all files of a release lie. */
export const folderOf = ({ entry }: ReleaseEntry): string => entry.slice(0, entry.lastIndexOf('/') + 1);

/** Loads modules on need and keeps their instances. */
export function createModules({ registry, deviceId, contract, hostFor, log, savesData, startFederation }: ModulesOptions): Modules {
  const instances = new Map<string, Promise<LoadedModule>>();
  const inUse = new Map<string, ReleaseEntry>();
  let federation: Promise<Federation> | undefined;

  const start = (): Promise<Federation> => {
    federation ??= startFederation().catch((error: unknown) => { federation = undefined; throw new ModuleLoadError('network', 'federation', undefined, error); });
    return federation;
  };

  async function load(name: string): Promise<LoadedModule> {
    const entry = registry.get().modules.find((module) => module.name === name);
    if (entry === undefined) throw new ModuleLoadError('registry', name);
    const loaded = await loadModule({ federation: await start(), entry, deviceId, hostFor, onFailure: (error) => log.error('module.load', error) });
    inUse.set(name, loaded.release);
    return loaded;
  }

  const get = (name: string): Promise<LoadedModule> => {
    const known = instances.get(name);
    if (known !== undefined) return known;
    const loading = load(name).catch((error: unknown) => { instances.delete(name); throw error; });
    instances.set(name, loading);
    return loading;
  };

  return {
    get,
    preload(name) {
      if (!savesData() && navigator.onLine) get(name).catch(() => undefined);
    },
    folders: () => [...inUse.values()].map(folderOf),
    hasUpdate: () => [...inUse].some(([name, { version }]) => {
      const entry = registry.get().modules.find((module) => module.name === name);
      try {
        return entry !== undefined && entry.enabled && !chooseReleases(entry, deviceId, contract).some((release) => release.version === version);
      } catch {
        return false;
      }
    }),
  };
}
