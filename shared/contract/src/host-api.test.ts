import type { HostApi, HubCommand, ServiceRequest, TopicEvent, TopicMap, WaitingWrite } from './host-api.ts';

// Type tests: checked by tsc; each comment says what must be rejected.

test('[ARCH-06] what 1.0 had is there unchanged: a request without queue, a guard of one argument', () => {
  const request: ServiceRequest = { service: 'fhir', method: 'GET', path: '/Patient/42' };
  const guard = (host: HostApi): (() => void) => host.navigation.guard(() => false);
  expect([request.queue, guard.length]).toEqual([undefined, 1]);
});

test('a write that may wait says whose it is and how it reads; its news fits its topic', () => {
  const publish: TopicEvent = { topic: 'observation.changed', event: { patientId: '42', codes: ['85354-9'] } };
  const request: ServiceRequest = {
    service: 'fhir',
    method: 'POST',
    path: '/Observation',
    body: {},
    idempotencyKey: 'k',
    queue: { patientId: '42', title: 'Huyết áp 128/82 mmHg', at: '2026-11-25T07:42:00+07:00', publish },
  };
  // @ts-expect-error a person is always named
  const nameless: ServiceRequest['queue'] = { title: 'x', at: 'y' };
  // @ts-expect-error the event is not one of the topic
  const mixed: TopicEvent = { topic: 'observation.changed', event: { mac: 'AA' } };
  expect([request.queue?.patientId, nameless, mixed]).toBeDefined();
});

test('a module sees its waiting writes and can change none of them', () => {
  const change = (host: HostApi, write: WaitingWrite): void => {
    // @ts-expect-error a reader has no set
    host.request.waiting.set([write]);
  };
  expect(change).toBeDefined();
});

test('a command of a hub has the arguments of that command', () => {
  const pair: HubCommand = { mac: 'AA', command: 'pair', args: { meterMac: 'BB' } };
  // @ts-expect-error a meter has to be named
  const blind: HubCommand = { mac: 'AA', command: 'pair' };
  // @ts-expect-error there are four modes
  const wrong: HubCommand = { mac: 'AA', command: 'up -mode', args: { mode: 7 } };
  expect([pair.args.meterMac, blind, wrong]).toBeDefined();
});

test('topics of the server carry their own payloads', () => {
  const status: TopicMap['hub:status'] = { mac: 'AA', pairing: 'SCANNING', online: true };
  // @ts-expect-error no such state
  const unknown: TopicMap['hub:status'] = { mac: 'AA', pairing: 'DREAMING', online: true };
  expect([status.online, unknown]).toBeDefined();
});
