import type { HostApi } from '@phr/contract/host-api';
import type { ModuleInstance } from '@phr/contract/phr-module';
import type { ReleaseEntry } from '@phr/contract/registry';
import type { Federation } from './federation.ts';
import { ModuleLoadError } from './load-error.ts';
import type { OfferedModule } from './resolve.ts';
import { withLimit } from './with-limit.ts';

export interface LoadedModule {
  readonly release: ReleaseEntry;
  readonly instance: ModuleInstance;
}

interface LoadOptions {
  readonly federation: Federation;
  readonly module: OfferedModule;
  /** The host for this module; its calls are those of the release that is loaded. */
  readonly hostFor: (release: ReleaseEntry) => HostApi;
  /** Told of each failed version, also when the next one works. */
  readonly onFailure: (error: ModuleLoadError) => void;
}

/** Throws ModuleLoadError 'disabled' or 'contract' for a module that is turned off, or has no release for this host. */
export function assertOffered({ name, state }: OfferedModule): void {
  if (state === 'killed') throw new ModuleLoadError('disabled', name);
  if (state === 'incompatible') throw new ModuleLoadError('contract', name);
}

/** Loads a module and makes its instance: the first of its candidates that does. Rejects with ModuleLoadError, where all fail with that of the first. */
export async function loadModule({ federation, module, hostFor, onFailure }: LoadOptions): Promise<LoadedModule> {
  assertOffered(module);
  const { name, candidates, loadTimeoutMs } = module;
  let first: ModuleLoadError | undefined;
  for (const { release } of candidates) {
    try {
      const loaded = await federation.load(name, release, loadTimeoutMs);
      const instance = await withLimit(
        create(loaded, hostFor(release)),
        loadTimeoutMs,
        () => new ModuleLoadError('timeout', name, release.version),
      );
      return { release, instance };
    } catch (error) {
      const failure =
        error instanceof ModuleLoadError ? error : new ModuleLoadError('evaluation', name, release.version, error);
      first ??= failure;
      onFailure(failure);
    }
  }
  throw first ?? new ModuleLoadError('registry', name);
}

async function create(
  module: { create(host: HostApi): ModuleInstance | Promise<ModuleInstance> },
  host: HostApi,
): Promise<ModuleInstance> {
  return module.create(host);
}
