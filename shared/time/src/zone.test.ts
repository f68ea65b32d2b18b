import * as fc from 'fast-check';
import { add } from './plain-date.ts';
import {
  clockOf,
  dayOf,
  deviceZone,
  minuteOfDay,
  momentOf,
  momentsOf,
  offsetMinutes,
  parseZone,
  startOfDay,
  toZoned,
} from './zone.ts';

const VIETNAM = 'Asia/Ho_Chi_Minh';
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
const day = fc.integer({ min: 0, max: 9000 }).map((count) => add('2015-01-01', { days: count }));

test('a day begins at the first instant that has its date', () => {
  fc.assert(
    fc.property(day, zone, (date, place) => {
      const start = startOfDay(date, place);
      expect(dayOf(start, place)).toBe(date);
      expect(dayOf(start - 1, place)).toBe(add(date, { days: -1 }));
    }),
  );
});

test('instants are written with the offset of the zone and lose nothing', () => {
  expect(toZoned(Date.parse('2026-03-01T01:30:00Z'), VIETNAM)).toBe('2026-03-01T08:30:00+07:00');
  expect(toZoned(Date.parse('2026-03-01T01:30:00Z'), 'America/New_York')).toBe('2026-02-28T20:30:00-05:00');
  expect(offsetMinutes(0, 'Asia/Kathmandu')).toBe(330);
  fc.assert(
    fc.property(fc.integer({ min: 1_400_000_000, max: 2_200_000_000 }), zone, (second, place) => {
      expect(Date.parse(toZoned(second * 1000, place))).toBe(second * 1000);
    }),
  );
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
  expect(momentOf('2026-11-25', '07:05', 'Asia/Ho_Chi_Minh')).toBe(Date.parse('2026-11-25T07:05:00+07:00'));
  expect(momentOf('2026-03-29', '02:30', 'Europe/Berlin')).toBe(Date.parse('2026-03-29T03:30:00+02:00'));
});

test('a skipped hour lies behind the jump east and west, a repeated one is its first pass', () => {
  const shown = (day: string, time: string, where: string) => toZoned(momentOf(day, time, where), where);
  expect(shown('2026-03-08', '02:30', 'America/New_York')).toBe('2026-03-08T03:30:00-04:00');
  expect(shown('2026-03-29', '02:30:15', 'Europe/Paris')).toBe('2026-03-29T03:30:15+02:00');
  expect(shown('2026-10-25', '02:30', 'Europe/Paris')).toBe('2026-10-25T02:30:00+02:00');
  expect(shown('2026-11-01', '01:30', 'America/New_York')).toBe('2026-11-01T01:30:00-04:00');
  expect(momentsOf('2026-10-25', '02:30', 'Europe/Paris').map((at) => toZoned(at, 'Europe/Paris'))).toEqual([
    '2026-10-25T02:30:00+02:00',
    '2026-10-25T02:30:00+01:00',
  ]);
  expect(momentsOf('2026-03-29', '02:30', 'Europe/Paris')).toEqual([]);
  expect(momentsOf('2011-12-30', '08:00', 'Pacific/Apia')).toEqual([]);
  expect(dayOf(momentOf('2011-12-30', '08:00', 'Pacific/Apia'), 'Pacific/Apia')).toBe('2011-12-31');
});

test('an instant is written with the offset of the device', () => {
  const at = Date.parse('2026-03-01T01:30:00Z');
  expect(Date.parse(toZoned(at, deviceZone()))).toBe(at);
  expect(toZoned(at, deviceZone())).toMatch(/[+-]\d{2}:\d{2}$/);
});

test('calendar and clock are right before 1970, in the first century and past the year 9999', () => {
  const shown = (text: string) => Object.values(clockOf(Date.parse(text), 'Asia/Bangkok'));
  expect(shown('1958-06-30T18:05:59.500Z')).toEqual([1958, 7, 1, 1, 5]);
  expect(minuteOfDay(Date.parse('1958-06-30T18:05:00Z'), 'UTC')).toBe(18 * 60 + 5);
  expect(shown('0001-01-01T12:00:00Z').slice(0, 3)).toEqual([1, 1, 1]);
  expect(shown('9999-12-31T23:59:59Z')).toEqual([10_000, 1, 1, 6, 59]);
});

test('only zones that the engine knows are zones', () => {
  expect(parseZone('asia/ho_chi_minh')).toMatch(/^Asia\/(Ho_Chi_Minh|Saigon)$/);
  expect(['', 'Asia', 'Mars/Olympus', 'GMT+7:0'].map(parseZone)).toEqual(Array(4).fill(undefined));
  expect(() => dayOf(0, 'Mars/Olympus')).toThrow(RangeError);
  expect(() => dayOf(Number.NaN, VIETNAM)).toThrow(RangeError);
});

test('the zone of the device is asked once in a run of code, and anew in the next', async () => {
  const asked = import.meta.jest.spyOn(Intl, 'DateTimeFormat');
  expect(deviceZone()).toBe(deviceZone());
  expect(asked).toHaveBeenCalledTimes(1);
  await Promise.resolve();
  deviceZone();
  expect(asked).toHaveBeenCalledTimes(2);
  asked.mockRestore();
});
