import type { TopicPort } from '@phr/contract/host-api';
import type { QueryClient } from '@tanstack/react-query';

/** Lists outdated by a change, by row type. */
const LISTS = { 'encounter.changed': ['Encounter', 'RiskAssessment'], 'consent.changed': ['Consent'] } as const;

/**
 * Refetches a module's lists after a change by another module, a queued write or the server: visible ones at once,
 * others when opened. Returns a function that stops it.
 */
export function followChanges(queries: QueryClient, topics: TopicPort): () => void {
  const follow = (topic: keyof typeof LISTS) =>
    topics.subscribe(topic, ({ patientId }) => {
      for (const type of LISTS[topic]) void queries.invalidateQueries({ queryKey: ['list', patientId, type] });
    });
  const stops = [follow('encounter.changed'), follow('consent.changed')];
  return () => {
    for (const stop of stops) stop();
  };
}
