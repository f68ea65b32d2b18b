import { useEffect, useState } from 'react';

/** Longest browser timeout, in milliseconds. */
const LONGEST_WAIT = 2 ** 31 - 1;

/**
 * The current time, updated when the next of these instants (milliseconds since 1970) passes, so that expiry is
 * noticed.
 */
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
