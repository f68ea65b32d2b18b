import type { HostApi } from '@phr/contract/host-api';
import type { ModuleInstance } from '@phr/contract/phr-module';
import type { RegistryEntry, ReleaseEntry } from '@phr/contract/registry';
import { chooseReleases } from './choose-release.ts';
import type { Federation } from './federation.ts';
import { ModuleLoadError } from './load-error.ts';
import { withLimit } from './with-limit.ts';

export interface LoadedModule {
  readonly release: ReleaseEntry;
  readonly instance: ModuleInstance;
}

interface LoadOptions {
  readonly federation: Federation;
  readonly entry: RegistryEntry;
  readonly deviceId: string;
  /** The host for this module; its calls are those of the release that is loaded. */
  readonly hostFor: (release: ReleaseEntry) => HostApi;
  /** Told of each failed version, also when the next one works. */
  readonly onFailure: (error: ModuleLoadError) => void;
}

/** Loads a module and makes its instance: the chosen version, and once the one before. Rejects with the first version's ModuleLoadError. */
export async function loadModule({
  federation,
  entry,
  deviceId,
  hostFor,
  onFailure,
}: LoadOptions): Promise<LoadedModule> {
  let first: ModuleLoadError | undefined;
  for (const release of chooseReleases(entry, deviceId, hostFor(entry.current).version)) {
    try {
      const module = await federation.load(entry.name, release, entry.loadTimeoutMs);
      const instance = await withLimit(
        create(module, hostFor(release)),
        entry.loadTimeoutMs,
        () => new ModuleLoadError('timeout', entry.name, release.version),
      );
      return { release, instance };
    } catch (error) {
      const failure =
        error instanceof ModuleLoadError
          ? error
          : new ModuleLoadError('evaluation', entry.name, release.version, error);
      first ??= failure;
      onFailure(failure);
    }
  }
  throw first ?? new ModuleLoadError('registry', entry.name);
}

async function create(
  module: { create(host: HostApi): ModuleInstance | Promise<ModuleInstance> },
  host: HostApi,
): Promise<ModuleInstance> {
  return module.create(host);
}
