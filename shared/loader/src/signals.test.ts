import type { Signal } from '@phr/contract/today';
import { acceptSignals } from './signals.ts';

const signal: Signal = {
  id: 'mfe-a/R/1',
  patientId: 'p',
  kind: 'due',
  rank: 0,
  title: 'Uống thuốc',
  icon: 'medicine',
  at: '2026-11-25T08:00:00+07:00',
  expiresAt: '2026-11-25T12:00:00+07:00',
  sources: ['MedicationStatement/1'],
  place: { screen: 'medicines', patientId: 'p' },
  actions: [{ id: 'taken', label: 'Đã uống' }],
  dismiss: 'today',
};
const asked = { patientId: 'p', isScreen: (screen: string) => screen === 'medicines' };

test('a signal about the person asked for, that leads to a screen, is taken as it is', () => {
  expect(acceptSignals([signal], asked)).toEqual({ signals: [signal], refused: 0 });
  const long = {
    ...signal,
    id: 'a'.repeat(200),
    title: 'a'.repeat(80),
    detail: 'a'.repeat(140),
    dueAt: '2026-11-25T09:00:00+07:00',
    place: { screen: 'medicines' },
    actions: ['b', 'c'].map((letter) => ({
      id: letter.repeat(60),
      label: letter.repeat(30),
      place: { screen: 'medicines', patientId: 'p' },
    })),
  };
  expect(acceptSignals([long], asked)).toEqual({ signals: [long], refused: 0 });
});

test.each<[string, object]>([
  ['of another person', { patientId: 'q' }],
  ['that leads into the record of another person', { place: { screen: 'medicines', patientId: 'q' } }],
  ['that leads nowhere', { place: { screen: 'nowhere' } }],
  ['whose action leads nowhere', { actions: [{ id: 'a', label: 'b', place: { screen: 'nowhere' } }] }],
  ['of a kind that nobody knows', { kind: 'fun' }],
  ['without a title', { title: ' ' }],
  ['with a title of 81 letters', { title: 'a'.repeat(81) }],
  ['with a detail of 141 letters', { detail: 'a'.repeat(141) }],
  ['with a name of 201 letters', { id: 'a'.repeat(201) }],
  ['without a name', { id: '' }],
  ['that is due at no time', { dueAt: 'soon' }],
  ['that began at no time', { at: 'soon' }],
  ['without a list of sources', { sources: 'MedicationStatement/1' }],
  ['with an action of 31 letters', { actions: [{ id: 'a', label: 'b'.repeat(31) }] }],
  ['with an action whose name has 61 letters', { actions: [{ id: 'a'.repeat(61), label: 'b' }] }],
  [
    'whose action leads into the record of another person',
    { actions: [{ id: 'a', label: 'b', place: { screen: 'medicines', patientId: 'q' } }] },
  ],
  ['with three actions', { actions: [1, 2, 3].map((id) => ({ id: String(id), label: 'x' })) }],
  ['whose end is no time', { expiresAt: 'soon' }],
  ['without a rank', { rank: Number.NaN }],
])('a signal %s is left out and counted', (_, fault) => {
  expect(acceptSignals([{ ...signal, ...fault } as Signal, signal], asked)).toEqual({ signals: [signal], refused: 1 });
});

test('of one source 20 are taken', () => {
  const many = Array.from({ length: 23 }, (_, id) => ({ ...signal, id: `mfe-a/R/${id}` }));
  const { signals, refused } = acceptSignals(many, asked);
  expect([signals.length, refused]).toEqual([20, 3]);
});
