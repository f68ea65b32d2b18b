import type { TopicPort } from '@phr/contract/host-api';
import type { QueryClient } from '@tanstack/react-query';

/** Live readings are refetched in batches. */
const LIVE_PAUSE_MS = 1_000;

interface Following {
  users: number;
  readonly stop: () => void;
}

/** One subscription per client, so that a change is fetched once. */
const FOLLOWED = new WeakMap<QueryClient, Following>();

/**
 * Refetches a person's readings when they change anywhere in the page or arrive live. Returns a function that stops it.
 */
export function followReadings(topics: TopicPort, queries: QueryClient): () => void {
  const following = FOLLOWED.get(queries) ?? { users: 0, stop: begin(topics, queries) };
  following.users += 1;
  FOLLOWED.set(queries, following);
  return () => {
    following.users -= 1;
    if (following.users > 0) return;
    following.stop();
    FOLLOWED.delete(queries);
  };
}

function begin(topics: TopicPort, queries: QueryClient): () => void {
  const refresh = (patientId: string) => void queries.invalidateQueries({ queryKey: ['readings', patientId] });
  const waiting = new Map<string, ReturnType<typeof setTimeout>>();
  const stopChanged = topics.subscribe('observation.changed', ({ patientId }) => refresh(patientId));
  const stopLive = topics.subscribe('vital-sign', ({ patientId }) => {
    if (!waiting.has(patientId))
      waiting.set(
        patientId,
        setTimeout(() => {
          waiting.delete(patientId);
          refresh(patientId);
        }, LIVE_PAUSE_MS),
      );
  });
  return () => {
    stopChanged();
    stopLive();
    for (const timer of waiting.values()) clearTimeout(timer);
  };
}
