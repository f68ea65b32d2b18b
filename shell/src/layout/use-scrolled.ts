import { useSyncExternalStore } from 'react';

/** What stands at the top of a page below its header is out of view from here on, px. */
const OUT_OF_VIEW = 48;

function subscribe(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true });
  return () => window.removeEventListener('scroll', listener);
}

/** True while the page is scrolled so far that the line below its header is out of view. */
export function useScrolled(): boolean {
  return useSyncExternalStore(subscribe, () => window.scrollY > OUT_OF_VIEW);
}
