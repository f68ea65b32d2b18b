import { type RefObject, useLayoutEffect, useState } from 'react';

/** Assumed width until the element is measured. */
const USUAL_WIDTH = 640;

/** Width of an element in pixels, kept current. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(USUAL_WIDTH);
  useLayoutEffect(() => {
    const measured = element.current;
    if (measured === null) return undefined;
    const measure = () => setWidth(measured.clientWidth || USUAL_WIDTH);
    measure();
    // without layout, as in tests, there is nothing to observe
    if (!('ResizeObserver' in globalThis)) return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
