import { badgeOf, encounterState, isUrgent } from './encounter-state.model.ts';
import type { EncounterStatus } from './encounter.entity.ts';
import type { EncounterKind } from './encounter-kind.model.ts';

const NOW = new Date('2026-11-25T08:00:00+07:00');
const daysAgo = (days: number, ms = 0): string => new Date(NOW.getTime() - days * 86_400_000 - ms).toISOString();
const badge = (
  kind: EncounterKind,
  status: EncounterStatus,
  more: { periodStart?: string; periodEnd?: string; classCode?: string } = {},
): string | undefined => badgeOf(encounterState({ kind, status, ...more }, NOW))?.key.replace('enc.badge.', '');
const ALL: readonly EncounterStatus[] = ['planned', 'arrived', 'in-progress', 'finished', 'cancelled'];

test('[ENC-15] an unknown status has no badge, in its window and past it', () => {
  for (const kind of ['SS', 'IMP', 'F0H', 'other'] as const) {
    expect(badge(kind, 'unknown')).toBeUndefined();
    expect(badge(kind, 'unknown', { periodEnd: daysAgo(90) })).toBeUndefined();
  }
});

test('[ENC-16][ENC-17] COVID kinds: words, and only "arrived" turns to expired past the end', () => {
  for (const kind of ['F0H', 'POST_COVID'] as const) {
    expect(ALL.map((status) => badge(kind, status))).toEqual([
      'scheduled',
      'registered',
      'underTreatment',
      'treatmentComplete',
      'cancelled',
    ]);
    expect(ALL.map((status) => badge(kind, status, { periodEnd: daysAgo(0, 1_000) }))).toEqual([
      'scheduled',
      'expired',
      'underTreatment',
      'treatmentComplete',
      'cancelled',
    ]);
  }
});

test('[ENC-18] without an end a COVID encounter ends 14 days after its start', () => {
  expect(badge('F0H', 'arrived', { periodStart: daysAgo(14) })).toBe('registered');
  expect(badge('F0H', 'arrived', { periodStart: daysAgo(15) })).toBe('expired');
  expect(badge('F0H', 'arrived', { periodStart: daysAgo(30), periodEnd: daysAgo(-1) })).toBe('registered');
});

test('[ENC-19] family doctor words', () => {
  expect(ALL.map((status) => badge('FAMILY_DOCTOR', status))).toEqual([
    'scheduled',
    'received',
    'beingExamined',
    'ended',
    'cancelled',
  ]);
});

test('an examination of an earlier day is not going on, though nobody has closed it', () => {
  for (const kind of ['FAMILY_DOCTOR', 'SS', 'other'] as const) {
    expect(badge(kind, 'in-progress', { periodStart: daysAgo(2) })).toBe('notClosed');
    // a hospital stay lasts for days
    expect(badge(kind, 'in-progress', { periodStart: daysAgo(2), classCode: 'ACUTE' })).toBe('beingExamined');
    expect(badge(kind, 'in-progress', { periodStart: daysAgo(0) })).toBe('beingExamined');
  }
  expect(badge('IMP', 'in-progress', { periodStart: daysAgo(2) })).toBe('underTreatment');
});

test('[ENC-21][ENC-23] outpatient and inpatient words; other classes use the outpatient words', () => {
  expect(ALL.map((status) => badge('SS', status))).toEqual([
    'scheduled',
    'received',
    'beingExamined',
    'examined',
    'cancelled',
  ]);
  expect(ALL.map((status) => badge('IMP', status))).toEqual([
    'scheduled',
    'received',
    'underTreatment',
    'discharged',
    'cancelled',
  ]);
  expect(ALL.map((status) => badge('other', status))).toEqual([
    'scheduled',
    'received',
    'beingExamined',
    'examined',
    'cancelled',
  ]);
});

const expiresAfter = (days: number, kind: Parameters<typeof badge>[0]) => {
  for (const status of ALL) {
    expect(badge(kind, status, { periodEnd: daysAgo(days) })).not.toBe('expired');
    expect(badge(kind, status, { periodEnd: daysAgo(days, 1_000) })).toBe('expired');
    expect(badge(kind, status, { periodStart: daysAgo(days, 1_000) })).toBe('expired');
    expect(badge(kind, status, { periodStart: daysAgo(60), periodEnd: daysAgo(1) })).not.toBe('expired');
  }
};

test('[ENC-20] a family doctor expires in any status 7 days after the end, not before', () => {
  expiresAfter(7, 'FAMILY_DOCTOR');
});

test('[ENC-22] an outpatient visit expires in any status 7 days after the end, not before', () => {
  expiresAfter(7, 'SS');
});

test('[ENC-24] an inpatient stay expires in any status 14 days after the end, not before', () => {
  expiresAfter(14, 'IMP');
});

test('[ENC-25] nothing expires without a date or without a window, and details keep the true status', () => {
  expect(badge('SS', 'finished')).toBe('examined');
  expect(badge('other', 'finished', { periodEnd: daysAgo(400) })).toBe('examined');
  const old = encounterState({ kind: 'IMP', status: 'finished', periodEnd: daysAgo(400) }, NOW);
  expect([old.statusWords?.key, old.expired]).toEqual(['enc.badge.discharged', true]);
});

test('a calendar date counts to the end of its day', () => {
  const now = new Date(2026, 10, 25, 23, 59);
  const of = (periodEnd: string) => encounterState({ kind: 'SS', status: 'finished', periodEnd }, now);
  expect([of('2026-11-18').expired, of('2026-11-17').expired]).toEqual([false, true]);
  expect([of('2026-11').expired, of('2026-10').expired]).toEqual([false, true]);
  expect(of('2026-11-17').windowEnd).toEqual(new Date(2026, 10, 24, 23, 59, 59, 999));
});

test('a home isolation of the highest risk is urgent as long as it runs', () => {
  const of = (part: object) =>
    isUrgent({ kind: 'F0H', status: 'arrived', priority: 'S', periodStart: daysAgo(3), ...part }, NOW);
  expect(of({})).toBe(true);
  expect([
    of({ priority: 'A' }),
    of({ kind: 'SS' }),
    of({ status: 'finished' }),
    of({ status: 'cancelled' }),
    of({ periodStart: daysAgo(30) }),
  ]).toEqual([false, false, false, false, false]);
});
