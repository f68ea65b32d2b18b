import type { HostApi, LogPort } from '@phr/contract/host-api';
import type { ReleaseEntry } from '@phr/contract/registry';
import type { Store } from '@phr/contract/store';
import type { Federation } from '@phr/loader/federation';
import { ModuleLoadError } from '@phr/loader/load-error';
import type { TellHealth } from '@phr/loader/health';
import { assertOffered, loadModule, type LoadedModule } from '@phr/loader/load-module';
import type { OfferedModule } from '@phr/loader/resolve';
import { preload } from 'react-dom';
import { createMountTracker, type MountState } from './mount-tracker.ts';
import { folderOf, type ModulePart } from './module-part.ts';
import { isNamed } from './named-files.ts';
import type { OfferPort } from './offer.ts';
import { createUpdates } from './updates.ts';

export interface ModulesOptions {
  readonly offer: OfferPort;
  readonly hostFor: (release: ReleaseEntry) => HostApi;
  readonly log: LogPort;
  /** True if the person asked to save data. */
  readonly savesData: () => boolean;
  /** True while input on the screen would be lost. */
  readonly isDirty: () => boolean;
  /** Requests the registry now; false if the server is unreachable. */
  readonly askRegistry: () => Promise<boolean>;
  /** Reports module health. */
  readonly tell: TellHealth;
  /** Starts the federation runtime and shared libraries; called for the first module. */
  readonly startFederation: () => Promise<Federation>;
}

/** The page's modules: one instance each, created on first use. */
export interface Modules {
  /** Rejects with ModuleLoadError; the next call retries. */
  get(name: string): Promise<LoadedModule>;
  /** Prefetches a part likely to be needed soon, up to its mount. Fails silently. */
  preload(part: ModulePart): void;
  /** Marks a part as on screen; returns a function that marks it as gone. */
  enter(part: ModulePart, loaded: LoadedModule): () => void;
  /** By module: the turn of its places, and whether it waits for unsaved input. */
  readonly lives: Store<Readonly<Record<string, MountState>>>;
  /** Ends a module kept for unsaved input. */
  end(name: string): void;
  /** A file failed to load: switches to the next candidate, if there is one and the server is reachable. */
  fault(loaded: LoadedModule): Promise<void>;
  /** Receives health reports from places. */
  readonly tell: TellHealth;
  /** Folders of the releases in use, `/m/<name>/<version>/`. */
  folders(): readonly string[];
  /** True if a module in use has a newer, fetchable release for this device: shown after a reload. */
  readonly update: Store<boolean>;
  /** Checks for such a release. */
  lookForUpdate(): Promise<void>;
}

/** Loads modules on demand, caches their instances, and ends those of switched-off modules. */
export function createModules(options: ModulesOptions): Modules {
  const { offer, hostFor, log, savesData, isDirty, askRegistry, tell } = options;
  const instances = new Map<string, Promise<LoadedModule>>();
  const inUse = new Map<string, LoadedModule>();
  const start = startOnce(options.startFederation);
  const find = (name: string): OfferedModule | undefined => offer.offer.get().find((module) => module.name === name);

  const lives = createMountTracker({
    offer: offer.offer,
    isDirty,
    drop(name) {
      const going = instances.get(name);
      instances.delete(name);
      inUse.delete(name);
      return going;
    },
  });
  const updates = createUpdates({ offer: offer.offer, inUse: () => [...inUse], partsOf: lives.partsOf });

  function offered(name: string): OfferedModule {
    const module = find(name);
    if (module === undefined) throw new ModuleLoadError('registry', name);
    assertOffered(module);
    return module;
  }

  async function load(name: string): Promise<LoadedModule> {
    // every release failed before: an explicit retry means all of them
    if (find(name)?.state === 'failed') offer.forgive(name);
    const module = offered(name);
    // until the runtime is loaded, fetch the entry in parallel
    if (!start.isDone()) fetchEntry(module);
    const loaded = await loadModule({
      federation: await start(),
      module,
      hostFor,
      onFailure(error) {
        if (error.version !== undefined) {
          tell(name, error.version, { failed: error.kind });
          offer.fail(name, error.version);
        }
        log.error('module.load', error);
      },
    });
    // may have been switched off meanwhile
    if (find(name)?.state === 'killed') {
      loaded.instance.dispose();
      offered(name);
    }
    inUse.set(name, loaded);
    return loaded;
  }

  const get = (name: string): Promise<LoadedModule> => {
    const known = instances.get(name);
    if (known !== undefined) return known;
    const loading = load(name).catch((error: unknown) => {
      if (instances.get(name) === loading) instances.delete(name);
      throw error;
    });
    instances.set(name, loading);
    return loading;
  };

  return {
    get,
    preload(part) {
      if (savesData() || !navigator.onLine) return;
      get(part.module)
        .then(({ instance }) => bootstrap(instance, part))
        .catch(() => undefined);
    },
    enter: lives.enter,
    lives: lives.state,
    end: lives.end,
    async fault({ release: { manifest, version }, instance }) {
      const { name } = manifest;
      tell(name, version, { fault: 'file' });
      // offline no other release would load either, and this one is not at fault
      if (!(await askRegistry()) || inUse.get(name)?.instance !== instance) return;
      if (!find(name)?.candidates.some(({ release }) => release.version !== version)) return;
      log.error('module.load', new ModuleLoadError('network', name, version));
      offer.fail(name, version);
      lives.renew(name);
    },
    tell,
    folders: () => [...inUse.values()].map(({ release }) => folderOf(release)),
    update: updates.isThere,
    lookForUpdate: updates.look,
  };
}

function fetchEntry({ candidates: [first] }: OfferedModule): void {
  if (first === undefined || isNamed(first.release.entry)) return;
  const { entry, integrity } = first.release;
  preload(entry, { as: 'script', crossOrigin: 'anonymous', integrity });
}

async function bootstrap({ views, slots }: LoadedModule['instance'], { module, kind, part }: ModulePart) {
  await (kind === 'view' ? views : slots)[part]?.bootstrap({
    name: `${module}/${part}/ahead`,
    domElement: document.createElement('div'),
    overlayRoot: document.body,
    styleRoot: document,
    basePath: '',
    headingLevel: 1,
    input: undefined,
  });
}

/** Starts the page's runtime once; retries after a failure. */
function startOnce(startFederation: () => Promise<Federation>): (() => Promise<Federation>) & { isDone(): boolean } {
  let federation: Promise<Federation> | undefined;
  let isDone = false;
  const start = (): Promise<Federation> => {
    federation ??= startFederation()
      .then((started) => {
        isDone = true;
        return started;
      })
      .catch((error: unknown) => {
        federation = undefined;
        throw new ModuleLoadError('network', 'federation', undefined, error);
      });
    return federation;
  };
  return Object.assign(start, { isDone: () => isDone });
}
