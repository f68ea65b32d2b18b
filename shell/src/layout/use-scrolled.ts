import { useEffect, useState } from 'react';

/** From this scroll position the content below the header is out of view, px. */
const OUT_OF_VIEW = 48;

/**
 * True once the line below the header has scrolled out of view. Measured on scroll and in the next frame, since
 * measuring during render would force a layout.
 */
export function useScrolled(): boolean {
  const [isScrolled, setScrolled] = useState(false);
  useEffect(() => {
    const look = () => setScrolled(window.scrollY > OUT_OF_VIEW);
    const frame = requestAnimationFrame(look);
    window.addEventListener('scroll', look, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', look);
    };
  }, []);
  return isScrolled;
}
