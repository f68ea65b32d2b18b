import * as fc from 'fast-check';
import { glucoseBand, GLUCOSE_BANDS, timeInRange } from './assess/time-in-range.ts';
import { judged } from './assess/sample.test-support.ts';
import { writeObservation } from './assess/write.ts';
import { glucoseSegments, inUnit, mgPerDlOf, mmolPerLOf, type GlucoseUnit } from './glucose.ts';
import { glucoseTrend } from './trend.ts';

const glucose = (value: number, unit: GlucoseUnit) => judged('glucoses', { value }, 40, { unit });

test.each([
  [53, 'veryLow'],
  [54, 'low'],
  [69, 'low'],
  [69.9, 'low'],
  [70, 'target'],
  [180, 'target'],
  [180.5, 'high'],
  [181, 'high'],
  [250, 'high'],
  [251, 'veryHigh'],
] as const)('[GLU-04] %d mg/dL is %s', (value, band) => {
  expect(glucoseBand(value, 'mg/dL')).toBe(band);
});

test.each([
  [2.9, 'veryLow'],
  [3, 'low'],
  [3.8, 'low'],
  [3.85, 'low'],
  [3.9, 'target'],
  [10, 'target'],
  [10.05, 'high'],
  [10.1, 'high'],
  [13.9, 'high'],
  [13.95, 'veryHigh'],
  [14, 'veryHigh'],
] as const)('[GLU-05] %d mmol/L is %s', (value, band) => {
  expect(glucoseBand(value, 'mmol/L')).toBe(band);
});

test('[GLU-04] [GLU-05] the five bands take their place on the levels, low being the more urgent side', () => {
  expect([2, 3, 5, 12, 20].map((value) => glucose(value, 'mmol/L').band)).toEqual([
    'veryDangerous',
    'dangerous',
    'target',
    'mild',
    'dangerous',
  ]);
  expect([40, 60, 100, 200, 300].map((value) => glucose(value, 'mg/dL').band)).toEqual([
    'veryDangerous',
    'dangerous',
    'target',
    'mild',
    'dangerous',
  ]);
});

test('[GLU-03] normal is 3.1 to 6.2 mmol/L, written as reference range and flag', () => {
  expect([3, 3.1, 6.2, 6.3].map((value) => glucose(value, 'mmol/L').flag)).toEqual(['L', 'N', 'N', 'H']);
  const written = writeObservation({
    vital: 'glucoses',
    measured: [{ part: 'value', value: 5, unit: 'mmol/L' }],
    at: '2026-11-27T08:00:00+07:00',
    zone: 'Asia/Ho_Chi_Minh',
    person: {},
  });
  expect(written.value?.referenceRange?.[0]).toMatchObject({ low: { value: 3.1 }, high: { value: 6.2 } });
  expect([55, 56, 112, 113].map((value) => glucose(value, 'mg/dL').flag)).toEqual(['L', 'N', 'N', 'H']);
});

test('[GLU-06] mmol/L becomes mg/dL by 18, rounded', () => {
  expect([10, 5.5, 3.9, 7.25].map(mgPerDlOf)).toEqual([180, 99, 70, 131]);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 }), (tenths) => {
      expect(Math.abs(mgPerDlOf(tenths / 10) - (tenths * 18) / 10)).toBeLessThanOrEqual(0.5);
    }),
  );
});

test('[GLU-07] mg/dL becomes mmol/L by 0.0555, one decimal', () => {
  expect([180, 181, 250, 251, 100].map(mmolPerLOf)).toEqual([10, 10, 13.9, 13.9, 5.6]);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 800 }), (value) => {
      const mmol = mmolPerLOf(value);
      expect(Math.round(mmol * 10) / 10).toBe(mmol);
      expect(Math.abs(mmol - value * 0.0555)).toBeLessThanOrEqual(0.05 + 1e-9);
    }),
  );
});

test('[GLU-08] a reading keeps its band in either display unit', () => {
  expect(inUnit(181, 'mg/dL', 'mmol/L')).toBe(10);
  expect(glucoseBand(181, 'mg/dL')).toBe('high');
  expect(inUnit(251, 'mg/dL', 'mmol/L')).toBe(13.9);
  expect(glucoseBand(251, 'mg/dL')).toBe('veryHigh');
  expect(inUnit(181, 'mg/dL', 'mg/dL')).toBe(181);
});

test('[GLU-09] time in range is the share of readings in each band with one decimal', () => {
  const reading = (value: number) => ({ value, unit: 'mmol/L' as const });
  expect(timeInRange([2, 5, 6].map(reading))).toEqual({ veryLow: 33.3, low: 0, target: 66.7, high: 0, veryHigh: 0 });
  expect(timeInRange([])).toBeUndefined();
  expect(timeInRange([{ value: NaN, unit: 'mg/dL' }])).toBeUndefined();
  expect(timeInRange([{ value: 181, unit: 'mg/dL' }, reading(10)])).toEqual({
    veryLow: 0,
    low: 0,
    target: 50,
    high: 50,
    veryHigh: 0,
  });
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0.1, max: 40, noNaN: true }), { minLength: 1 }), (values) => {
      const shares = timeInRange(values.map(reading));
      const sum = GLUCOSE_BANDS.reduce((total, band) => total + (shares?.[band] ?? NaN), 0);
      expect(Math.abs(sum - 100)).toBeLessThan(0.3);
    }),
  );
});

const MINUTE = 60_000;
const lengths = (minutes: readonly number[]): readonly number[] =>
  glucoseSegments(minutes.map((minute) => minute * MINUTE)).map((segment) => segment.length);

test('[GLU-10] points at most 30 minutes apart are joined', () => {
  const twelve = Array.from({ length: 12 }, (_, index) => index * 30);
  expect(lengths(twelve)).toEqual([12]);
  const early = Array.from({ length: 12 }, (_, index) => index * 5);
  expect(lengths([...early, 55 + 30])).toEqual([13]);
  // 31 minutes later, and with only three points in any two hours around the gap.
  expect(lengths([0, 5, ...Array.from({ length: 10 }, (_, index) => 200 + index * 5), 245 + 121])).toEqual([2, 10, 1]);
});

test('[GLU-10] two points alone in two hours are joined at half an hour, a minute more parts them', () => {
  const pairs = (gap: number) => Array.from({ length: 6 }, (_, pair) => [pair * 180, pair * 180 + gap]).flat();
  expect(lengths(pairs(30))).toEqual([2, 2, 2, 2, 2, 2]);
  expect(lengths(pairs(31))).toEqual(Array.from({ length: 12 }, () => 1));
});

test('[GLU-10] a longer gap is joined when four points lie within two hours', () => {
  const tail = Array.from({ length: 8 }, (_, index) => 1000 + index);
  expect(lengths([0, 40, 80, 120, ...tail])).toEqual([4, 8]);
  expect(lengths([0, 40, 80, 121, ...tail])).toEqual([1, 1, 1, 1, 8]);
});

test('[GLU-11] eleven points make no line, twelve do', () => {
  const points = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index * 10);
  expect(lengths(points(11))).toEqual(Array.from({ length: 11 }, () => 1));
  expect(lengths(points(12))).toEqual([12]);
});

test('[GLU-10] every point is in exactly one segment, in order', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 1439 }), { maxLength: 60 }), (minutes) => {
      const times = [...minutes].sort((a, b) => a - b).map((minute) => minute * MINUTE);
      expect(glucoseSegments(times).flat()).toEqual(times.map((_, index) => index));
    }),
  );
});

test('[VIT-29] glucose readings in different units are compared in mmol/L', () => {
  expect(glucoseTrend({ value: 180, unit: 'mg/dL' }, { value: 10, unit: 'mmol/L' })?.trending).toBe('equal');
  expect(glucoseTrend({ value: 182, unit: 'mg/dL' }, { value: 181, unit: 'mg/dL' })?.trending).toBe('up');
  expect(glucoseTrend({ value: 5, unit: 'mmol/L' }, undefined)).toBeUndefined();
});
