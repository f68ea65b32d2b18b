import { randomUUID } from 'node:crypto';
import { CONFIRMED_URL, timingOf } from '@phr/fhir/dose-plan';
import { createDevices } from '../src/gateway/push/devices.ts';
import { createDoseReminders } from '../src/gateway/push/doses.ts';
import type { PushKind } from '../src/gateway/push/kinds.ts';
import { createMessages } from '../src/gateway/push/messages.ts';
import type { Message, Outcome } from '../src/gateway/push/push-service.ts';
import { openPool } from '../src/kit/db/pool.ts';
import { type CopiedDatabase, ownDatabase } from './template-databases.ts';

// when a message is sent: with the test's clock, to a push service that records what it gets
let database: CopiedDatabase;
let db: ReturnType<typeof openPool>;
beforeAll(async () => {
  database = await ownDatabase('empty');
  db = openPool(database.url, () => undefined, 4);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const MINUTE = 60_000;
const NIGHT = { from: '22:00', to: '06:00' };
const clock = { now: 0 };
const at = (time: string) => {
  clock.now = Date.parse(`2026-03-${time}:00+07:00`);
};
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A person with one device in Viet Nam. */
async function setUp(choices: Readonly<Record<string, unknown>> = {}) {
  const userId = randomUUID();
  const endpoint = `https://fcm.googleapis.com/fcm/send/${userId}`;
  const readable = new Map([['p-1', 'write' as const]]);
  const sent: Message[] = [];
  const answer: { outcome: Outcome } = { outcome: { kind: 'taken' } };
  const now = () => clock.now;
  const devices = createDevices(db, now);
  const kinds: readonly PushKind[] = ['results', 'appointments', 'doses'];
  const device = { userId, endpoint, name: 'Chrome', p256dh: 'x', auth: 'y', locale: 'vi-VN', quiet: NIGHT } as const;
  await devices.keep(db, { ...device, zone: 'Asia/Ho_Chi_Minh', kinds, urgent: [], ...choices }, undefined);
  const messages = createMessages({
    db,
    access: { allowedPatients: async () => readable },
    devices,
    deliver: async (to, message) => {
      if (to.endpoint === endpoint) sent.push(message);
      return answer.outcome;
    },
    log,
    origin: 'https://phr.test',
    now,
  });
  /** An entry of the inbox, and its message. */
  const tell = async (ref: string, kind: 'report' | 'appointment' = 'report') => {
    await db.query(
      `insert into inbox (user_id, patient_id, kind, ref, state, created_at, expires_at) values ($1, 'p-1', $2, $3, 's', $4, $5)
       on conflict (user_id, ref) do update set read_at = null`,
      [userId, kind, ref, new Date(clock.now), new Date(clock.now + 90 * 86_400_000)],
    );
    await messages.onNotified(db, [{ userId, patientId: 'p-1', kind, ref }]);
  };
  const read = (ref: string) =>
    db.query('update inbox set read_at = now() where user_id = $1 and ref = $2', [userId, ref]);
  const titles = () =>
    sent.map(({ text }) => (JSON.parse(text) as { notification: { title: string } }).notification.title);
  return { userId, devices, messages, sent, titles, answer, readable, tell, read };
}

test('in the quiet hours nothing is sent; at their end what came is one message', async () => {
  const { messages, sent, tell } = await setUp();
  at('01T22:30');
  await tell('DiagnosticReport/a');
  await messages.sendDue();
  at('02T05:59');
  await tell('Appointment/b', 'appointment');
  await messages.sendDue();
  expect(sent).toEqual([]);
  at('02T06:00');
  await messages.sendDue();
  await messages.sendDue();
  expect(sent).toHaveLength(1);
});

test('a message says the hours for which it is of use, and of which thing it is without naming it', async () => {
  const { messages, sent, tell } = await setUp();
  at('03T09:00');
  await tell('DiagnosticReport/a');
  await messages.sendDue();
  await tell('Appointment/b', 'appointment');
  await messages.sendDue();
  await tell('DiagnosticReport/a');
  await messages.sendDue();
  expect(sent.map(({ ttl }) => ttl)).toEqual([86_400, 86_400, 86_400]);
  const [first, second, again] = sent.map(({ topic }) => topic);
  expect(first).toMatch(/^[\w-]{32}$/);
  expect([first === again, first === second]).toEqual([true, false]);
});

test('what was read before it could be sent, or may not be read any more, is not told', async () => {
  const { messages, sent, tell, read, readable } = await setUp();
  at('04T23:00');
  await tell('DiagnosticReport/a');
  await messages.sendDue();
  await read('DiagnosticReport/a');
  at('05T06:00');
  await messages.sendDue();
  await tell('DiagnosticReport/b');
  readable.clear();
  await messages.sendDue();
  expect(sent).toEqual([]);
});

test('a push service that is away is tried again after the time that it names, and no longer than a day', async () => {
  const { messages, sent, answer, tell } = await setUp({ quiet: null });
  at('06T09:00');
  answer.outcome = { kind: 'later', ms: 10 * MINUTE };
  await tell('DiagnosticReport/a');
  await messages.sendDue();
  at('06T09:09');
  await messages.sendDue();
  expect(sent).toHaveLength(1);
  at('06T09:10');
  await messages.sendDue();
  expect(sent).toHaveLength(2);
  at('07T09:00');
  await messages.sendDue();
  expect(sent).toHaveLength(2);
});

test('a refused message is not sent again, and the device stays; a device that is gone goes', async () => {
  const { messages, sent, answer, tell, devices, userId } = await setUp();
  at('08T09:00');
  answer.outcome = { kind: 'refused', status: 400 };
  await tell('DiagnosticReport/a');
  await messages.sendDue();
  at('08T10:00');
  await messages.sendDue();
  expect([sent.length, (await devices.list(userId)).length]).toEqual([1, 1]);
  answer.outcome = { kind: 'gone' };
  await tell('DiagnosticReport/b');
  await messages.sendDue();
  expect(await devices.list(userId)).toEqual([]);
});

test('two processes send a message once', async () => {
  const { messages, sent, tell } = await setUp();
  at('09T09:00');
  await tell('DiagnosticReport/a');
  await Promise.all([messages.sendDue(), messages.sendDue(), messages.sendDue()]);
  expect(sent).toHaveLength(1);
});

test('the id of a digest leads to the inbox and to no entry; sent messages are kept for a month', async () => {
  const { messages, sent, tell, userId } = await setUp();
  at('10T09:00');
  await tell('DiagnosticReport/a');
  await tell('DiagnosticReport/b');
  await messages.sendDue();
  const id = sent[0]?.text.match(/open=([0-9a-f-]+)/)?.[1] ?? '';
  expect([sent.length, await messages.opened(userId, id)]).toEqual([1, undefined]);
  await tell('DiagnosticReport/c');
  await messages.sendDue();
  const single = sent[1]?.text.match(/open=([0-9a-f-]+)/)?.[1] ?? '';
  clock.now += 30 * 86_400_000;
  await messages.sweep();
  expect(await messages.opened(userId, single)).toEqual({ kind: 'results', ref: 'DiagnosticReport/c' });
  clock.now += 86_400_000;
  await messages.sweep();
  expect(await messages.opened(userId, single)).toBeUndefined();
});

describe('doses', () => {
  const statement = (more: object = {}) => ({
    resourceType: 'MedicationStatement',
    id: 's-1',
    status: 'active',
    extension: [{ url: CONFIRMED_URL, valueDateTime: '2026-03-01T08:00:00+07:00' }],
    dosage: [{ timing: timingOf({ times: ['08:00', '22:30'] }) }],
    ...more,
  });

  async function withDoses(choices: Readonly<Record<string, unknown>> = {}, resource: object = statement()) {
    const all = await setUp(choices);
    const recorded: { identifier: string; status: string }[] = [];
    await db.query(
      `insert into access (user_id, patient_id, source, rights, starts_at) values ($1, 'p-1', 'self', 'write', '2020-01-01')`,
      [all.userId],
    );
    const reminders = createDoseReminders({
      db,
      devices: {
        askingFor: async (kind) => (await all.devices.list(all.userId)).filter((one) => one.kinds.includes(kind)),
      },
      messages: all.messages,
      now: () => clock.now,
      repository: {
        search: async (_actor, type, query) => ({
          items: (type === 'MedicationStatement'
            ? [resource]
            : recorded
                .filter(({ identifier }) =>
                  String(query['identifier']).split(',').includes(`https://phr.example/dose|${identifier}`),
                )
                .map(({ identifier, status }) => ({
                  status,
                  identifier: [{ system: 'https://phr.example/dose', value: identifier }],
                }))
          ).map((one) => ({ content: JSON.stringify(one) }) as never),
          total: undefined,
          next: undefined,
        }),
      },
    });
    const minute = async () => {
      await reminders.queue();
      await all.messages.sendDue();
    };
    return { ...all, recorded, minute };
  }

  test('a planned dose is told at its time, once, for half an hour, without its name', async () => {
    const { minute, sent, titles } = await withDoses();
    at('12T07:59');
    await minute();
    expect(sent).toEqual([]);
    at('12T08:00');
    await minute();
    at('12T08:01');
    await minute();
    expect(titles()).toEqual(['Đến giờ uống thuốc']);
    expect(sent[0]?.ttl).toBe(1_800);
    expect(sent[0]?.text).not.toContain('s-1');
  });

  test('a dose that was recorded, or is half an hour past, is not told; a mistake counts for nothing', async () => {
    const { minute, sent, recorded } = await withDoses();
    recorded.push({ identifier: 's-1/2026-03-13T08:00', status: 'completed' });
    at('13T08:00');
    await minute();
    at('14T08:30');
    await minute();
    expect(sent).toEqual([]);
    recorded.push({ identifier: 's-1/2026-03-15T08:00', status: 'entered-in-error' });
    at('15T08:29');
    await minute();
    expect(sent).toHaveLength(1);
  });

  test('a plan that is a proposal, and a kind that was not chosen, tell nothing', async () => {
    const proposal = await withDoses({}, statement({ extension: [] }));
    const other = await withDoses({ kinds: ['results'] });
    at('16T08:00');
    await proposal.minute();
    await other.minute();
    expect([proposal.sent, other.sent]).toEqual([[], []]);
  });

  test('in the quiet hours a dose is told only where the person chose so, and never late', async () => {
    const quiet = await withDoses();
    const chosen = await withDoses({ urgent: ['doses'] });
    at('17T22:30');
    await quiet.minute();
    await chosen.minute();
    at('18T06:00');
    await quiet.minute();
    await chosen.minute();
    expect([quiet.sent.length, chosen.titles()]).toEqual([0, ['Đến giờ uống thuốc']]);
  });
});
