import { dayOf, deviceZone } from '@phr/time/zone';
import { useEffect, useState } from 'react';

// The one home of the clock on screen: an app that is left open over midnight shows the new day at the next minute, or as soon as it is seen again.

const MINUTE_MS = 60_000;

/** Tells each minute, and as soon as the page is seen again, since the timers of a device that slept are late. Answers how to end it. */
export function eachMinute(tell: () => void): () => void {
  const look = () => document.visibilityState === 'visible' && tell();
  const timer = setInterval(tell, MINUTE_MS);
  document.addEventListener('visibilitychange', look);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
  };
}

/** The present moment in milliseconds, renewed each minute. */
export function useMinute(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => eachMinute(() => setNow(Date.now())), []);
  return now;
}

/** The moment of the first drawing in milliseconds, renewed when another day begins: what is on screen stays consistent, and is of today. */
export function useDay(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(
    () =>
      eachMinute(() => {
        const zone = deviceZone();
        setNow((before) => (dayOf(before, zone) === dayOf(Date.now(), zone) ? before : Date.now()));
      }),
    [],
  );
  return now;
}
