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
  /** Creates the host for this module, limited to the calls of the loaded release. */
  readonly hostFor: (release: ReleaseEntry) => HostApi;
  /** Called for each failed version, even if the next one works. */
  readonly onFailure: (error: ModuleLoadError) => void;
}

/** @throws ModuleLoadError 'disabled' or 'contract' for a module that is switched off or has no compatible release. */
export function assertOffered({ name, state }: OfferedModule): void {
  if (state === 'killed') throw new ModuleLoadError('disabled', name);
  if (state === 'incompatible') throw new ModuleLoadError('contract', name);
}

/**
 * Loads a module and creates its instance from the first working candidate. If all fail, rejects with the first one's
 * ModuleLoadError.
 */
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
