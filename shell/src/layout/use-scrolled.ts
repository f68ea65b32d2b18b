import { useEffect, useState } from 'react';

/** What stands at the top of a page below its header is out of view from here on, px. */
const OUT_OF_VIEW = 48;

/**
 * True while the page is scrolled so far that the line below its header is out of view. It is asked when the page is scrolled, and once with the next frame:
 * asked while something is drawn, a browser would have to lay the page out for the answer.
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
