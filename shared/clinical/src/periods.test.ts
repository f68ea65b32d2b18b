import * as fc from 'fast-check';
import {
  addDays,
  addMonths,
  axisUnit,
  CHART_RANGES,
  chartPeriod,
  dayOf,
  instantOf,
  isoWithOffset,
  minuteOfDay,
  mondayOf,
  offsetMinutes,
  shiftAnchor,
  startOfDay,
} from './periods.ts';
import type { ChartRange } from './periods.ts';

const VIETNAM = 'Asia/Ho_Chi_Minh';
const HOUR = 3_600_000;
const zone = fc.constantFrom(
  VIETNAM,
  'America/New_York',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'America/Havana',
  'Africa/Cairo',
  'Pacific/Kiritimati',
  'UTC',
);
const day = fc.integer({ min: 0, max: 9000 }).map((count) => addDays('2015-01-01', count));

test('[VIT-47] weeks run Monday to Sunday, also on a Sunday', () => {
  expect(mondayOf('2026-11-29')).toBe('2026-11-23');
  fc.assert(
    fc.property(day, (date) => {
      const monday = mondayOf(date);
      expect(new Date(`${monday}T00:00:00Z`).getUTCDay()).toBe(1);
      expect(monday <= date && date < addDays(monday, 7)).toBe(true);
    }),
  );
});

test('[VIT-45] the unit of the axis is hour, day or month', () => {
  expect(CHART_RANGES.map(axisUnit)).toEqual(['hour', 'day', 'day', 'month', 'day', 'day', 'day']);
});

test('[VIT-46] each chart range gives its days', () => {
  const days = (range: ChartRange): string => {
    const { firstDay, lastDay } = chartPeriod(range, '2026-02-11', VIETNAM);
    return `${firstDay} ${lastDay}`;
  };
  expect(CHART_RANGES.map(days)).toEqual([
    '2026-02-11 2026-02-11',
    '2026-02-09 2026-02-15',
    '2026-02-01 2026-02-28',
    '2026-01-01 2026-12-31',
    '2026-02-05 2026-02-11',
    '2026-01-29 2026-02-11',
    '2026-01-13 2026-02-11',
  ]);
});

test('[VIT-46] the next period begins where this one ends', () => {
  fc.assert(
    fc.property(fc.constantFrom(...CHART_RANGES), day, zone, (range, anchor, place) => {
      const here = chartPeriod(range, anchor, place);
      const next = chartPeriod(range, shiftAnchor(range, anchor, 1), place);
      expect(next.start).toBe(here.end);
      expect(chartPeriod(range, shiftAnchor(range, shiftAnchor(range, anchor, 1), -1), place)).toEqual(here);
    }),
  );
});

test('days have 23 or 25 hours where clocks change', () => {
  const hours = (date: string, place: string): number =>
    (chartPeriod('day', date, place).end - chartPeriod('day', date, place).start) / HOUR;
  expect([
    hours('2026-03-08', 'America/New_York'),
    hours('2026-11-01', 'America/New_York'),
    hours('2026-11-01', VIETNAM),
  ]).toEqual([23, 25, 24]);
  // Cairo skipped midnight on 2023-04-28 and Havana repeats the hour before it on 2026-11-01.
  expect(new Date(startOfDay('2023-04-28', 'Africa/Cairo')).toISOString()).toBe('2023-04-27T22:00:00.000Z');
  expect(hours('2023-04-28', 'Africa/Cairo')).toBe(23);
  expect(hours('2026-11-01', 'America/Havana')).toBe(25);
});

test('a day begins at the first instant that has its date', () => {
  fc.assert(
    fc.property(day, zone, (date, place) => {
      const start = startOfDay(date, place);
      expect(dayOf(start, place)).toBe(date);
      expect(dayOf(start - 1, place)).toBe(addDays(date, -1));
    }),
  );
});

test('instants are written with the offset of the zone and lose nothing', () => {
  expect(isoWithOffset(Date.parse('2026-03-01T01:30:00Z'), VIETNAM)).toBe('2026-03-01T08:30:00+07:00');
  expect(isoWithOffset(Date.parse('2026-03-01T01:30:00Z'), 'America/New_York')).toBe('2026-02-28T20:30:00-05:00');
  expect(offsetMinutes(0, 'Asia/Kathmandu')).toBe(330);
  fc.assert(
    fc.property(fc.integer({ min: 1_400_000_000, max: 2_200_000_000 }), zone, (second, place) => {
      expect(Date.parse(isoWithOffset(second * 1000, place))).toBe(second * 1000);
    }),
  );
});

test('months keep to their last day, and texts that are no day are refused', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
  expect(addMonths('2024-01-31', 1)).toBe('2024-02-29');
  expect(addMonths('2026-01-15', -1)).toBe('2025-12-15');
  for (const text of ['2026-02-30', '2026-2-1', '', 'today']) expect(() => addDays(text, 1)).toThrow(RangeError);
});

test('days stay right around every change of the clock, in zones that skip, repeat or shift by odd minutes', () => {
  const exact = (instant: number, zone: string) => {
    const parts = Object.fromEntries(
      new Intl.DateTimeFormat('en-CA-u-ca-gregory-nu-latn', {
        timeZone: zone,
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      })
        .formatToParts(instant)
        .map(({ type, value }) => [type, value]),
    );
    return [`${parts['year']}-${parts['month']}-${parts['day']}`, Number(parts['hour']) * 60 + Number(parts['minute'])];
  };
  for (const zone of [
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'America/Santiago',
    'Asia/Kathmandu',
    'Pacific/Apia',
    'Asia/Ho_Chi_Minh',
  ]) {
    fc.assert(
      fc.property(fc.integer({ min: Date.parse('2011-01-01Z'), max: Date.parse('2027-01-01Z') }), (instant) => {
        expect([dayOf(instant, zone), minuteOfDay(instant, zone)]).toEqual(exact(instant, zone));
      }),
      { numRuns: 60 },
    );
  }
});

test('the instant of a typed time is the one at which the clock shows it', () => {
  expect(instantOf('2026-11-25', '07:05', 'Asia/Ho_Chi_Minh')).toBe(Date.parse('2026-11-25T07:05:00+07:00'));
  expect(instantOf('2026-03-29', '02:30', 'Europe/Berlin')).toBe(Date.parse('2026-03-29T03:30:00+02:00'));
});
