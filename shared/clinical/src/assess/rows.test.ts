import * as fc from 'fast-check';
import { VITAL_KEYS, type VitalKey } from '../codings.ts';
import { bandsOf, holds, stepOf } from './bands.ts';
import { chartScale } from './chart-scale.ts';
import { goalOf, judged, measured } from './sample.test-support.ts';
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

test('a newborn is cold under 36 until the 28th day, then under 35.1', () => {
  const coldOf = (birthDate: string) =>
    chartScale('temperatures', { person: { birthDate }, unit: 'Cel', day: DAY })[0]?.bands[0]?.high;
  expect(['2026-10-31', '2026-10-30'].map(coldOf)).toEqual([36, 35.1]);
});

test('a range says for whom it is, where it is not for everybody', () => {
  const forWhom = (vital: VitalKey, value: number, years?: number) => {
    const { range = {} } = judged(vital, { value }, years);
    return 'forWhom' in range ? range.forWhom : 'everybody';
  };
  expect([
    judged('bloodPressures', { systolic: 150 }, 40).range?.forWhom,
    forWhom('heartRates', 130, 40),
    forWhom('bmis', 30, 40),
    forWhom('spo2s', 90, 40),
    forWhom('glucoses', 15, 40),
    ...[10, 11, 65, 66, undefined].map(
      (years) =>
        judged('temperatures', { value: 39 }, years, {
          person: years === undefined ? {} : { birthDate: `${2026 - years}-06-01` },
        }).range?.forWhom,
    ),
  ]).toEqual([
    'adults',
    'from16',
    'adults',
    'everybody',
    'everybody',
    'upTo10',
    '11to65',
    '11to65',
    'from66',
    '11to65',
  ]);
});

/** The bands of a scale in one line each: edges, their sides, level, and how a value in them is worded. */
const inLines = (query: Parameters<typeof chartScale>) =>
  chartScale(...query).flatMap(({ part, bands, range }) => [
    `${part}: target ${range?.low?.value ?? ''}…${range?.high?.value ?? ''} by ${range?.whose ?? 'nobody'}`,
    ...bands.map(
      ({ low, lowIncluded, high, highIncluded, level, side, isNeutral }) =>
        `${lowIncluded ? '[' : '('}${low ?? ''}, ${high ?? ''}${highIncluded ? ']' : ')'} ${level} ${side ?? '–'}${isNeutral === true ? ' neutral' : ''}`,
    ),
  ]);

test('the bands of a chart are those of whoever judges: a configured range, a goal or a table', () => {
  const person = { birthDate: '1986-06-01' };
  const query = { person, unit: 'mmol/L', day: DAY };
  expect(inLines(['ketones', { ...query, configured: [{ low: 0.1, high: 0.6 }] }])).toEqual([
    'value: target 0.1…0.6 by configured',
    '(, 0.1) mild low',
    '[0.1, 0.6] target –',
    '(0.6, ) mild high',
  ]);
  const goals = [
    goalOf('15074-8', { detailRange: { low: { value: 4, code: 'mmol/L' }, high: { value: 8, code: 'mmol/L' } } }),
  ];
  expect(inLines(['glucoses', { ...query, goals }])).toEqual([
    'value: target 4…8 by goal',
    '(, 3) veryDangerous low',
    '[3, 3.9) dangerous low',
    '[3.9, 4) veryMild slightlyLow',
    '[4, 8] target –',
    '(8, 10] veryMild high',
    '(10, 13.9] mild high',
    '(13.9, 33.3) dangerous high',
    '[33.3, ) veryDangerous high',
  ]);
  expect(inLines(['glucoses', query])).toEqual([
    'value: target 3.9…10 by product',
    '(, 3) veryDangerous low',
    '[3, 3.9) dangerous low',
    '[3.9, 10] target –',
    '(10, 13.9] mild high',
    '(13.9, 33.3) dangerous high',
    '[33.3, ) veryDangerous high',
  ]);
  expect(inLines(['temperatures', { ...query, unit: 'Cel' }])).toEqual([
    'value: target 36.8…37.5 by product',
    '(, 35.1) veryDangerous low',
    '[35.1, 36.1) mild low',
    '[36.1, 36.8) veryMild usualLow neutral',
    '[36.8, 37.5] target –',
    '(37.5, 38] veryMild high',
    '(38, 39] mild high',
    '(39, 41) dangerous high',
    '[41, ) veryDangerous high',
  ]);
  expect(inLines(['temperatures', { person: { birthDate: '2026-11-20' }, unit: 'Cel', day: DAY }])).toEqual([
    'value: target 36.4…37.5 by product',
    '(, 36) veryDangerous low',
    '[36, 36.1) mild low',
    '[36.1, 36.4) veryMild usualLow neutral',
    '[36.4, 37.5] target –',
    '(37.5, 38) veryMild high',
    '[38, ) veryDangerous high',
  ]);
  expect(inLines(['spo2s', { ...query, unit: '%', day: undefined }])).toEqual([
    'value: target 98… by product',
    '(, 92] veryDangerous low',
    '(92, 95) mild low',
    '[95, 98) veryMild slightlyLow',
    '[98, ) target –',
  ]);
  expect(inLines(['bloodPressures', { ...query, unit: 'mm[Hg]' }])).toEqual([
    'systolic: target 90…120 by product',
    '(, 80] dangerous low',
    '(80, 90) veryMild low',
    '[90, 120) target –',
    '[120, 130) veryMild slightlyHigh',
    '[130, 140) mild high',
    '[140, 160) dangerous high',
    '[160, ) veryDangerous high',
    'diastolic: target 60…80 by product',
    '(, 40] dangerous low',
    '(40, 60) veryMild low',
    '[60, 80) target –',
    '[80, 85) veryMild slightlyHigh',
    '[85, 90) mild high',
    '[90, 100) dangerous high',
    '[100, ) veryDangerous high',
  ]);
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
