import { type RefCallback, useCallback } from 'react';

/**
 * Tells the style sheets how high a bar at the edge of the page is at the moment: with a banner, with long names, with large text. What
 * has the focus scrolls clear of it, and toasts stand beside it (UX-08).
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
