import type { PatientContext, TopicMap, TopicPort } from '@phr/contract/host-api';
import type { Store } from '@phr/contract/store';

type Listener = (event: TopicMap[keyof TopicMap]) => void;

/** Events between modules. The last event of a topic is replayed to a new listener while the same person is on screen. */
export function createTopics(patient: Store<PatientContext>, onFault: (error: unknown) => void): TopicPort {
  const listeners = new Map<string, Set<Listener>>();
  const last = new Map<string, { readonly epoch: number; readonly event: TopicMap[keyof TopicMap] }>();
  const call = (listener: Listener, event: TopicMap[keyof TopicMap]) => {
    try {
      listener(event);
    } catch (error) {
      onFault(error);
    }
  };
  return {
    publish(topic, event) {
      last.set(topic, { epoch: patient.get().epoch, event });
      for (const listener of [...(listeners.get(topic) ?? [])]) call(listener, event);
    },
    subscribe(topic, listener) {
      // The map is keyed by topic, so a listener only ever meets events of its own topic.
      const added = listener as Listener;
      const set = listeners.get(topic) ?? new Set();
      listeners.set(topic, set.add(added));
      const kept = last.get(topic);
      if (kept !== undefined && kept.epoch === patient.get().epoch) call(added, kept.event);
      return () => { set.delete(added); };
    },
  };
}
