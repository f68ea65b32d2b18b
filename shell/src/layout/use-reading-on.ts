import { useEffect, useState } from 'react';

/** Smaller movements are not scrolling, px: a finger trembles. */
const STEP = 8;

/** True from scrolling down until scrolling up. */
export function useReadingOn(): boolean {
  const [isReadingOn, setReadingOn] = useState(false);
  useEffect(() => {
    let before = 0;
    // reading it synchronously would force a layout
    const frame = requestAnimationFrame(() => {
      before = window.scrollY;
    });
    const look = () => {
      const { scrollY } = window;
      if (Math.abs(scrollY - before) < STEP) return;
      setReadingOn(scrollY > before);
      before = scrollY;
    };
    window.addEventListener('scroll', look, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', look);
    };
  }, []);
  return isReadingOn;
}
