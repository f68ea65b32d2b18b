/** Short texts kept by the browser. Never throws: where the browser refuses to keep anything, the page's memory does. */
export interface TextStore {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
  remove(key: string): void;
  keys(): readonly string[];
}

/** All keys of the product begin with this, so that another app of the same origin is left alone. */
export const KEY_PREFIX = 'phr.';

/** Makes a store on one of the browser's storages. Asking for a storage may itself throw, hence a function. */
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
      // What the browser keeps is not kept here, too: another tab may remove it.
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

/** Kept on the device: settings and ids, never health data (D-79). */
export const localStore: TextStore = createTextStore(() => window.localStorage);
/** Kept while the tab lives. */
export const tabStore: TextStore = createTextStore(() => window.sessionStorage);
