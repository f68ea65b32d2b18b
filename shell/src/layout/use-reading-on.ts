import { useEffect, useState } from 'react';

/** Less than this is no scrolling, px: a finger trembles. */
const STEP = 8;

/** True while a person scrolls down, until she scrolls up again. */
export function useReadingOn(): boolean {
  const [isReadingOn, setReadingOn] = useState(false);
  useEffect(() => {
    let before = 0;
    // asked at once a browser would have to lay the page out for the answer
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
