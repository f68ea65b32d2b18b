import { AppError } from '@phr/contract/app-error';
import type { ServiceAnswer, ServiceRequest } from '@phr/contract/host-api';
import { createMemoryVault, type Vault } from '../offline/vault.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import type { OutboxEntry } from './entry.ts';

const fail = (code: string, httpStatus: number) => new AppError({ code, httpStatus, source: 'FHIR_SERVER' });
const reading = (id: string, patientId = 'main'): ServiceRequest => ({
  service: 'fhir',
  method: 'POST',
  path: '/Observation',
  body: { id },
  idempotencyKey: id,
  queue: { patientId, title: `Huyết áp ${id}`, at: '2026-11-25T07:42:00+07:00' },
});
const answered: ServiceAnswer = { status: 201, body: { stored: true }, receivedAt: '2026-11-25T00:42:00Z' };

interface Parts {
  readonly vault?: Vault;
  readonly online?: boolean;
  readonly send: (request: ServiceRequest) => Promise<ServiceAnswer>;
}

function open({ vault = createMemoryVault(), online = true, send }: Parts) {
  const sent: OutboxEntry[] = [];
  const late: string[] = [];
  const refused: OutboxEntry[] = [];
  const calls: string[] = [];
  const bodies: unknown[] = [];
  let clock = 0;
  const outbox = createOutbox({
    vault: async () => vault,
    exclusive: (task) => task(),
    broadcast: () => undefined,
    log: { event: () => undefined },
    isOnline: () => online,
    now: () => {
      clock += 1;
      return clock;
    },
    client: {
      send(request) {
        calls.push(request.idempotencyKey ?? '');
        return send(request);
      },
    },
    onSent: (entry, { isLate, body }) => {
      sent.push(entry);
      bodies.push(body);
      if (isLate) late.push(entry.id);
    },
    onRefused: (entry) => refused.push(entry),
    onFault: (error) => {
      throw error;
    },
  });
  opened.push(outbox);
  return { outbox, vault, sent, late, refused, calls, bodies };
}
const opened: Outbox[] = [];
afterEach(() => {
  for (const outbox of opened.splice(0)) outbox.stop();
});

test('a write that the service takes answers as ever, and nothing is kept', async () => {
  const { outbox, vault, sent, bodies } = open({ send: async () => answered });
  await expect(outbox.send('mfe-vitals', reading('r1'))).resolves.toEqual(answered);
  expect(await vault.all('outbox')).toEqual([]);
  expect(sent.map(({ id }) => id)).toEqual(['r1']);
  expect(bodies).toEqual([{ stored: true }]);
  expect(outbox.waiting.get()).toEqual([]);
});

test('it is on the device before the first try', async () => {
  const vault = createMemoryVault();
  let kept: readonly unknown[] = [];
  const { outbox } = open({
    vault,
    send: async () => {
      kept = await vault.all('outbox');
      return answered;
    },
  });
  await outbox.send('mfe-vitals', reading('r1'));
  expect(kept).toHaveLength(1);
});

test.each([
  ['no network', fail('NETWORK', 0)],
  ['a time-out', fail('TIMEOUT', 0)],
  ['a server in trouble', fail('503', 503)],
  ['too many calls', fail('TOO_MANY_REQUESTS', 429)],
  ['a call that took too long to arrive', fail('408', 408)],
  ['a call that came too early', fail('425', 425)],
  ['the least fault of a server', fail('500', 500)],
])('with %s it waits, and says so', async (_name, error) => {
  const { outbox, refused } = open({
    send: async () => {
      throw error;
    },
  });
  const answer = await outbox.send('mfe-vitals', reading('r1'));
  expect(answer).toMatchObject({ status: 202, waiting: true });
  expect(outbox.waiting.get()).toMatchObject([
    { id: 'r1', module: 'mfe-vitals', patientId: 'main', title: 'Huyết áp r1', state: 'waiting', body: { id: 'r1' } },
  ]);
  expect(refused).toEqual([]);
});

test('[ERR-04] without a session the form is told to sign in, and nothing is queued', async () => {
  const { outbox, vault } = open({
    send: async () => {
      throw fail('UNAUTHORIZED', 401);
    },
  });
  await expect(outbox.send('mfe-vitals', reading('r1'))).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
    httpStatus: 401,
  });
  expect(await vault.all('outbox')).toEqual([]);
});

test('a write whose form has gone waits for the next sign-in', async () => {
  let network = false;
  const { outbox, vault } = open({
    send: async () => {
      throw network ? fail('UNAUTHORIZED', 401) : fail('NETWORK', 0);
    },
  });
  await outbox.send('mfe-vitals', reading('r1'));
  network = true;
  await outbox.flush();
  expect(await vault.all('outbox')).toMatchObject([{ id: 'r1' }]);
});

test('[ERR-21] a refusal reaches the form that still stands, and nothing is kept', async () => {
  const { outbox, vault, refused } = open({
    send: async () => {
      throw fail('FORM_INPUT_INVALID', 422);
    },
  });
  await expect(outbox.send('mfe-vitals', reading('r1'))).rejects.toMatchObject({
    code: 'FORM_INPUT_INVALID',
    httpStatus: 422,
  });
  expect(await vault.all('outbox')).toEqual([]);
  expect(refused).toEqual([]);
});

test('a refusal after the form was left stays in the list until the person decides', async () => {
  let answer: () => Promise<ServiceAnswer> = async () => {
    throw fail('NETWORK', 0);
  };
  const { outbox, refused, calls } = open({ send: () => answer() });
  await outbox.send('mfe-vitals', reading('r1'));
  answer = async () => {
    throw fail('ACCESS_DENIED', 403);
  };
  await outbox.flush();
  expect(outbox.waiting.get()).toMatchObject([{ id: 'r1', state: 'refused', error: { code: 'ACCESS_DENIED' } }]);
  expect(refused.map(({ id }) => id)).toEqual(['r1']);
  await outbox.flush();
  expect(calls).toHaveLength(2);
  await expect(outbox.take('r1')).resolves.toMatchObject({ id: 'r1', queue: { title: 'Huyết áp r1' } });
  expect(outbox.waiting.get()).toEqual([]);
});

test('the entries of a person are sent in order; one that cannot be sent now holds back its person only', async () => {
  let network = false;
  let mainIsBusy = true;
  const { outbox, calls } = open({
    send: async ({ body }) => {
      if (!network) throw fail('NETWORK', 0);
      if (mainIsBusy && (body as { id: string }).id === 'a1') throw fail('503', 503);
      return answered;
    },
  });
  await outbox.send('m', reading('a1', 'main'));
  await outbox.send('m', reading('b1', 'mother'));
  await outbox.send('m', reading('a2', 'main'));
  calls.length = 0;
  network = true;
  await outbox.flush();
  expect(calls).toEqual(['a1', 'b1']);
  mainIsBusy = false;
  await outbox.flush();
  expect(calls).toEqual(['a1', 'b1', 'a1', 'a2']);
  expect(outbox.waiting.get()).toEqual([]);
});

test('a call without a key may not wait: it could be doubled', async () => {
  const { outbox, calls } = open({ send: async () => answered });
  const { idempotencyKey: _, ...request } = reading('r1');
  await expect(outbox.send('m', request)).rejects.toMatchObject({ code: 'FORM_INPUT_INVALID' });
  expect(calls).toEqual([]);
});

test('where the browser keeps nothing, a write is sent as any other', async () => {
  const broken: Vault = {
    ...createMemoryVault(),
    put: async () => {
      throw new Error('quota');
    },
  };
  const faults: unknown[] = [];
  const outbox = createOutbox({
    vault: async () => broken,
    exclusive: (task) => task(),
    broadcast: () => undefined,
    log: { event: () => undefined },
    isOnline: () => true,
    now: () => 0,
    client: {
      send: async () => {
        throw fail('NETWORK', 0);
      },
    },
    onSent: () => undefined,
    onRefused: () => undefined,
    onFault: (error) => faults.push(error),
  });
  await expect(outbox.send('m', reading('r1'))).rejects.toMatchObject({ code: 'NETWORK' });
  expect(faults).toHaveLength(1);
});

test('tries come again by themselves after 1, 2, 4 … seconds, at most a minute', async () => {
  const { jest } = import.meta;
  jest.useFakeTimers();
  try {
    const { outbox, calls } = open({
      send: async () => {
        throw fail('NETWORK', 0);
      },
    });
    await outbox.send('m', reading('r1'));
    const pauses: number[] = [];
    for (let index = 0; index < 8; index += 1) {
      const before = calls.length;
      let waited = 0;
      while (calls.length === before) {
        await jest.advanceTimersByTimeAsync(500);
        waited += 0.5;
      }
      pauses.push(waited);
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  } finally {
    jest.useRealTimers();
  }
});

test('where nothing waits nothing is tried again', async () => {
  const { jest } = import.meta;
  jest.useFakeTimers();
  try {
    const { outbox } = open({ send: async () => answered });
    await outbox.send('m', reading('r1'));
    await jest.advanceTimersByTimeAsync(0);
    const asking = jest.getTimerCount();
    await jest.advanceTimersByTimeAsync(120_000);
    // the one timer is that of the form, which has its answer
    expect([asking, jest.getTimerCount()]).toEqual([1, 0]);
  } finally {
    jest.useRealTimers();
  }
});

test('a write that another tab has sent meanwhile is answered as sent', async () => {
  const vault = createMemoryVault();
  const { outbox } = open({
    vault,
    send: async () => {
      await vault.remove('outbox', 'r1');
      throw fail('503', 503);
    },
  });
  await expect(outbox.send('m', reading('r1'))).resolves.toMatchObject({ status: 200, body: undefined });
});

const follower = (id: string, after: string): ServiceRequest => ({
  ...reading(id),
  queue: { patientId: 'main', title: id, at: '2026-11-25T07:43:00+07:00', after },
});

test('a write that follows another is sent after it, and both count as late when their forms have gone', async () => {
  let network = false;
  const { outbox, calls, late } = open({
    send: async () => {
      if (!network) throw fail('NETWORK', 0);
      return answered;
    },
  });
  await outbox.send('mfe-records', reading('report'));
  await outbox.send('mfe-records', follower('assessment', 'report'));
  expect(calls).not.toContain('assessment');
  network = true;
  await outbox.flush();
  expect(calls.slice(-2)).toEqual(['report', 'assessment']);
  expect(late).toEqual(['report', 'assessment']);
});

test('it is not sent while the one before it is refused, and goes with it', async () => {
  let answer: 'away' | 'refused' = 'away';
  const { outbox, vault, calls } = open({
    send: async () => {
      throw answer === 'away' ? fail('NETWORK', 0) : fail('FORM_INPUT_INVALID', 422);
    },
  });
  await outbox.send('mfe-records', reading('report'));
  await outbox.send('mfe-records', follower('assessment', 'report'));
  answer = 'refused';
  await outbox.flush();
  expect(calls).not.toContain('assessment');
  await outbox.take('report');
  expect(await vault.all('outbox')).toEqual([]);
});

test('a write that was sent meanwhile cannot be taken back, and what followed it goes on waiting', async () => {
  let network = false;
  const { outbox } = open({
    send: async ({ body }) => {
      if (!network || (body as { id: string }).id === 'assessment') throw fail('NETWORK', 0);
      return answered;
    },
  });
  await outbox.send('mfe-records', reading('report'));
  await outbox.send('mfe-records', follower('assessment', 'report'));
  network = true;
  await outbox.flush();
  expect(await outbox.take('report')).toBeUndefined();
  expect(outbox.waiting.get()).toMatchObject([{ id: 'assessment' }]);
});

test('a write that is taken back takes none with it that did not follow it', async () => {
  const { outbox } = open({
    send: async () => {
      throw fail('NETWORK', 0);
    },
  });
  for (const id of ['r1', 'r2']) await outbox.send('mfe-vitals', reading(id));
  expect(await outbox.take('unknown')).toBeUndefined();
  expect(await outbox.take('r1')).toMatchObject({ id: 'r1' });
  expect(outbox.waiting.get()).toMatchObject([{ id: 'r2' }]);
});

test('while the service is asked, a write says that it is being sent', async () => {
  const states: unknown[] = [];
  const { outbox } = open({
    send: async () => {
      states.push(...outbox.waiting.get().map(({ id, state }) => [id, state]));
      throw fail('NETWORK', 0);
    },
  });
  await outbox.send('mfe-vitals', reading('r1'));
  states.push(...outbox.waiting.get().map(({ id, state }) => [id, state]));
  expect(states).toEqual([
    ['r1', 'sending'],
    ['r1', 'waiting'],
  ]);
});

test('a write whose form still stands is not late', async () => {
  const { outbox, sent, late } = open({ send: async () => answered });
  await outbox.send('mfe-records', follower('assessment', 'report'));
  expect([sent.map(({ id }) => id), late]).toEqual([['assessment'], []]);
});
