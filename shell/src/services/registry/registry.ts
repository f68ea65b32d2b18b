import type { LogPort } from '@phr/contract/host-api';
import type { RegistryTwo } from '@phr/contract/registry';
import { createStore, type Store } from '@phr/contract/store';
import type { TextStore } from '../host/storage.ts';
import { createAsking, NO_REGISTRY, succeed, whileLookedAt } from '@phr/loader/follow-registry';
import { parseRegistry } from '@phr/loader/registry';

export interface RegistryOptions {
  /** Text of the page's data block; undefined when the backend did not fill it in. */
  readonly inlined: string | undefined;
  /** The page itself was kept on this device: what was received since then is newer than its block. */
  readonly kept?: boolean;
  readonly store: TextStore;
  readonly log: LogPort;
  readonly fetch?: typeof fetch;
}

export interface RegistryPort {
  readonly registry: Store<RegistryTwo>;
  /**
   * Asks the server again; true where it answered with a registry. Never rejects: the registry in use stays when the server is not reached, or answers nonsense,
   * no module, an older registry, or that of another installation or environment; so does a module that the answer leaves out.
   */
  refresh(): Promise<boolean>;
  /** Takes the serial that a server named beside something else, and asks where it is a later one; once for each. */
  heard(serial: number): void;
  /** Asks again every 45 s while the page is looked at, and at once when it is again or the network is back; returns the function that ends it. */
  watch(): () => void;
}

const ADDRESS = '/registry/2.json';
const LAST_GOOD = 'phr.registry';
/** What a page shows that nobody looked at for longer than this may have been turned off meanwhile. */
const FRESH_MS = 60_000;
/** How long such a page waits for the registry before it shows its modules. */
const VEIL_MS = 1_000;
const LIMIT_MS = 5_000;

/** Which modules exist: from the page itself, then from the server; the last good copy stands in when both fail. */
export function createRegistry({
  inlined,
  kept = false,
  store,
  log,
  fetch: doFetch = (...args) => fetch(...args),
}: RegistryOptions): RegistryPort {
  let isWhole = true;
  const readRegistry = (text: string | undefined): RegistryTwo | undefined => {
    if (text === undefined || text === '') return undefined;
    isWhole = true;
    try {
      const found = parseRegistry(JSON.parse(text), (error) => {
        isWhole = false;
        log.error('registry.entry', error);
      });
      // A server whose releases are away for a while: what was good before is better than nothing, and is not to be lost.
      if (found.modules.length === 0) throw new Error('The registry names no module');
      return found;
    } catch (error) {
      log.error('registry.parse', error);
      return undefined;
    }
  };
  const fromPage = readRegistry(inlined);
  // what the page lacks, or has worse, may have been received before
  const received = kept || fromPage === undefined || !isWhole ? readRegistry(store.get(LAST_GOOD)) : undefined;
  const registry = createStore(afterAll(kept ? [fromPage, received] : [received, fromPage]));
  let text = !kept && registry.get() === fromPage ? inlined : undefined;
  if (text !== undefined) store.set(LAST_GOOD, text);

  async function ask(): Promise<boolean> {
    try {
      const answer = await doFetch(ADDRESS, {
        cache: 'no-cache',
        credentials: 'omit',
        signal: AbortSignal.timeout(LIMIT_MS),
      });
      if (!answer.ok) throw new Error(`Registry answered ${answer.status}`);
      const received = await answer.text();
      if (received === text) return true;
      const read = readRegistry(received);
      if (read === undefined) return false;
      const next = succeed(registry.get(), read);
      text = received;
      store.set(LAST_GOOD, next === read ? received : JSON.stringify(next));
      if (JSON.stringify(next) !== JSON.stringify(registry.get())) registry.set(next);
      return true;
    } catch (error) {
      log.error('registry.fetch', error);
      return false;
    }
  }

  const { refresh, heard } = createAsking(ask, registry.get);
  return { registry, refresh, heard, watch: () => watchWith(refresh) };
}

/** The last of some registries that may follow those before it. */
function afterAll(found: readonly (RegistryTwo | undefined)[]): RegistryTwo {
  let best = NO_REGISTRY;
  for (const next of found) {
    try {
      if (next !== undefined) best = succeed(best, next);
    } catch {
      // it stays as it is
    }
  }
  return best;
}

/** A page that nobody looked at for a while shows its modules when the answer is there, or a second has gone. */
const watchWith = (refresh: () => Promise<boolean>): (() => void) =>
  whileLookedAt((sinceMs) => {
    const refreshing = refresh();
    if (sinceMs > FRESH_MS) veilUntil(refreshing);
    return refreshing;
  });

/** Modules are hidden, and keep their focus, while the mark is there (module-place.module.css). */
function veilUntil(asked: Promise<unknown>): void {
  const { dataset } = document.documentElement;
  const lift = (): void => {
    delete dataset['asking'];
  };
  dataset['asking'] = '';
  setTimeout(lift, VEIL_MS);
  void asked.finally(lift);
}
