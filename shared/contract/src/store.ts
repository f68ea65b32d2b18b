/** A value that changes over time, readable at once and ready for React's useSyncExternalStore. */
export interface Store<T> {
  get(): T;
  /** Calls `listener` after each change; returns the function that stops it. */
  subscribe(listener: () => void): () => void;
}

/** A store that its owner can change. Hosts keep it to themselves and hand out the read side. */
export interface WritableStore<T> extends Store<T> {
  set(next: T): void;
}

/** Makes a store. Setting the same value (Object.is) tells nobody. */
export function createStore<T>(initial: T): WritableStore<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(value, next)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
