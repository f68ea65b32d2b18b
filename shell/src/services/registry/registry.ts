import type { LogPort } from '@phr/contract/host-api';
import type { Registry } from '@phr/contract/registry';
import { createStore, type Store } from '@phr/contract/store';
import type { TextStore } from '../host/storage.ts';
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
  readonly registry: Store<Registry>;
  /** Asks the server again. Never rejects: the registry in use stays when the server is not reached or answers nonsense. */
  refresh(): Promise<void>;
  /** Asks again every five minutes and when the page is looked at again; returns the function that ends it. */
  watch(): () => void;
}

const ADDRESS = '/registry.json';
const LAST_GOOD = 'phr.registry';
const EVERY_MS = 5 * 60_000;
const LIMIT_MS = 5_000;
const EMPTY: Registry = { schema: 1, publishedAt: '', modules: [] };

/** Which modules exist: from the page itself, then from the server; the last good copy stands in when both fail. */
export function createRegistry({
  inlined,
  kept = false,
  store,
  log,
  fetch: doFetch = (...args) => fetch(...args),
}: RegistryOptions): RegistryPort {
  const read = (text: string | undefined): Registry | undefined => {
    if (text === undefined || text === '') return undefined;
    try {
      const found = parseRegistry(JSON.parse(text), (error) => log.error('registry.entry', error));
      // A server whose releases are away for a while: what was good before is better than nothing, and is not to be lost.
      if (found.modules.length === 0) throw new Error('The registry names no module');
      return found;
    } catch (error) {
      log.error('registry.parse', error);
      return undefined;
    }
  };
  const fresh = kept ? undefined : read(inlined);
  if (fresh !== undefined && inlined !== undefined) store.set(LAST_GOOD, inlined);
  const registry = createStore<Registry>(
    fresh ?? read(store.get(LAST_GOOD)) ?? (kept ? read(inlined) : undefined) ?? EMPTY,
  );
  let text = fresh === undefined ? undefined : inlined;

  async function refresh(): Promise<void> {
    try {
      const answer = await doFetch(ADDRESS, {
        cache: 'no-store',
        credentials: 'omit',
        signal: AbortSignal.timeout(LIMIT_MS),
      });
      if (!answer.ok) throw new Error(`Registry answered ${answer.status}`);
      const received = await answer.text();
      if (received === text) return;
      const next = read(received);
      if (next === undefined) return;
      text = received;
      store.set(LAST_GOOD, received);
      if (JSON.stringify(next) !== JSON.stringify(registry.get())) registry.set(next);
    } catch (error) {
      log.error('registry.fetch', error);
    }
  }

  return {
    registry,
    refresh,
    watch() {
      const look = () => {
        if (document.visibilityState === 'visible') void refresh();
      };
      const timer = setInterval(look, EVERY_MS);
      document.addEventListener('visibilitychange', look);
      window.addEventListener('focus', look);
      return () => {
        clearInterval(timer);
        document.removeEventListener('visibilitychange', look);
        window.removeEventListener('focus', look);
      };
    },
  };
}
