import type { Registry } from '@phr/contract/registry';

/** Pages ask at moments of their own, so that not all do at once: every 45 s, five more or less. */
const EVERY_MS = { least: 40_000, spread: 10_000 } as const;

/** Why an answer must not take the place of the registry in use. */
export class RegistryRefused extends Error {
  override readonly name = 'RegistryRefused';
}

/**
 * The registry that follows the one in use: the answer, with the modules that it leaves out, since what a release takes away is turned off first, and one that is
 * only not there is a fault of a folder. Throws RegistryRefused for an answer without modules, an older one, and that of another installation.
 */
export function succeed(known: Registry, next: Registry): Registry {
  if (next.modules.length === 0) throw new RegistryRefused('The registry names no module');
  if (known.installation !== undefined && next.installation !== known.installation)
    throw new RegistryRefused(`The registry is that of ${next.installation}, not of ${known.installation}`);
  if (isOlder(next.publishedAt, known.publishedAt))
    throw new RegistryRefused(`The registry of ${next.publishedAt} is older than that of ${known.publishedAt}`);
  const missing = known.modules.filter(({ name }) => !next.modules.some((module) => module.name === name));
  if (missing.length === 0) return next;
  return { ...next, modules: [...next.modules, ...missing].toSorted((a, b) => (a.name < b.name ? -1 : 1)) };
}

/** False unless both are instants. */
function isOlder(one: string, other: string): boolean {
  return [one, other].every((text) => /^\d{4}-\d\d-\d\dT/.test(text)) && Date.parse(one) < Date.parse(other);
}

/**
 * Calls `ask` every 45 s while the page is looked at, and at once when it is again or the network is back; returns the function that ends it.
 * @param ask is told how long ago it was called last, in ms
 */
export function whileLookedAt(ask: (sinceMs: number) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let askedAt = Date.now();
  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(look, EVERY_MS.least + Math.random() * EVERY_MS.spread);
  };
  const look = (): void => {
    clearTimeout(timer);
    if (document.visibilityState !== 'visible') return;
    wait();
    const since = Date.now() - askedAt;
    askedAt = Date.now();
    ask(since);
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
