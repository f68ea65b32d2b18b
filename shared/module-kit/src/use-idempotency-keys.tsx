import { useCallback, useRef } from 'react';

/**
 * Ids for a save, one for each name. The same content keeps its ids, so that a second try after a lost answer stores nothing twice;
 * changed content gets new ones, since the server would answer an old id with the old values.
 */
export function useIdempotencyKeys(): (content: string, name: string) => string {
  const made = useRef(new Map<string, string>());
  return useCallback((content, name) => {
    const key = JSON.stringify([content, name]);
    const known = made.current.get(key) ?? crypto.randomUUID();
    made.current.set(key, known);
    return known;
  }, []);
}
