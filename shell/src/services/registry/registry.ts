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
  /**
   * Asks the server again; true where it answered with a registry. Never rejects: the registry in use stays when the server is not reached, or answers nonsense,
   * no module, an older registry, or that of another installation; so does a module that the answer leaves out.
   */
  refresh(): Promise<boolean>;
  /** Asks again every 45 s while the page is looked at, and at once when it is again or the network is back; returns the function that ends it. */
  watch(): () => void;
}

const ADDRESS = '/registry.json';
const LAST_GOOD = 'phr.registry';
/** Pages ask at moments of their own, so that not all do at once. */
const EVERY_MS = { least: 40_000, spread: 10_000 } as const;
/** What a page shows that nobody looked at for longer than this may have been turned off meanwhile. */
const FRESH_MS = 60_000;
/** How long such a page waits for the registry before it shows its modules. */
const VEIL_MS = 1_000;
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

  /** Undefined for what must not take the place of the registry in use. */
  function succeed(received: string): { readonly next: Registry; readonly kept: string } | undefined {
    const next = read(received);
    const known = registry.get();
    if (next === undefined) return undefined;
    if (next.installation !== known.installation && known.installation !== undefined) {
      log.error('registry.foreign', new Error(`The registry is that of ${next.installation}`));
      return undefined;
    }
    if (isOlder(next.publishedAt, known.publishedAt)) {
      log.error('registry.stale', new Error(`The registry of ${next.publishedAt} is older than that in use`));
      return undefined;
    }
    // What a release leaves out is turned off first; a module that is only not there is a fault of a folder.
    const missing = known.modules.filter(({ name }) => !next.modules.some((module) => module.name === name));
    if (missing.length === 0) return { next, kept: received };
    const modules = [...next.modules, ...missing].toSorted((a, b) => (a.name < b.name ? -1 : 1));
    return { next: { ...next, modules }, kept: JSON.stringify({ ...next, modules }) };
  }

  async function ask(): Promise<boolean> {
    try {
      const answer = await doFetch(ADDRESS, {
        cache: 'no-store',
        credentials: 'omit',
        signal: AbortSignal.timeout(LIMIT_MS),
      });
      if (!answer.ok) throw new Error(`Registry answered ${answer.status}`);
      const received = await answer.text();
      if (received === text) return true;
      const found = succeed(received);
      if (found === undefined) return false;
      const { next, kept: good } = found;
      text = received;
      store.set(LAST_GOOD, good);
      if (JSON.stringify(next) !== JSON.stringify(registry.get())) registry.set(next);
      return true;
    } catch (error) {
      log.error('registry.fetch', error);
      return false;
    }
  }

  let asking: Promise<boolean> | undefined;
  const refresh = (): Promise<boolean> => {
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return asking;
  };

  return { registry, refresh, watch: () => watchWith(refresh) };
}

/** Asks while the page is looked at. A page that nobody looked at for a while shows its modules when the answer is there, or a second has gone. */
function watchWith(refresh: () => Promise<boolean>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let askedAt = Date.now();
  const look = (): void => {
    clearTimeout(timer);
    if (document.visibilityState !== 'visible') return;
    timer = setTimeout(look, EVERY_MS.least + Math.random() * EVERY_MS.spread);
    const isOld = Date.now() - askedAt > FRESH_MS;
    askedAt = Date.now();
    const asked = refresh();
    if (isOld) veilUntil(asked);
  };
  const wait = (): void => {
    timer = setTimeout(look, EVERY_MS.least + Math.random() * EVERY_MS.spread);
  };
  wait();
  document.addEventListener('visibilitychange', look);
  for (const name of ['focus', 'online']) window.addEventListener(name, look);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
    for (const name of ['focus', 'online']) window.removeEventListener(name, look);
  };
}

/** `base.css` of the page hides modules, and keeps their focus, while the mark is there. */
function veilUntil(asked: Promise<unknown>): void {
  const { dataset } = document.documentElement;
  const lift = (): void => {
    delete dataset['asking'];
  };
  dataset['asking'] = '';
  setTimeout(lift, VEIL_MS);
  void asked.finally(lift);
}

/** False unless both are instants. */
function isOlder(one: string, other: string): boolean {
  const [a, b] = [Date.parse(one), Date.parse(other)];
  return [one, other].every((text) => /^\d{4}-\d\d-\d\dT/.test(text)) && a < b;
}
