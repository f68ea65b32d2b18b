import { AppError } from '@phr/contract/app-error';
import { createOutboxMachine, INITIAL, type OutboxAction, type OutboxState, pauseOf, reduce } from './outbox-state.ts';

const after = (...actions: readonly OutboxAction[]): OutboxState => actions.reduce(reduce, INITIAL);
const ANSWER = { status: 201, body: undefined, receivedAt: '2026-11-29T08:00:00.000Z' };
const round = (isAnyWaiting: boolean): readonly OutboxAction[] => [
  { type: 'flushRequested' },
  { type: 'roundBegan' },
  { type: 'flushEnded', isAnyWaiting },
];

test('what still waits after a round is tried again after 1, 2, 4 … 60 seconds', () => {
  const pauses = [1, 2, 3, 7, 30].map((rounds) => {
    const state = after(...Array.from({ length: rounds }, () => round(true)).flat());
    return [state.queue, pauseOf(state)];
  });
  expect(pauses).toEqual([
    ['backoff', 1_000],
    ['backoff', 2_000],
    ['backoff', 4_000],
    ['backoff', 60_000],
    ['backoff', 60_000],
  ]);
});

test('a new write, and a round that leaves nothing, begin the pauses anew', () => {
  const tired = Array.from({ length: 5 }, () => round(true)).flat();
  expect(pauseOf(after(...tired, { type: 'formWaits', id: 'a' }, ...round(true)))).toBe(1_000);
  expect(after(...tired, ...round(false))).toMatchObject({ queue: 'idle', tries: 0 });
});

test('a wish that comes during a round asks for another one', () => {
  const during = after({ type: 'flushRequested' }, { type: 'roundBegan' }, { type: 'flushRequested' });
  expect(during).toMatchObject({ queue: 'flushing', isFlushRequested: true });
  expect(reduce(during, { type: 'roundBegan' }).isFlushRequested).toBe(false);
});

test('only a form that still stands hears the answer of its own write', () => {
  const forms = after(
    { type: 'formWaits', id: 'a' },
    { type: 'formWaits', id: 'b' },
    { type: 'formLeft', id: 'b' },
    { type: 'entryAnswered', id: 'a', answer: ANSWER },
    { type: 'entryAnswered', id: 'b', answer: ANSWER },
  ).forms;
  expect([...forms]).toEqual([['a', { answer: ANSWER }]]);
});

test('a lost session is told to every form that stands, and takes no answer from one', () => {
  const error = new AppError({ code: 'UNAUTHORIZED', source: 'PHR_API' });
  const forms = after(
    { type: 'formWaits', id: 'a' },
    { type: 'formWaits', id: 'b' },
    { type: 'entryAnswered', id: 'a', answer: ANSWER },
    { type: 'sessionLost', error },
  ).forms;
  expect([...forms]).toEqual([
    ['a', { answer: ANSWER, unauthorized: error }],
    ['b', { unauthorized: error }],
  ]);
});

test('the entry on its way is named until it is settled', () => {
  expect(after({ type: 'entrySending', id: 'a' }).sending).toBe('a');
  expect(after({ type: 'entrySending', id: 'a' }, { type: 'entrySettled' }).sending).toBeUndefined();
});

test('each step is logged by its name and the states around it, and by nothing that was typed', () => {
  const lines: unknown[] = [];
  const machine = createOutboxMachine({ event: (...line) => lines.push(line) });
  machine.dispatch({ type: 'flushRequested' });
  machine.dispatch({ type: 'entryAnswered', id: 'a', answer: { ...ANSWER, body: '121' } });
  expect(lines).toEqual([
    ['outbox', { action: 'flushRequested', from: 'idle', to: 'flushing' }],
    ['outbox', { action: 'entryAnswered', from: 'flushing', to: 'flushing' }],
  ]);
});
