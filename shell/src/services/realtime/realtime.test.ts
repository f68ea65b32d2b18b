import type { Notice, PatientContext, TopicMap } from '@phr/contract/host-api';
import { createStore } from '@phr/contract/store';
import { createTopics } from '@phr/loader/topics';
import * as messages from './messages.ts';
import { createRealtime, type Handshake, type Socket } from './realtime.ts';

const { jest } = import.meta;
const person = (id: string) => ({ id, name: id, relationship: 'ONESELF' });

class FakeSocket implements Socket {
  id = 'socket-1';
  connected = false;
  readonly handshakes: Handshake[] = [];
  readonly log: string[] = [];
  readonly #listeners = new Map<string, ((...values: never[]) => void)[]>();
  readonly #auth: () => Promise<Handshake>;
  answer: unknown = { ok: true };
  constructor(auth: () => Promise<Handshake>) {
    this.#auth = auth;
    void this.connect();
  }
  on(event: string, listener: (...values: never[]) => void) {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
  }
  tell(event: string, ...values: unknown[]) {
    for (const listener of this.#listeners.get(event) ?? []) listener(...(values as never[]));
  }
  async connect() {
    this.log.push('connect');
    this.handshakes.push(await this.#auth());
    this.connected = true;
    this.tell('connect');
  }
  disconnect() {
    this.log.push('disconnect');
    if (this.connected) {
      this.connected = false;
      this.tell('disconnect');
    }
  }
  timeout() {
    return {
      emitWithAck: async (event: string, ...values: unknown[]) => {
        this.log.push(`${event} ${JSON.stringify(values)}`);
        return this.answer;
      },
    };
  }
}

function setUp() {
  const patient = createStore<PatientContext>({ epoch: 1, family: [] });
  const isSignedIn = createStore(false);
  const tokenVersion = createStore(0);
  const topics = createTopics(patient, (error) => {
    throw error;
  });
  const toasts: Notice[] = [];
  const refusals: string[] = [];
  const registered: string[] = [];
  const serials: number[] = [];
  let token = 'token-1';
  let socket: FakeSocket | undefined;
  let loads = 0;
  const realtime = createRealtime({
    load: async () => {
      loads += 1;
      const open = (auth: () => Promise<Handshake>) => {
        socket = new FakeSocket(auth);
        return socket;
      };
      return { open, messages };
    },
    tokens: {
      accessToken: async () => token,
      refreshAfter401: async (used) => {
        refusals.push(used);
        token = 'token-2';
        return token;
      },
    },
    tokenVersion,
    isSignedIn,
    patient,
    topics,
    onToast: (notice) => toasts.push(notice),
    onConnected: (...told) => registered.push(told.join(' ')),
    onSerial: (serial) => serials.push(serial),
    onFault: (error) => {
      throw error;
    },
  });
  const view = async (id: string) => {
    patient.set({ epoch: patient.get().epoch + 1, main: person('main'), viewed: person(id), family: [] });
    await settle();
  };
  return {
    realtime,
    topics,
    toasts,
    refusals,
    registered,
    serials,
    view,
    loads: () => loads,
    signIn: async () => {
      isSignedIn.set(true);
      await settle();
    },
    signOut: async () => {
      isSignedIn.set(false);
      await settle();
    },
    renew: async () => {
      token = 'token-2';
      tokenVersion.set(tokenVersion.get() + 1);
      await settle();
    },
    socket: () => {
      if (socket === undefined) throw new Error('no socket');
      return socket;
    },
  };
}
async function settle() {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}
async function open() {
  const parts = setUp();
  await parts.signIn();
  await parts.view('main');
  return parts;
}

test('[HUB-17] nothing is loaded before sign-in; then the handshake carries token and person', async () => {
  const parts = setUp();
  await parts.view('main');
  expect(parts.loads()).toBe(0);
  await parts.signIn();
  expect(parts.loads()).toBe(1);
  expect(parts.socket().handshakes).toEqual([{ jwt: 'token-1', patientId: 'main' }]);
  expect(parts.realtime.status.get()).toEqual({ connected: true, socketId: 'socket-1' });
});

test('[HUB-18] another person and a new token: the connection is left first, then taken up again', async () => {
  const parts = await open();
  parts.socket().tell('ready', { seq: 7, complete: true });
  await parts.view('mother');
  expect(parts.socket().log).toEqual(['connect', 'disconnect', 'connect']);
  expect(parts.socket().handshakes.at(-1)).toEqual({ jwt: 'token-1', patientId: 'mother' });
  parts.socket().tell('vital-sign', { resourceType: 'Observation' }, 12);
  await parts.renew();
  expect(parts.socket().handshakes.at(-1)).toEqual({ jwt: 'token-2', patientId: 'mother', seq: 12 });
  await parts.signOut();
  expect(parts.realtime.status.get()).toEqual({ connected: false });
  expect(parts.socket().log.at(-1)).toBe('disconnect');
});

test('[CALL-51] each connection tells whose device the socket is of', async () => {
  const parts = await open();
  parts.socket().id = 'socket-2';
  await parts.view('mother');
  parts.socket().id = 'socket-3';
  await parts.renew();
  expect(parts.registered).toEqual(['main socket-1', 'mother socket-2', 'mother socket-3']);
});

test('a request to see the record leads to its consents, and modules hear of it', async () => {
  const { socket, toasts, topics } = await open();
  const changed: string[] = [];
  topics.subscribe('consent.changed', ({ patientId }) => changed.push(patientId));
  socket().tell('toast', JSON.stringify({ message: 'x', code: 'CONSENT_ASKED', type: 'info' }));
  expect(changed).toEqual(['main']);
  expect(toasts).toEqual([
    { type: 'info', title: 'x', code: 'CONSENT_ASKED', place: { screen: 'access-requests', patientId: 'main' } },
  ]);
});

test('[NOTI-05] toasts come as JSON text with message, code and type; anything else is dropped', async () => {
  const { socket, toasts } = await open();
  socket().tell('toast', JSON.stringify({ message: 'Đã kết nối thiết bị', code: 'DEVICE', type: 'success' }));
  for (const wrong of ['{', '[]', '{"type":"error"}', 7, null, { message: 'x' }]) socket().tell('toast', wrong);
  expect(toasts).toEqual([{ title: 'Đã kết nối thiết bị', code: 'DEVICE', type: 'success' }]);
});

test('what the server tells arrives as topics of the person on screen; broken messages do not', async () => {
  const { socket, topics } = await open();
  const heard: [string, unknown][] = [];
  for (const topic of [
    'vital-sign',
    'session',
    'hub:status',
    'hub:found',
    'hub:reply',
  ] as const satisfies readonly (keyof TopicMap)[])
    topics.subscribe(topic, (event) => heard.push([topic, event]));
  socket().tell('vital-sign', { id: 'o1' }, 3);
  socket().tell(
    'session',
    { id: 's', mac: 'AA', minsTimeout: 15, startedAt: '2026-11-25T01:00:00Z', state: 'started' },
    4,
  );
  socket().tell('hub:status', { mac: 'AA', pairing: 'SCANNING', online: true });
  socket().tell('hub:found', { mac: 'AA', meters: [{ mac: 'BB', name: 'BPM', type: 'bp' }, { name: 'no mac' }] });
  socket().tell('hub:reply', { mac: 'AA', reply: 'passkey', value: '123456' });
  for (const event of ['session', 'hub:status', 'hub:found', 'hub:reply'])
    for (const wrong of [null, 'x', {}, { mac: 'AA', pairing: 'DREAMING', reply: '?' }])
      if (!(event === 'hub:found' && wrong !== null && typeof wrong === 'object' && 'mac' in wrong))
        socket().tell(event, wrong);
  expect(heard).toEqual([
    ['vital-sign', { patientId: 'main', observation: { id: 'o1' } }],
    ['session', { id: 's', mac: 'AA', minsTimeout: 15, startedAt: '2026-11-25T01:00:00Z', state: 'started' }],
    ['hub:status', { mac: 'AA', pairing: 'SCANNING', online: true }],
    ['hub:found', { mac: 'AA', meters: [{ mac: 'BB', name: 'BPM', type: 'bp' }] }],
    ['hub:reply', { mac: 'AA', reply: 'passkey', value: '123456' }],
  ]);
});

test('[ARCH-06] the number of a registry that changed is handed on; what is no number is none', async () => {
  const { socket, serials } = await open();
  for (const body of [{ serial: 12 }, { serial: '13' }, undefined, 14]) socket().tell('registry.changed', body);
  expect(serials).toEqual([12, 0, 0, 0]);
});

test('when the server no longer keeps all that was missed, the screens read again', async () => {
  const { socket, topics } = await open();
  const changed: unknown[] = [];
  topics.subscribe('observation.changed', (event) => changed.push(event));
  socket().tell('ready', { seq: 5, complete: true });
  expect(changed).toEqual([]);
  socket().tell('ready', { seq: 900, complete: false });
  expect(changed).toEqual([{ patientId: 'main', codes: [] }]);
});

test('a refused token is renewed and tried again; a refused person is not', async () => {
  jest.useFakeTimers();
  try {
    const { socket, refusals } = await open();
    socket().tell('connect_error', Object.assign(new Error('unauthorized'), { data: { code: 'UNAUTHORIZED' } }));
    await jest.advanceTimersByTimeAsync(1_000);
    expect(refusals).toEqual(['token-1']);
    expect(socket().handshakes.at(-1)).toMatchObject({ jwt: 'token-2' });
    const { length } = socket().log;
    socket().tell('bye', { code: 'ACCESS_DENIED' });
    await jest.advanceTimersByTimeAsync(120_000);
    expect(socket().log).toHaveLength(length);
  } finally {
    jest.useRealTimers();
  }
});

test('a command is done when the server took it; a refusal and a lost connection are errors', async () => {
  const { realtime, socket, signOut } = await open();
  await realtime.command({ mac: 'AA', command: 'scan' });
  expect(socket().log.at(-1)).toBe('hub:command [{"mac":"AA","command":"scan"}]');
  socket().answer = { code: 'ACCESS_DENIED', message: 'no', httpStatus: 403 };
  await expect(realtime.command({ mac: 'AA', command: 'scan' })).rejects.toMatchObject({
    code: 'ACCESS_DENIED',
    httpStatus: 403,
    source: 'PHR_API',
  });
  await signOut();
  await expect(realtime.command({ mac: 'AA', command: 'scan' })).rejects.toMatchObject({ code: 'NETWORK' });
});
