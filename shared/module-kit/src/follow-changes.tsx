import type { TopicPort } from '@phr/contract/host-api';
import type { QueryClient } from '@tanstack/react-query';

/** Which lists no longer hold what is true after a change: types of their rows. */
const LISTS = { 'encounter.changed': ['Encounter', 'RiskAssessment'], 'consent.changed': ['Consent'] } as const;

/**
 * Reads a module's lists of the record again when another module, a write that waited or the server has changed them: those on screen at once, others when they
 * are opened. Returns the end of it.
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
