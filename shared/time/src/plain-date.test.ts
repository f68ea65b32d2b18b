import * as fc from 'fast-check';
import { add, dayOfWeek, mondayOf, parse, parsePartial, until } from './plain-date.ts';

const day = fc.integer({ min: 0, max: 9000 }).map((count) => add('2015-01-01', { days: count }));

test('[VIT-47] weeks run Monday to Sunday, also on a Sunday', () => {
  expect(mondayOf('2026-11-29')).toBe('2026-11-23');
  fc.assert(
    fc.property(day, (date) => {
      const monday = mondayOf(date);
      expect(new Date(`${monday}T00:00:00Z`).getUTCDay()).toBe(1);
      expect(monday <= date && date < add(monday, { days: 7 })).toBe(true);
    }),
  );
});

test('months keep to their last day, and texts that are no day are refused', () => {
  expect(add('2026-01-31', { months: 1 })).toBe('2026-02-28');
  expect(add('2024-01-31', { months: 1 })).toBe('2024-02-29');
  expect(add('2026-01-15', { months: -1 })).toBe('2025-12-15');
  for (const text of ['2026-02-30', '2026-2-1', '', 'today']) expect(() => add(text, { days: 1 })).toThrow(RangeError);
});

test('a day is read when the calendar has it', () => {
  expect(['2024-02-29', '2000-02-29', '0099-12-31'].map(parse)).toEqual(['2024-02-29', '2000-02-29', '0099-12-31']);
  for (const text of [
    '2023-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '0000-01-01',
    '2024-02',
    '2024',
  ])
    expect([text, parse(text)]).toEqual([text, undefined]);
  for (const text of ['2024-02-29T08:00', ' 2024-02-29', '2024-2-29', '29/02/2024'])
    expect([text, parse(text)]).toEqual([text, undefined]);
});

test('a partial date says how much of it is known', () => {
  expect(['2014', '2014-03', '2014-03-09'].map(parsePartial)).toEqual([
    { precision: 'year', year: 2014 },
    { precision: 'month', year: 2014, month: 3 },
    { precision: 'day', year: 2014, month: 3, day: 9 },
  ]);
  expect(['0000', '2014-13', '2014-00', '14', '2014-3', ''].map(parsePartial)).toEqual(Array(6).fill(undefined));
});

test('days between two dates are those that must be added', () => {
  expect(until('2024-02-28', '2024-03-01')).toBe(2);
  expect(until('2026-03-01', '2026-02-28')).toBe(-1);
  expect(until('0099-12-31', '0100-01-01')).toBe(1);
  fc.assert(
    fc.property(day, fc.integer({ min: -40_000, max: 40_000 }), (date, days) => {
      expect(until(date, add(date, { days }))).toBe(days);
    }),
  );
  expect(() => until('2026-01-01', '2026-01')).toThrow(RangeError);
});

test('months are added before days', () => {
  expect(add('2026-01-31', { months: 1, days: 1 })).toBe('2026-03-01');
  expect(add('2024-02-29', { months: 12 })).toBe('2025-02-28');
  expect(add('2024-02-29', { months: -48 })).toBe('2020-02-29');
});

test('weekdays count from Monday 1 to Sunday 7', () => {
  expect(['2026-11-23', '2026-11-28', '2026-11-29'].map(dayOfWeek)).toEqual([1, 6, 7]);
});
