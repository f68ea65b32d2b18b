import type { ModuleOffer, RegistryTwo } from '@phr/contract/registry';

/** Polling interval 45 s ± 5 s, randomized so that pages do not poll at once. */
const EVERY_MS = { least: 40_000, spread: 10_000 } as const;
/** Retry delays after an unusable response; then back to normal polling. */
const AGAIN_MS = [5_000, 15_000];

/** Initial value before any registry is known. */
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
 * The registry to use next: the response, plus the previous state of modules it omits, since removed modules are
 * switched off first and a merely missing one is a storage fault.
 * @throws Error for a response without modules, of another installation or environment, or an older one: a lower serial
 * comes from a stale cache, unless the database was restored, which raises the generation.
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

/** Why a response must not replace the current registry. */
function faultOf(known: RegistryTwo, next: RegistryTwo): string | undefined {
  if (next.modules.length === 0) return 'names no module';
  if (known.modules.length === 0) return undefined;
  if (next.installation !== known.installation || next.environment !== known.environment) return 'is another';
  return (next.generation - known.generation || next.serial - known.serial) < 0 ? 'is older' : undefined;
}

/** Requests for the registry. */
export interface Asking {
  /** One request at a time; concurrent callers share its result. */
  refresh(): Promise<boolean>;
  /** Takes a serial announced by a response or socket; requests the registry once for each newer one. */
  heard(serial: number): void;
}

/**
 * @param ask resolves to false if the response was unusable
 * @param known the registry in use
 */
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
      // the pending request may return the older state
      const again = (): Promise<unknown> => refresh().catch(() => undefined);
      if (asking === undefined) void again();
      else asking.then(again, again);
    },
  };
}

/**
 * Calls `ask` every 45 s while the page is visible, and immediately when it becomes visible or the network returns;
 * returns a function that stops it.
 * @param ask gets the milliseconds since the last call; resolves to false for an unusable response, then retried after
 * 5 s and 15 s
 */
export function whileVisible(ask: (sinceMs: number) => Promise<boolean>): () => void {
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
