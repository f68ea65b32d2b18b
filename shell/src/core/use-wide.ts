import { useSyncExternalStore } from 'react';

/** The wide layout begins at breakpoint lg (UI-02, D-86). */
const query = (): MediaQueryList => window.matchMedia('(min-width: 992px)');

const subscribe = (listener: () => void): (() => void) => {
  const list = query();
  list.addEventListener('change', listener);
  return () => list.removeEventListener('change', listener);
};

/** Whether the window has the wide layout. For what differs in order or content; where only looks differ, style sheets ask themselves. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, () => query().matches);
