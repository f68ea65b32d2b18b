import type { ModuleOffer, RegistryTwo } from '@phr/contract/registry';

/** Pages ask at moments of their own, so that not all do at once: every 45 s, five more or less. */
const EVERY_MS = { least: 40_000, spread: 10_000 } as const;
/** After how long it is asked again while no answer can be used; then at the usual moments. */
const AGAIN_MS = [5_000, 15_000];

/** What a page has before it knows of any. */
export const NO_REGISTRY: RegistryTwo = {
  schema: 2,
  installation: '',
  generation: 0,
  serial: 0,
  environment: '',
  publishedAt: '',
  manifests: {},
  modules: [],
};

/**
 * The registry that follows the one in use: the answer, with the modules that it leaves out as they were, since what a release takes away is turned off first, and
 * one that is only not there is a fault of a folder. Throws an Error for an answer without modules, that of another installation or environment, and an
 * older one: a lower serial comes from a stale cache, unless the database was restored, which raises the generation.
 */
export function succeed(known: RegistryTwo, next: RegistryTwo): RegistryTwo {
  const why = faultOf(known, next);
  if (why !== undefined) throw new Error(`The registry ${why}`);
  const missing = known.modules.filter(({ name }) => !next.modules.some((module) => module.name === name));
  if (missing.length === 0) return next;
  return {
    ...next,
    manifests: { ...manifestsOf(missing, known), ...next.manifests },
    modules: [...next.modules, ...missing].toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  };
}

/** The manifests of some modules of a registry. */
function manifestsOf(modules: readonly ModuleOffer[], { manifests }: RegistryTwo): RegistryTwo['manifests'] {
  const digests = new Set(modules.flatMap(({ releases }) => Object.values(releases)).map(({ manifest }) => manifest));
  return Object.fromEntries(Object.entries(manifests).filter(([digest]) => digests.has(digest)));
}

/** Why an answer must not take the place of the registry in use. */
function faultOf(known: RegistryTwo, next: RegistryTwo): string | undefined {
  if (next.modules.length === 0) return 'names no module';
  if (known.modules.length === 0) return undefined;
  if (next.installation !== known.installation || next.environment !== known.environment) return 'is another';
  return (next.generation - known.generation || next.serial - known.serial) < 0 ? 'is older' : undefined;
}

/** How a page asks for the registry. */
export interface Asking {
  /** One question at a time: who asks meanwhile gets its answer. */
  refresh(): Promise<boolean>;
  /** Takes the serial that an answer of the server or a socket names, and asks where it is a later one; once for each. */
  heard(serial: number): void;
}

/** @param ask false where the answer could not be used @param known the registry in use */
export function createAsking(ask: () => Promise<boolean>, known: () => RegistryTwo): Asking {
  let asking: Promise<boolean> | undefined;
  let latest = 0;
  const refresh = (): Promise<boolean> => {
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return asking;
  };
  return {
    refresh,
    heard(serial) {
      if (!(serial > Math.max(latest, known().serial))) return;
      latest = serial;
      // the question on its way may bring the one before
      const again = (): Promise<unknown> => refresh().catch(() => undefined);
      if (asking === undefined) void again();
      else asking.then(again, again);
    },
  };
}

/**
 * Calls `ask` every 45 s while the page is looked at, and at once when it is again or the network is back; returns the function that ends it.
 * @param ask is told how long ago it was called last, in ms; false where the answer could not be used: then it is called again after 5 s, and after 15 s
 */
export function whileLookedAt(ask: (sinceMs: number) => Promise<boolean>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let askedAt = Date.now();
  let isOver = false;
  let vain = 0;
  const wait = (ms = EVERY_MS.least + Math.random() * EVERY_MS.spread): void => {
    clearTimeout(timer);
    if (!isOver) timer = setTimeout(look, ms);
  };
  const look = (): void => {
    clearTimeout(timer);
    if (document.visibilityState !== 'visible') return;
    wait();
    const since = Date.now() - askedAt;
    askedAt = Date.now();
    void ask(since).then((isUsed) => {
      if (!isUsed) wait(AGAIN_MS[vain]);
      vain = isUsed ? 0 : vain + 1;
    });
  };
  wait();
  document.addEventListener('visibilitychange', look);
  for (const name of ['focus', 'online']) window.addEventListener(name, look);
  return () => {
    isOver = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
    for (const name of ['focus', 'online']) window.removeEventListener(name, look);
  };
}
