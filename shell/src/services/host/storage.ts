/** Short texts in browser storage. Never throws: falls back to page memory if storage is denied. */
export interface TextStore {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
  remove(key: string): void;
  keys(): readonly string[];
}

/** Prefix of all product keys, so that other apps on the origin are left alone. */
export const KEY_PREFIX = 'phr.';

/** Creates a store on a browser storage, given as a function because accessing it may throw. */
export function createTextStore(pick: () => Storage): TextStore {
  const memory = new Map<string, string>();
  const attempt = <T>(action: (storage: Storage) => T): T | undefined => {
    try {
      return action(pick());
    } catch {
      return undefined;
    }
  };
  return {
    get: (key) => attempt((storage) => storage.getItem(key)) ?? memory.get(key),
    set(key, value) {
      // no copy in memory of what the browser stores: another tab may remove it
      if (
        attempt((storage) => {
          storage.setItem(key, value);
          return true;
        }) === true
      )
        memory.delete(key);
      else memory.set(key, value);
    },
    remove(key) {
      memory.delete(key);
      attempt((storage) => storage.removeItem(key));
    },
    keys: () =>
      [...new Set([...memory.keys(), ...(attempt((storage) => Object.keys(storage)) ?? [])])].filter((key) =>
        key.startsWith(KEY_PREFIX),
      ),
  };
}

/** Per device: settings and ids, never health data (D-79). */
export const localStore: TextStore = createTextStore(() => window.localStorage);
/** Per tab. */
export const tabStore: TextStore = createTextStore(() => window.sessionStorage);
