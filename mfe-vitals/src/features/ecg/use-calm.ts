import type { Store } from '@phr/contract/store';
import { useEffect, useState } from 'react';

const CALM_MS = 150;

/** Throttled store value for text: at most every 150 ms, and always the last one. */
export function useCalm<Value>(store: Store<Value>): Value {
  const [told, setTold] = useState(() => store.get());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tell = () => {
      timer = undefined;
      setTold(() => store.get());
    };
    tell();
    const stop = store.subscribe(() => {
      timer ??= setTimeout(tell, CALM_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [store]);
  return told;
}
