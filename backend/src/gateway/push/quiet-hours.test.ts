import { quietUntil } from './quiet-hours.ts';

const NIGHT = { from: '22:00', to: '06:00' };
const until = (now: string, hours = NIGHT, zone = 'Asia/Ho_Chi_Minh') => {
  const end = quietUntil(Date.parse(now), hours, zone);
  return end === undefined ? undefined : new Date(end).toISOString();
};

test('a night over midnight is quiet from its first minute to before its end, by the clock of the device', () => {
  expect(until('2026-03-01T21:59:00+07:00')).toBeUndefined();
  expect(until('2026-03-01T22:00:00+07:00')).toBe('2026-03-01T23:00:00.000Z');
  expect(until('2026-03-02T05:59:00+07:00')).toBe('2026-03-01T23:00:00.000Z');
  expect(until('2026-03-02T06:00:00+07:00')).toBeUndefined();
  // the same moment is day elsewhere
  expect(until('2026-03-01T22:30:00+07:00', NIGHT, 'Europe/Berlin')).toBeUndefined();
});

test('hours within one day, and equal ends, which are no hours at all', () => {
  const noon = { from: '12:00', to: '14:00' };
  expect(until('2026-03-01T13:00:00+07:00', noon)).toBe('2026-03-01T07:00:00.000Z');
  expect(until('2026-03-01T14:00:00+07:00', noon)).toBeUndefined();
  expect(until('2026-03-01T12:00:00+07:00', { from: '12:00', to: '12:00' })).toBeUndefined();
});

test('the end is what the clock shows, also in a night in which the clock is changed', () => {
  // Berlin, 29 March 2026: 02:00 becomes 03:00
  expect(until('2026-03-28T22:30:00+01:00', NIGHT, 'Europe/Berlin')).toBe('2026-03-29T04:00:00.000Z');
});
