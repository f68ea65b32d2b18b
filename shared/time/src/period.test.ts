import { periodOf } from './period.ts';
import { startOfDay } from './zone.ts';

const VIETNAM = 'Asia/Ho_Chi_Minh';
const HOUR = 3_600_000;

test('days have 23 or 25 hours where clocks change', () => {
  const hours = (date: string, place: string): number =>
    (periodOf(date, date, place).end - periodOf(date, date, place).start) / HOUR;
  expect([
    hours('2026-03-08', 'America/New_York'),
    hours('2026-11-01', 'America/New_York'),
    hours('2026-11-01', VIETNAM),
  ]).toEqual([23, 25, 24]);
  // Cairo skipped midnight on 2023-04-28; Havana repeats the hour before it on 2026-11-01
  expect(new Date(startOfDay('2023-04-28', 'Africa/Cairo')).toISOString()).toBe('2023-04-27T22:00:00.000Z');
  expect(hours('2023-04-28', 'Africa/Cairo')).toBe(23);
  expect(hours('2026-11-01', 'America/Havana')).toBe(25);
});

test('a period holds its first and its last day', () => {
  expect(periodOf('2024-02-28', '2024-02-29', VIETNAM)).toEqual({
    firstDay: '2024-02-28',
    lastDay: '2024-02-29',
    start: Date.parse('2024-02-28T00:00:00+07:00'),
    end: Date.parse('2024-03-01T00:00:00+07:00'),
  });
});
