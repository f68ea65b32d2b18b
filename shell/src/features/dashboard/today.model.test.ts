import type { Signal } from '@phr/contract/today';
import { blocksOf, dismissedUntil, sentenceOf, shownSignals, type SourceState } from './today.model.ts';

const NOW = Date.parse('2026-11-25T08:00:00+07:00');
const TODAY = Date.parse('2026-11-25T00:00:00+07:00');
const moment = { now: NOW, today: TODAY };

const signal = (id: string, more: Partial<Signal> = {}): Signal => ({
  id,
  patientId: 'p',
  kind: 'due',
  rank: 0,
  title: id,
  icon: 'form',
  at: '2026-11-25T07:00:00+07:00',
  expiresAt: '2026-11-26T07:00:00+07:00',
  sources: [`X/${id}`],
  place: { screen: 'dashboard' },
  actions: [],
  dismiss: 'today',
  ...more,
});
const ids = (signals: readonly Signal[]) => signals.map(({ id }) => id);
const source = (status: SourceState['status'], ...signals: readonly Signal[]): SourceState => ({
  key: 's',
  text: {},
  status,
  signals,
});

test('what is told stands by kind, rank, when it is due, its age and id', () => {
  const told = [
    signal('gap', { kind: 'gap' }),
    signal('soon', { kind: 'soon' }),
    signal('new', { kind: 'new' }),
    signal('later', { dueAt: '2026-11-25T18:00:00+07:00' }),
    signal('sooner', { dueAt: '2026-11-25T09:00:00+07:00' }),
    signal('b'),
    signal('a'),
    signal('low', { rank: -1 }),
    signal('ask', { kind: 'ask', rank: 50 }),
    signal('danger', { kind: 'danger', rank: 99 }),
  ];
  expect(ids(shownSignals(told, {}, moment))).toEqual([
    'danger',
    'ask',
    'low',
    'sooner',
    'later',
    'a',
    'b',
    'new',
    'soon',
    'gap',
  ]);
  expect(blocksOf(shownSignals(told, {}, moment)).map(({ name, signals }) => [name, signals.length])).toEqual([
    ['now', 1],
    ['todo', 6],
    ['new', 1],
    ['soon', 1],
    ['gap', 1],
  ]);
});

test('of several results the newest stands first, whatever their ids', () => {
  const result = (id: string, day: number) => signal(id, { kind: 'new', at: `2026-11-${day}T07:00:00+07:00` });
  const told = [result('a', 20), result('b', 24), result('c', 22)];
  expect(ids(shownSignals(told, {}, moment))).toEqual(['b', 'c', 'a']);
});

test('of several signals about the same the highest stays', () => {
  const told = [
    signal('again', { kind: 'danger', rank: 10, sources: ['Observation/1'] }),
    signal('danger', { kind: 'danger', rank: 0, sources: ['Observation/1', 'Goal/1'] }),
    signal('other', { sources: ['Observation/2'] }),
    signal('goal', { kind: 'soon', sources: ['Goal/1'] }),
  ];
  expect(ids(shownSignals(told, {}, moment))).toEqual(['danger', 'other']);
});

test('what is over is not shown', () => {
  expect(ids(shownSignals([signal('a', { expiresAt: new Date(NOW).toISOString() }), signal('b')], {}, moment))).toEqual(
    ['b'],
  );
});

test('what was put away stays away until its time; what may never be put away is shown all the same', () => {
  const away = { a: { kind: 'due', at: NOW, until: NOW + 1 } } as const;
  const told = [signal('a'), signal('b')];
  expect(ids(shownSignals(told, away, moment))).toEqual(['b']);
  expect(ids(shownSignals(told, away, { ...moment, now: NOW + 1 }))).toEqual(['a', 'b']);
  expect(ids(shownSignals([signal('a', { dismiss: 'never' })], away, moment))).toEqual(['a']);
  const tomorrow = TODAY + 24 * 3_600_000;
  expect(dismissedUntil(signal('a'), NOW, tomorrow)).toBe(tomorrow);
  expect(dismissedUntil(signal('a', { dismiss: '30d' }), NOW, tomorrow)).toBe(NOW + 30 * 24 * 3_600_000);
});

test('one gap in the record is asked for a day: one that was put away today is the last of the day', () => {
  const told = [signal('phone', { kind: 'gap', rank: 1 }), signal('allergy', { kind: 'gap' })];
  expect(ids(shownSignals(told, {}, moment))).toEqual(['allergy']);
  const until = NOW + 30 * 24 * 3_600_000;
  const away = (at: number) => ({ allergy: { kind: 'gap', at, until } }) as const;
  expect(ids(shownSignals(told, away(NOW), moment))).toEqual([]);
  expect(ids(shownSignals(told, away(TODAY - 1), moment))).toEqual(['phone']);
});

test('the sentence is the worst danger, else the first that waits or is due, and never that all is well', () => {
  const [danger, ask, due, news] = [
    signal('d', { kind: 'danger' }),
    signal('a', { kind: 'ask' }),
    signal('t'),
    signal('n', { kind: 'new' }),
  ];
  const of = (signals: readonly Signal[], ...statuses: readonly SourceState['status'][]) =>
    sentenceOf(
      signals,
      statuses.map((status) => source(status)),
    );
  expect(of([danger, ask, due], 'ready')).toEqual({ title: 'd' });
  expect(of([ask, due], 'loading')).toEqual({ title: 'a' });
  expect(of([due, news], 'ready')).toEqual({ title: 't' });
  expect(of([news], 'loading', 'failed')).toBe('loading');
  expect(of([news], 'ready', 'failed')).toBe('unknown');
  expect(of([news], 'ready')).toBe('nothing');
  const trend = signal('Huyết áp 30 ngày qua', { kind: 'last' });
  expect(shownSignals([trend], {}, moment)).toEqual([]);
  const known = { ...source('ready'), signals: [trend] };
  expect(sentenceOf([], [known])).toBe(trend);
  expect(sentenceOf([due], [known])).toEqual({ title: 't' });
  expect(sentenceOf([], [known, source('failed')])).toBe('unknown');
});
