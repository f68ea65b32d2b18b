import { createStore } from '@phr/contract/store';
import type { Signal, SignalKind } from '@phr/contract/today';
import { FAKE_MOTHER } from '@phr/testing/fake-host';
import type { Feeds } from '../dashboard/feeds.model.ts';
import type { SourceState } from '../dashboard/today.model.ts';
import { sortByUrgency, createBoard, rowOf } from './board.model.ts';

const { jest } = import.meta;
const NOW = Date.parse('2026-11-25T20:30:00+07:00');
const source = (status: SourceState['status'], ...signals: readonly Signal[]): SourceState => ({
  key: 'x/y',
  text: { 'vi-VN': 'Chỉ số', 'en-US': 'Readings' },
  status,
  signals,
});
const signal = (kind: SignalKind, more: Partial<Signal> = {}): Signal => ({
  id: `x/${kind}`,
  patientId: FAKE_MOTHER.id,
  kind,
  rank: 0,
  title: kind,
  icon: 'vital',
  at: '2026-11-25T20:10:00+07:00',
  expiresAt: '2026-11-26T20:10:00+07:00',
  sources: [`X/${kind}`],
  place: { screen: 'health-indexes' },
  actions: [],
  dismiss: 'never',
  ...more,
});
const FORM = { screen: 'blood-pressure-create' };
const last = signal('last', { actions: [{ id: 'add', label: 'Thêm', place: FORM }] });
const told = (...sources: readonly SourceState[]) => ({ sources, at: NOW });

const idsOf = (rows: readonly { readonly person: { readonly id: string } }[]) => rows.map(({ person }) => person.id);

/** A board whose sources respond under the test's control. */
function boardOf() {
  const open = new Map<string, ReturnType<typeof createStore<readonly SourceState[]>>>();
  const asked: string[] = [];
  const stopped: string[] = [];
  const board = createBoard((patientId): Feeds => {
    const state = createStore<readonly SourceState[]>([source('loading')]);
    asked.push(patientId);
    open.set(patientId, state);
    return { state, act: async () => undefined, retry: () => undefined, stop: () => stopped.push(patientId) };
  });
  const answer = (id: string, status: SourceState['status'] = 'ready') => open.get(id)?.set([source(status)]);
  return { board, asked, stopped, answer };
}

beforeEach(() => jest.useFakeTimers({ now: NOW }));
afterEach(() => jest.useRealTimers());

test('two persons are asked about at a time, and a feed ends when all of it has answered', () => {
  const { board, asked, stopped, answer } = boardOf();
  board.ask(['a', 'b', 'c', 'd']);
  expect(asked).toEqual(['a', 'b']);
  answer('b');
  expect({ asked: [...asked], stopped }).toEqual({ asked: ['a', 'b', 'c'], stopped: ['b'] });
  answer('a');
  answer('c');
  expect(asked).toEqual(['a', 'b', 'c', 'd']);
});

test('an answer is kept for five minutes; what failed is asked again at once, with what was known in place', () => {
  const { board, asked, answer } = boardOf();
  board.ask(['a', 'b']);
  answer('a');
  answer('b', 'failed');
  jest.advanceTimersByTime(4 * 60_000);
  board.ask(['a', 'b']);
  expect(asked).toEqual(['a', 'b', 'b']);
  answer('b');
  jest.advanceTimersByTime(60_000);
  board.ask(['a', 'b']);
  expect(asked).toEqual(['a', 'b', 'b', 'a']);
  expect(board.told.get().get('a')?.at).toBe(NOW);
});

test('what was said before midnight is asked again after it: "tomorrow" is another day then', () => {
  jest.setSystemTime(new Date(2026, 10, 30, 23, 58));
  const { board, asked, answer } = boardOf();
  board.ask(['a']);
  answer('a');
  jest.advanceTimersByTime(60_000);
  board.ask(['a']);
  expect(asked).toEqual(['a']);
  jest.advanceTimersByTime(60_000);
  board.ask(['a']);
  expect(asked).toEqual(['a', 'a']);
});

test('a board that ended asks nobody any more', () => {
  const { board, asked, stopped, answer } = boardOf();
  board.ask(['a', 'b', 'c']);
  board.stop();
  answer('a');
  expect({ asked, stopped }).toEqual({ asked: ['a', 'b'], stopped: ['a', 'b'] });
});

test('a row tells the worst danger, else what was measured last, and what is due before what comes', () => {
  const soon = signal('soon');
  const quiet = rowOf(FAKE_MOTHER, told(source('ready', last, soon)), NOW);
  expect(quiet).toMatchObject({ state: { kind: 'last' }, next: { kind: 'soon' }, asks: 0, add: FORM, failed: [] });
  const all = [signal('ask'), signal('ask', { id: 'x/2', sources: [] }), last, signal('due'), soon, signal('danger')];
  expect(rowOf(FAKE_MOTHER, told(source('ready', ...all)), NOW)).toMatchObject({
    state: { kind: 'danger' },
    next: { kind: 'due' },
    asks: 2,
  });
});

test('the way to a form stays when a danger tells of the same reading, and is not there without the right', () => {
  const danger = signal('danger', { sources: last.sources });
  const sources = told(source('ready', danger, last));
  expect(rowOf(FAKE_MOTHER, sources, NOW).add).toEqual(FORM);
  expect(rowOf({ ...FAKE_MOTHER, may: ['read'] }, sources, NOW)).not.toHaveProperty('add');
});

test('what is over says nothing, and a source that failed is named', () => {
  const row = rowOf(FAKE_MOTHER, told(source('ready', signal('danger')), source('failed')), NOW + 24 * 3_600_000);
  expect(row).not.toHaveProperty('state');
  expect(row.failed).toHaveLength(1);
  expect(rowOf(FAKE_MOTHER, undefined, NOW).isLoading).toBe(true);
});

test('who needs somebody stands first: danger, an answer, what is due; then the order of the family', () => {
  const row = (id: string, ...signals: readonly Signal[]) =>
    rowOf({ ...FAKE_MOTHER, id }, told(source('ready', ...signals)), NOW);
  const rows = [row('1'), row('2', signal('soon')), row('3', signal('due')), row('4', signal('ask')), row('5')];
  const all = [...rows, row('6', signal('danger'))];
  expect(idsOf(sortByUrgency(all, []))).toEqual(['6', '4', '3', '1', '2', '5']);
});

test('until all is known of everybody the rows stand as at the last look, who is new at the end', () => {
  const waiting = rowOf({ ...FAKE_MOTHER, id: 'waiting' }, undefined, NOW);
  const known = ['danger', 'new'].map((id) =>
    rowOf({ ...FAKE_MOTHER, id }, told(source('ready', ...(id === 'danger' ? [signal('danger')] : []))), NOW),
  );
  expect(idsOf(sortByUrgency([...known, waiting], ['waiting', 'gone', 'danger']))).toEqual([
    'waiting',
    'danger',
    'new',
  ]);
  expect(idsOf(sortByUrgency([waiting, ...known], []))).toEqual(['waiting', 'danger', 'new']);
});
