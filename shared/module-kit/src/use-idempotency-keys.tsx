import { useCallback, useRef } from 'react';

/**
 * Ids of a save, one per name. Unchanged content keeps its ids, so that retries store nothing twice; changed content
 * gets new ids, since the server would answer an old id with the old values.
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
