import { useCallback, useEffect, useState } from 'react';

/** A part of the program that comes in a file of its own, when it is first needed. */
export interface LazyCode<T> {
  /** Fetches it; asks again after a failure. Rejects when the file does not come. */
  readonly get: () => Promise<T>;
  /** It, once it is there. */
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
  /** Undefined while it is on its way, and when it did not come. */
  readonly code: T | undefined;
  readonly failures: number;
  readonly retry: () => void;
}

/** The code, fetched now unless it is there, and again when the network is back. Unlike with `lazy` of React a file that does not come breaks nothing: the caller decides what stands in its place. */
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
