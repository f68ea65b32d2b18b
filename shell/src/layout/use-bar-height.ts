import { type RefCallback, useCallback } from 'react';

/**
 * Publishes the current height of a bar at the page's edge as a CSS property, for scroll padding and toast positions
 * (UX-08).
 */
export function useBarHeight(property: '--sticky-top' | '--sticky-bottom'): RefCallback<HTMLElement> {
  return useCallback(
    (bar: HTMLElement | null) => {
      if (bar === null || !('ResizeObserver' in globalThis)) return undefined;
      const { style } = bar.ownerDocument.documentElement;
      const watch = new ResizeObserver(() => style.setProperty(property, `${bar.offsetHeight}px`));
      watch.observe(bar);
      return () => {
        watch.disconnect();
        style.removeProperty(property);
      };
    },
    [property],
  );
}
