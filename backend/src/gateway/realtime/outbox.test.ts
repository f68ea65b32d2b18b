import { type Actor, SYSTEM_ACTOR } from '../../fhir/actor.ts';
import type { Written } from '../../fhir/write-request.ts';
import type { Db, Sql } from '../../kit/platform.ts';
import { createOutbox } from './outbox.ts';

const { jest } = import.meta;
const person: Actor = { kind: 'person', userId: 'an', patients: new Map(), mainPatient: undefined };
const pulse = JSON.stringify({ resourceType: 'Observation', code: { coding: [{ code: '8867-4' }] } });
const written = (parts: Partial<Written> = {}): Written => ({
  ...{ outcome: 'created', type: 'Observation', id: '1', version: 1, lastUpdated: new Date(0), patientId: 'p' },
  content: pulse,
  ...parts,
});

/** An outbox, the statements of its transaction, the commit, and how often it notified this process and the others. */
function open(options = {}) {
  const statements: (readonly unknown[])[] = [];
  const woken = { here: 0, others: 0 };
  const works: (() => void)[] = [];
  const sql: Sql = {
    query: async (_text, values = []) => {
      statements.push(values);
      return [];
    },
    afterCommit: (work) => works.push(work),
  };
  const query = async () => {
    woken.others += 1;
    return [];
  };
  const outbox = createOutbox({ query } as unknown as Db, options);
  outbox.onCommit(() => (woken.here += 1));
  return { outbox, sql, statements, woken, commit: () => works.splice(0).forEach((work) => work()) };
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test('events go out when their transaction has committed; other processes are woken once for many', async () => {
  const { outbox, sql, statements, woken, commit } = open();
  const event = { patientId: 'p', event: 'toast', body: { code: 'x' } } as const;
  await outbox.add(sql, [event]);
  expect(statements).toEqual([[['p'], ['toast'], ['{"code":"x"}']]]);
  expect(woken).toEqual({ here: 0, others: 0 });
  await outbox.onWritten(sql, person, [written()]);
  commit();
  jest.advanceTimersByTime(19);
  expect(woken).toEqual({ here: 2, others: 0 });
  jest.advanceTimersByTime(1);
  expect(woken).toEqual({ here: 2, others: 1 });
  outbox.events.committed();
  jest.advanceTimersByTime(20);
  expect(woken).toEqual({ here: 3, others: 2 });
});

test('without events nothing is asked of the database, and nobody is woken', async () => {
  const { outbox, sql, statements, woken, commit } = open();
  await outbox.add(sql, []);
  await outbox.onWritten(sql, person, []);
  commit();
  expect([statements, woken.here]).toEqual([[], 0]);
});

test('sockets are told of vital signs that somebody wrote, by their versions', async () => {
  const { outbox, sql, statements } = open();
  const all = [
    written(),
    written({ id: '2', outcome: 'updated', version: 3 }),
    written({ id: '3', outcome: 'existing' }),
    written({ id: '4', outcome: 'deleted', content: '' }),
    written({ id: '5', patientId: undefined }),
    written({ id: '6', type: 'Condition' }),
    written({ id: '7', content: pulse.replace('8867-4', '11502-2') }),
  ];
  await outbox.onWritten(sql, person, all);
  expect(statements).toEqual([
    [
      ['p', 'p'],
      ['Observation', 'Observation'],
      ['1', '2'],
      [1, 3],
    ],
  ]);
  expect(outbox.events.of(person, all)).toEqual([
    { patient_id: 'p', type: 'Observation', id: '1', version: 1 },
    { patient_id: 'p', type: 'Observation', id: '2', version: 3 },
  ]);
  expect(outbox.events.of(SYSTEM_ACTOR, all)).toEqual([]);
});

test('where versions are elsewhere, the event keeps the resource itself', async () => {
  const { outbox, sql, statements } = open({ bodies: true });
  await outbox.onWritten(sql, person, [written()]);
  expect(statements).toEqual([[['p'], ['vital-sign'], [pulse]]]);
});
