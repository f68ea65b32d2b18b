import { useEffect, useState } from 'react';

/** The longest that a timer of a browser waits, in milliseconds. */
const LONGEST_WAIT = 2 ** 31 - 1;

/** This moment, told again as soon as the next of these moments (milliseconds since 1970) is past: what ends by itself is seen to end. */
export function useNow(moments: readonly number[]): Date {
  const [now, setNow] = useState(() => new Date());
  const next = Math.min(...moments.filter((moment) => moment >= now.getTime()));
  useEffect(() => {
    if (!Number.isFinite(next)) return undefined;
    const timer = setTimeout(() => setNow(new Date()), Math.min(Math.max(next - Date.now(), 0) + 1, LONGEST_WAIT));
    return () => clearTimeout(timer);
  }, [next, now]);
  return now;
}
