import { stateOf } from './consent-state.entity.ts';
import { actionsOf } from './consent-status.entity.ts';

const NOW = new Date('2026-11-28T10:00:00+07:00');
const BEFORE = '2026-11-20T09:00:00+07:00';
const AFTER = '2026-12-20T17:00:00+07:00';
const grant = (status: string, end?: string, dateTime?: string) => ({
  status,
  isGrant: true,
  ...(end === undefined ? {} : { end }),
  ...(dateTime === undefined ? {} : { dateTime }),
});
const plain = (status: string) => ({ status, isGrant: false });

test('[GRANT-02] unanswered access requests expire; accepted access ends or is taken back', () => {
  expect(stateOf(grant('proposed', AFTER), NOW)).toBe('waiting');
  expect(stateOf(grant('proposed', BEFORE), NOW)).toBe('outOfTime');
  expect(stateOf(grant('active', AFTER), NOW)).toBe('active');
  expect(stateOf(grant('active', BEFORE), NOW)).toBe('expired');
  expect(stateOf(grant('rejected', AFTER), NOW)).toBe('denied');
  expect(stateOf(plain('rejected'), NOW)).toBe('rejected');
  expect(stateOf(grant('inactive', BEFORE, '2026-11-20T09:00:05+07:00'), NOW)).toBe('expired');
  expect(stateOf(grant('inactive', AFTER, BEFORE), NOW)).toBe('retrieved');
  expect(stateOf(grant('inactive', BEFORE, '2026-11-02T09:00:00+07:00'), NOW)).toBe('retrieved');
  expect(stateOf(grant('inactive'), NOW)).toBe('retrieved');
  for (const status of ['draft', 'entered-in-error', 'nonsense'])
    expect(stateOf(grant(status, AFTER), NOW)).toBe('unknown');
});

test('an end that is a day counts as a whole', () => {
  expect(stateOf(grant('active', '2026-11-28'), new Date(2026, 10, 28, 23, 59))).toBe('active');
  expect(stateOf(grant('active', '2026-11-28'), new Date(2026, 10, 29, 0, 0, 1))).toBe('expired');
});

test('[CONS-05] answers are offered only while a consent waits, taking back only while it is active', () => {
  expect(
    Object.fromEntries(
      ['draft', 'proposed', 'active', 'rejected', 'inactive', 'entered-in-error', 'nonsense'].map((status) => [
        status,
        actionsOf(plain(status), NOW),
      ]),
    ),
  ).toEqual({
    draft: [],
    proposed: ['accept', 'reject'],
    active: ['revoke'],
    rejected: [],
    inactive: [],
    'entered-in-error': [],
    nonsense: [],
  });
  expect(actionsOf(grant('proposed', AFTER), NOW)).toEqual(['accept', 'deny']);
  expect(actionsOf(grant('active', AFTER), NOW)).toEqual(['retrieve']);
  expect(actionsOf(grant('proposed', BEFORE), NOW)).toEqual([]);
  expect(actionsOf(grant('active', BEFORE), NOW)).toEqual([]);
});
