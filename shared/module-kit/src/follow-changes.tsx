import type { TopicPort } from '@phr/contract/host-api';
import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Which lists no longer hold what is true after a change: types of their rows. */
const LISTS = { 'encounter.changed': ['Encounter', 'RiskAssessment'], 'consent.changed': ['Consent'] } as const;

/**
 * Reads a module's lists of the record again when another module, a write that waited or the server has changed them: those on screen at once, others when they
 * are opened. Returns the end of it.
 */
export function followChanges(queries: QueryClient, topics: TopicPort): () => void {
  const follow = (topic: keyof typeof LISTS) =>
    topics.subscribe(topic, ({ patientId }) => {
      for (const type of LISTS[topic]) void readAgain(queries, ['list', patientId, type]);
    });
  const stops = [follow('encounter.changed'), follow('consent.changed')];
  return () => {
    for (const stop of stops) stop();
  };
}

/**
 * Reads again what lies under a key, after a change: what is on screen at once, the rest when it is opened. A first answer that is on its way may have been given
 * before the change, and an invalidation would ask nothing beside it: it is shown, and asked for once more.
 */
export async function readAgain(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  const first = queries
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined);
  await queries.invalidateQueries({ queryKey });
  await Promise.allSettled(first.map(async ({ promise }) => promise));
  if (first.length > 0) await queries.invalidateQueries({ queryKey, predicate: (query) => first.includes(query) });
}
