import { type RefObject, useLayoutEffect, useState } from 'react';

/** Width of a page's main column, until the element is measured. */
const USUAL_WIDTH = 640;

/** The width of an element in pixels, kept up to date. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(USUAL_WIDTH);
  useLayoutEffect(() => {
    const measured = element.current;
    if (measured === null) return undefined;
    const measure = () => setWidth(measured.clientWidth || USUAL_WIDTH);
    measure();
    // Documents without a layout, as in tests, have nothing to observe.
    if (!('ResizeObserver' in globalThis)) return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
