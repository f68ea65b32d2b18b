import { useCallback, useEffect, useState } from 'react';

/** Code loaded from a separate file on demand. */
export interface LazyCode<T> {
  /** Loads it; retries after a failure. Rejects if loading fails. */
  readonly get: () => Promise<T>;
  /** The code, if loaded. */
  readonly arrived: () => T | undefined;
}

/** @param load imports the file */
export function lazyCode<T>(load: () => Promise<T>): LazyCode<T> {
  let code: T | undefined;
  let coming: Promise<T> | undefined;
  return {
    arrived: () => code,
    get() {
      coming ??= load()
        .then((made) => {
          code = made;
          return made;
        })
        .catch((error: unknown) => {
          coming = undefined;
          throw error;
        });
      return coming;
    },
  };
}

export interface LazyState<T> {
  /** Undefined while loading and after a failure. */
  readonly code: T | undefined;
  readonly failures: number;
  readonly retry: () => void;
}

/**
 * Loads the code, retrying when the network returns. Unlike React's `lazy`, a failure does not throw: the caller
 * decides what to show.
 */
export function useLazyCode<T>(source: LazyCode<T>): LazyState<T> {
  const [state, setState] = useState<{ readonly code: T | undefined; readonly failures: number }>(() => ({
    code: source.arrived(),
    failures: 0,
  }));
  const [attempt, setAttempt] = useState(0);
  const isHere = state.code !== undefined;
  useEffect(() => {
    if (isHere) return undefined;
    let gone = false;
    source.get().then(
      (code) => {
        if (!gone) setState({ code, failures: 0 });
      },
      () => {
        if (!gone) setState(({ failures }) => ({ code: undefined, failures: failures + 1 }));
      },
    );
    return () => {
      gone = true;
    };
  }, [source, isHere, attempt]);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  const hasFailed = state.failures > 0;
  useEffect(() => {
    if (!hasFailed) return undefined;
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [hasFailed, retry]);
  return { ...state, retry };
}
