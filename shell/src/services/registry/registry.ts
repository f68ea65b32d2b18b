import type { LogPort } from '@phr/contract/host-api';
import type { RegistryTwo } from '@phr/contract/registry';
import { createStore, type Store } from '@phr/contract/store';
import type { TextStore } from '../host/storage.ts';
import { createAsking, NO_REGISTRY, succeed, whileVisible } from '@phr/loader/follow-registry';
import { parseRegistry } from '@phr/loader/registry';

export interface RegistryOptions {
  /** Text of the page's data block; undefined if the backend did not fill it in. */
  readonly inlined: string | undefined;
  /** The page came from the cache, so registries received since are newer than its block. */
  readonly kept?: boolean;
  readonly store: TextStore;
  readonly log: LogPort;
  readonly fetch?: typeof fetch;
}

export interface RegistryPort {
  readonly registry: Store<RegistryTwo>;
  /**
   * Requests the registry; true if the server returned one. Never rejects: the current registry stays if the server is
   * unreachable or returns nonsense, no module, an older registry, or another installation's or environment's; modules
   * the response omits stay too.
   */
  refresh(): Promise<boolean>;
  /** Takes a serial reported by a server; requests the registry once for each newer one. */
  heard(serial: number): void;
  /**
   * Polls every 45 s while the page is visible, and at once when it becomes visible or the network returns; returns a
   * function that stops it.
   */
  watch(): () => void;
}

const ADDRESS = '/registry/2.json';
const LAST_GOOD = 'phr.registry';
/** Modules on a page not visible for longer may have been switched off meanwhile. */
const FRESH_MS = 60_000;
/** How long such a page waits for the registry before showing its modules. */
const VEIL_MS = 1_000;
const LIMIT_MS = 5_000;

/** The available modules: from the page itself, then from the server; the last good copy is the fallback. */
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
    try {
      const found = parseRegistry(JSON.parse(text), (error) => {
        isWhole = false;
        log.error('registry.entry', error);
      });
      // a server temporarily without releases: keep the last good registry
      if (found.modules.length === 0) throw new Error('The registry names no module');
      return found;
    } catch (error) {
      log.error('registry.parse', error);
      return undefined;
    }
  };
  const fromPage = readRegistry(inlined);
  // an earlier response may have what the page lacks
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

/** The last of several registries that may succeed those before it. */
function afterAll(found: readonly (RegistryTwo | undefined)[]): RegistryTwo {
  let best = NO_REGISTRY;
  for (const next of found) {
    try {
      if (next !== undefined) best = succeed(best, next);
    } catch {
      // unchanged
    }
  }
  return best;
}

/** A page becoming visible again shows its modules after the response, or after a second. */
const watchWith = (refresh: () => Promise<boolean>): (() => void) =>
  whileVisible((sinceMs) => {
    const refreshing = refresh();
    if (sinceMs > FRESH_MS) hideUntil(refreshing);
    return refreshing;
  });

/** Modules are hidden, keeping focus, while the mark is set (module-place.module.css). */
function hideUntil(asked: Promise<unknown>): void {
  const { dataset } = document.documentElement;
  const lift = (): void => {
    delete dataset['asking'];
  };
  dataset['asking'] = '';
  setTimeout(lift, VEIL_MS);
  void asked.finally(lift);
}
