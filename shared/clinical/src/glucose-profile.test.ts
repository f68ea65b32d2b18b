import * as fc from 'fast-check';
import {
  coverageOf,
  glucoseProfile,
  glucoseStatistics,
  managementIndicator,
  PROFILE_SHARES,
} from './glucose-profile.ts';

const ZONE = 'Asia/Ho_Chi_Minh';
const START = Date.parse('2026-11-01T00:00:00+07:00');
const MINUTE = 60_000;
const DAY = 86_400_000;
const every = (minutes: number, days: number, skip: (at: number) => boolean = () => false) =>
  Array.from({ length: (days * 1440) / minutes }, (_, index) => START + index * minutes * MINUTE).filter(
    (at) => !skip(at),
  );

test('[GLU-09] mean, deviation and variation are told in the unit that is read', () => {
  expect(
    glucoseStatistics(
      [
        { value: 5, unit: 'mmol/L' },
        { value: 7, unit: 'mmol/L' },
        { value: 180, unit: 'mg/dL' },
      ],
      'mmol/L',
    ),
  ).toEqual({ mean: 7.3, standardDeviation: 2.5, variation: 34.3 });
  expect(glucoseStatistics([{ value: 10, unit: 'mmol/L' }], 'mg/dL')).toEqual({ mean: 180 });
  expect(glucoseStatistics([], 'mmol/L')).toBeUndefined();
});

test('the management indicator follows its published formula', () => {
  expect(managementIndicator([{ value: 150, unit: 'mg/dL' }])).toBe(6.9);
  expect(managementIndicator([{ value: 100, unit: 'mg/dL' }])).toBe(5.7);
  expect(managementIndicator([])).toBeUndefined();
});

test('a profile needs fourteen days: thirteen whole days are not enough', () => {
  expect(coverageOf(every(5, 13), ZONE)).toMatchObject({ days: 13, share: 1, sufficient: false });
  expect(coverageOf(every(5, 14), ZONE)).toEqual({ days: 14, share: 1, sufficient: true });
  expect(coverageOf(every(15, 14), ZONE).sufficient).toBe(true);
});

test('a profile needs seventy percent of the readings', () => {
  // Each day starts with a gap.
  const holes = (hours: number) => every(15, 14, (at) => (at - START) % DAY < hours * 60 * MINUTE);
  expect(coverageOf(holes(7), ZONE)).toMatchObject({ days: 14, sufficient: true });
  expect(coverageOf(holes(8), ZONE)).toMatchObject({ days: 14, sufficient: false });
  expect(coverageOf(holes(8), ZONE).share).toBeCloseTo(2 / 3, 1);
});

test('seventy percent are enough to the reading, and a sensor measures at least every sixteen minutes', () => {
  const seven = every(15, 20).filter((_, index) => index % 10 < 7);
  expect(coverageOf(seven, ZONE)).toEqual({ days: 20, share: 0.7, sufficient: true });
  expect(coverageOf(seven.slice(0, -1), ZONE).sufficient).toBe(false);
  expect([15, 16, 17].map((minutes) => coverageOf(every(minutes, 20), ZONE).sufficient)).toEqual([true, true, false]);
});

test('single measurements never make a profile, however many days they cover', () => {
  const threeADay = Array.from({ length: 90 }, (_, index) => START + index * 8 * 60 * MINUTE);
  expect(coverageOf(threeADay, ZONE)).toEqual({ days: 30, share: 0, sufficient: false });
  expect(coverageOf([], ZONE)).toEqual({ days: 0, share: 0, sufficient: false });
  expect(coverageOf([START], ZONE)).toEqual({ days: 1, share: 0, sufficient: false });
});

test('a reading that is there twice fills no gap', () => {
  const half = every(15, 14, (at) => (at - START) % DAY < DAY / 2);
  expect(coverageOf([...half, ...half], ZONE).share).toBeCloseTo(coverageOf(half, ZONE).share, 5);
});

test('the profile lays the days over each other by the clock of the person', () => {
  const readings = every(30, 20).map((at) => ({
    at,
    value: at % DAY === START % DAY ? 4 : 8,
    unit: 'mmol/L' as const,
  }));
  const profile = glucoseProfile(readings, 'mmol/L', ZONE);
  expect(profile).toHaveLength(48);
  expect(profile[0]).toEqual({ minute: 15, count: 20, values: [4, 4, 4, 4, 4] });
  expect(profile[1]?.values).toEqual([8, 8, 8, 8, 8]);
  // In New York's zone the same readings fall into other hours of the day.
  expect(glucoseProfile(readings, 'mmol/L', 'America/New_York').find(({ values }) => values[2] === 4)?.minute).toBe(
    12 * 60 + 15,
  );
});

test('of 1 to 21 in one half hour the percentiles are 2, 6, 11, 16 and 20', () => {
  const readings = Array.from({ length: 21 }, (_, index) => ({ at: START + index * DAY, value: 21 - index }));
  const [halfHour] = glucoseProfile(
    readings.map((one) => ({ ...one, unit: 'mmol/L' as const })),
    'mmol/L',
    ZONE,
  );
  expect(PROFILE_SHARES).toEqual([0.05, 0.25, 0.5, 0.75, 0.95]);
  expect(halfHour?.values).toEqual([2, 6, 11, 16, 20]);
});

test('percentiles of the profile never cross, and half hours with few readings are left out', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          at: fc.integer({ min: START, max: START + 20 * DAY }),
          value: fc.double({ min: 1, max: 30, noNaN: true }),
        }),
        { maxLength: 300 },
      ),
      (raw) => {
        for (const { values, count } of glucoseProfile(
          raw.map((one) => ({ ...one, unit: 'mmol/L' })),
          'mmol/L',
          ZONE,
        )) {
          expect(count).toBeGreaterThanOrEqual(5);
          expect(values).toEqual([...values].sort((a, b) => a - b));
          expect(values).toHaveLength(PROFILE_SHARES.length);
        }
      },
    ),
  );
});
