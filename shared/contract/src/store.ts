/** An observable value, readable synchronously and compatible with React's useSyncExternalStore. */
export interface Store<T> {
  get(): T;
  /** Calls `listener` after each change; returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
}

/** A store its owner can change. Hosts keep it private and hand out the read side. */
export interface WritableStore<T> extends Store<T> {
  set(next: T): void;
}

/** Creates a store. Setting an equal value (Object.is) does not notify. */
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
