import { useSyncExternalStore } from 'react';

/** The wide layout starts at breakpoint lg (UI-02, D-86). */
const query = (): MediaQueryList => window.matchMedia('(min-width: 992px)');

const subscribe = (listener: () => void): (() => void) => {
  const list = query();
  list.addEventListener('change', listener);
  return () => list.removeEventListener('change', listener);
};

/** True for the wide layout. Use it for differences in order or content only; for styling use media queries. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, () => query().matches);
