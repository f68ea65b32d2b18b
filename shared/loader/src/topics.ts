import type { PatientContext, TopicMap, TopicPort } from '@phr/contract/host-api';
import type { Store } from '@phr/contract/store';

type Listener = (event: TopicMap[keyof TopicMap]) => void;

/** Topics with one state per hub: new listeners need the last event of each. */
const OF_HUBS: ReadonlySet<keyof TopicMap> = new Set(['hub:status', 'hub:found']);

/** Subject of an event: the hub for hub topics, otherwise one subject per topic. */
function subjectOf(topic: keyof TopicMap, event: TopicMap[keyof TopicMap]): string {
  return OF_HUBS.has(topic) && 'mac' in event ? event.mac : '';
}

interface Kept {
  readonly epoch: number;
  readonly event: TopicMap[keyof TopicMap];
}

/**
 * Event bus between modules. The last event of a topic (of each hub, for hub topics) is replayed to new listeners while
 * the same person is on screen.
 */
export function createTopics(patient: Store<PatientContext>, onFault: (error: unknown) => void): TopicPort {
  const listeners = new Map<string, Set<Listener>>();
  const last = new Map<string, Map<string, Kept>>();
  const call = (listener: Listener, event: TopicMap[keyof TopicMap]) => {
    try {
      listener(event);
    } catch (error) {
      onFault(error);
    }
  };
  return {
    publish(topic, event) {
      const { epoch } = patient.get();
      // drop hubs of the previous person
      const current = new Map([...(last.get(topic) ?? [])].filter(([, one]) => one.epoch === epoch));
      last.set(topic, current.set(subjectOf(topic, event), { epoch, event }));
      for (const listener of [...(listeners.get(topic) ?? [])]) call(listener, event);
    },
    subscribe(topic, listener) {
      // the map is keyed by topic, so a listener only gets events of its own topic
      const added = listener as Listener;
      const set = listeners.get(topic) ?? new Set();
      listeners.set(topic, set.add(added));
      for (const { epoch, event } of [...(last.get(topic)?.values() ?? [])])
        if (epoch === patient.get().epoch) call(added, event);
      return () => {
        set.delete(added);
      };
    },
  };
}
