import { useCallback, useEffect, useRef, useState } from 'react';

export interface Loaded<T> {
  /** Undefined until loaded; kept while reloading. */
  readonly data: T | undefined;
  readonly failed: boolean;
  readonly retry: () => Promise<void>;
}

/** Result of a call made when the screen opens. Remount for another person. */
export function useAsync<T>(read: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const [data, setData] = useState<T>();
  const [failed, setFailed] = useState(false);
  const latest = useRef(read);
  const stop = useRef(new AbortController());
  const load = useCallback(async () => {
    const { signal } = stop.current;
    try {
      const found = await latest.current(signal);
      if (signal.aborted) return;
      setData(found);
      setFailed(false);
    } catch {
      if (!signal.aborted) setFailed(true);
    }
  }, []);
  useEffect(() => {
    stop.current = new AbortController();
    void load();
    return () => stop.current.abort();
  }, [load]);
  return { data, failed, retry: load };
}
