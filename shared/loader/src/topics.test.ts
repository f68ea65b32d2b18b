import type { PatientContext } from '@phr/contract/host-api';
import { createStore } from '@phr/contract/store';
import { createTopics } from './topics.ts';

const event = { patientId: 'p1', codes: ['8867-4'] };

test('[ARCH-03] a late listener hears the last event of the same person, not that of the person before', () => {
  const patient = createStore<PatientContext>({ epoch: 1, family: [] });
  const topics = createTopics(patient, () => undefined);
  topics.publish('observation.changed', event);
  const heard: unknown[] = [];
  topics.subscribe('observation.changed', (got) => heard.push(got));
  expect(heard).toEqual([event]);
  patient.set({ epoch: 2, family: [] });
  topics.subscribe('observation.changed', (got) => heard.push(got));
  expect(heard).toHaveLength(1);
});

test('a late listener hears the last status of each hub, and of the person on screen only', () => {
  const patient = createStore<PatientContext>({ epoch: 1, family: [] });
  const topics = createTopics(patient, () => undefined);
  const status = (mac: string, online: boolean) => ({ mac, online, pairing: 'STANDBY' as const });
  const late = () => {
    const heard: unknown[] = [];
    topics.subscribe('hub:status', (got) => heard.push(got))();
    return heard;
  };
  topics.publish('hub:status', status('A', true));
  topics.publish('hub:status', status('B', true));
  topics.publish('hub:status', status('A', false));
  expect(late()).toEqual([status('A', false), status('B', true)]);
  patient.set({ epoch: 2, family: [] });
  expect(late()).toEqual([]);
  topics.publish('hub:status', status('C', true));
  expect(late()).toEqual([status('C', true)]);
});

test('a listener that throws does not keep the others from hearing; one that left hears nothing', () => {
  const faults: unknown[] = [];
  const topics = createTopics(createStore<PatientContext>({ epoch: 1, family: [] }), (error) => faults.push(error));
  const heard: unknown[] = [];
  topics.subscribe('device.changed', () => {
    throw new Error('listener');
  });
  const stop = topics.subscribe('device.changed', (got) => heard.push(got));
  topics.publish('device.changed', { patientId: 'p1' });
  stop();
  topics.publish('device.changed', { patientId: 'p2' });
  expect(heard).toEqual([{ patientId: 'p1' }]);
  expect(faults).toHaveLength(2);
});
