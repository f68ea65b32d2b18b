import * as fc from 'fast-check';
import { VITAL_KEYS, type VitalKey } from '../codings.ts';
import { bandsOf, holds, stepOf } from './bands.ts';
import { chartScale } from './chart-scale.ts';
import { judged, measured } from './sample.test-support.ts';
import { referenceOf, tableOf, type Table } from './tables.ts';
import { ageOn } from './age.ts';

const of = (vital: VitalKey, value: number, years = 40) => judged(vital, { value }, years);
const DAY = '2026-11-27';
const scaleOf = (vital: VitalKey, years: number, unit = measured(vital, { value: 1 })[0]?.unit ?? '') =>
  chartScale(vital, { person: { birthDate: `${2026 - years}-06-01` }, unit, day: DAY });

test.each([
  [79, 'veryDangerous'],
  [79.9, 'veryDangerous'],
  [80, 'dangerous'],
  [89.9, 'dangerous'],
  [90, 'mild'],
  [94, 'mild'],
  [94.5, 'mild'],
  [95, 'veryMild'],
  [97, 'veryMild'],
  [97.9, 'veryMild'],
  [98, 'target'],
  [100, 'target'],
] as const)('[VIT-39] a saturation of %d is %s', (percent, level) => {
  expect(of('spo2s', percent).band).toBe(level);
});

test('[VIT-38] the reference 95 to 99 flags low values and never 100', () => {
  expect([94.9, 95, 99, 100].map((percent) => of('spo2s', percent).flag)).toEqual(['L', 'N', 'N', 'N']);
  expect(referenceOf('spo2s', 'value', '%')).toMatchObject({ low: 95, high: 99 });
});

test('[VIT-40] the target of the heart rate is 51 to 90', () => {
  expect([50, 51, 90, 91].map((beats) => of('heartRates', beats, 30).band)).toEqual([
    'mild',
    'target',
    'target',
    'mild',
  ]);
  expect(of('heartRates', 95, 30).range).toMatchObject({ low: { value: 51 }, high: { value: 90 }, whose: 'product' });
});

test('[VIT-41] under 40 and over 130 is very dangerous, between target and ends NEWS2 grades', () => {
  expect([39, 40, 41, 50, 91, 110, 111, 130, 131].map((beats) => of('heartRates', beats, 30).band)).toEqual([
    'veryDangerous',
    'dangerous',
    'mild',
    'mild',
    'mild',
    'mild',
    'dangerous',
    'dangerous',
    'veryDangerous',
  ]);
  expect([39.9, 40.5, 50.5, 90.5, 110.5, 130.5].map((beats) => of('heartRates', beats, 30).band)).toEqual([
    'veryDangerous',
    'dangerous',
    'mild',
    'mild',
    'dangerous',
    'veryDangerous',
  ]);
});

test('[VIT-41] below 16 years no level is shown: the table is for people from 16 years on (R-25)', () => {
  for (const beats of [35, 45, 80, 120, 140])
    for (const years of [8, 15]) {
      const verdict = of('heartRates', beats, years);
      expect([verdict.notJudged, verdict.level, verdict.band]).toEqual(['from16', undefined, undefined]);
    }
  expect(of('heartRates', 120, 16).level).toBe('dangerous');
  expect(judged('heartRates', { value: 120 }, 0, { person: {} }).level).toBe('dangerous');
});

test.each([
  [18.49, 'veryMild'],
  [18.5, 'target'],
  [22.9, 'target'],
  [22.95, 'target'],
  [22.99, 'target'],
  [23, 'mild'],
  [24.9, 'mild'],
  [24.99, 'mild'],
  [25, 'dangerous'],
  [29.9, 'dangerous'],
  [29.99, 'dangerous'],
  [30, 'veryDangerous'],
] as const)('[VIT-42] a BMI of %d is %s', (bmi, level) => {
  expect(of('bmis', bmi, 18).band).toBe(level);
  expect(of('bmis', bmi, 17)).toMatchObject({ notJudged: 'adultsOnly' });
  expect(judged('bmis', { value: bmi }, 0, { person: {} })).toMatchObject({ notJudged: 'adultsOnly' });
});

const GRADED: readonly (readonly [VitalKey, string])[] = [
  ['bloodPressures', 'mm[Hg]'],
  ['spo2s', '%'],
  ['heartRates', '/min'],
  ['bmis', 'kg/m2'],
  ['temperatures', 'Cel'],
  ['glucoses', 'mmol/L'],
  ['glucoses', 'mg/dL'],
];

test.each(GRADED)('the bands of %s in %s meet without hole or overlap', (vital, unit) => {
  const table = tableOf(vital, 'value', unit, ageOn('1986-06-01', DAY)) as Table;
  for (const scale of [table.bands, table.shown]) {
    const bands = bandsOf(scale);
    expect(bands[0]?.low).toBeUndefined();
    expect(bands.at(-1)?.high).toBeUndefined();
    fc.assert(
      fc.property(fc.double({ min: 0, max: 700, noNaN: true }), (value) => {
        const holding = bands.filter((band) => holds(band, value));
        expect(holding).toHaveLength(1);
        expect(holding[0]?.level).toBe(stepOf(scale, value)?.level);
      }),
    );
  }
});

test('values that are no numbers are not judged', () => {
  for (const value of [NaN, Infinity, -Infinity]) expect(of('spo2s', value)).toMatchObject({ notJudged: 'absent' });
});

test('[VIT-35] [VIT-42] chart bands of blood pressure and BMI are for adults', () => {
  expect(scaleOf('bloodPressures', 17)).toEqual([]);
  expect(chartScale('bmis', { person: {}, unit: 'kg/m2', day: DAY })).toEqual([]);
  expect(scaleOf('bloodPressures', 18).map(({ part }) => part)).toEqual(['systolic', 'diastolic']);
});

test('[VIT-54] [VIT-56] the bands of a chart have the level of every value in them, at every age', () => {
  const tenths = fc.integer({ min: 1, max: 7000 }).map((value) => value / 10);
  for (const [vital, unit] of GRADED)
    fc.assert(
      fc.property(tenths, fc.integer({ min: 0, max: 100 }), (value, years) => {
        for (const { part, bands } of scaleOf(vital, years, unit)) {
          const told = bands.filter((band) => holds(band, value)).map(({ level }) => level);
          expect(told).toEqual([judged(vital, { [part]: value }, years, { unit }).level]);
        }
      }),
    );
});

test('vitals without bands get neither level nor range', () => {
  for (const vital of VITAL_KEYS) {
    const graded = GRADED.some(([key]) => key === vital);
    expect(scaleOf(vital, 40).length > 0).toBe(graded);
  }
  expect(of('weights', 60)).toMatchObject({ notJudged: 'noRange' });
  expect(judged('glucoses', { value: 5 }, 40, { unit: 'mg' })).toMatchObject({ notJudged: 'unit' });
  expect(judged('glucoses', { value: 5 }, 40, { unit: 'g/L' }).level).toBe(
    judged('glucoses', { value: 500 }, 40, { unit: 'mg/dL' }).level,
  );
  expect(judged('glucoses', { value: 54 }, 40, { unit: 'mg/dL' }).level).toBe('dangerous');
});
