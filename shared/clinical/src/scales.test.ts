import * as fc from 'fast-check';
import { assessVital } from './assess.ts';
import { assessDiastolic, assessSystolic } from './blood-pressure.ts';
import { bandsOf, holds, stepOf } from './bands.ts';
import type { Step } from './bands.ts';
import { assessBmi, bmiOf, BMI_SCALE, sameDayBmis } from './bmi.ts';
import { STORE_KEYS } from './codings.ts';
import { assessHeartRate, HEART_RATE_SCALE } from './heart-rate.ts';
import { decimalsOf, parseDecimal, roundHalfUp } from './numbers.ts';
import { chartBands, referenceRanges, shownBands } from './ranges.ts';
import { assessSpo2, SPO2_SCALE } from './spo2.ts';
import { temperatureScale } from './temperature.ts';
import { GLUCOSE_SCALES } from './glucose.ts';

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
  expect(assessSpo2(percent).level).toBe(level);
});

test('[VIT-38] the reference 95 to 99 flags low values and never 100', () => {
  expect([94.9, 95, 99, 100].map((percent) => assessSpo2(percent).flag)).toEqual(['L', 'N', 'N', 'N']);
  expect(referenceRanges('spo2s')).toEqual([{ part: 'value', low: 95, high: 99 }]);
});

test('[VIT-40] the target of the heart rate is 51 to 90', () => {
  expect([50, 51, 90, 91].map((beats) => assessHeartRate(beats, 30).level)).toEqual([
    'mild',
    'target',
    'target',
    'mild',
  ]);
  expect(referenceRanges('heartRates')).toEqual([{ part: 'value', low: 51, high: 90 }]);
});

test('[VIT-41] under 40 and over 130 is very dangerous, between target and ends NEWS2 grades', () => {
  expect([39, 40, 41, 50, 91, 110, 111, 130, 131].map((beats) => assessHeartRate(beats, 30).level)).toEqual([
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
  expect([39.9, 40.5, 50.5, 90.5, 110.5, 130.5].map((beats) => assessHeartRate(beats, 30).level)).toEqual([
    'veryDangerous',
    'dangerous',
    'mild',
    'mild',
    'dangerous',
    'veryDangerous',
  ]);
});

test('[VIT-41] below 16 years the middle steps are replaced by the note', () => {
  expect(assessHeartRate(120, 15)).toEqual({ adultsOnly: true });
  expect(assessHeartRate(45, 8)).toEqual({ adultsOnly: true });
  expect(assessHeartRate(80, 8).level).toBe('target');
  expect(assessHeartRate(140, 8).level).toBe('veryDangerous');
  expect(assessHeartRate(120, 16).level).toBe('dangerous');
  expect(assessHeartRate(120, undefined).level).toBe('dangerous');
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
  expect(assessBmi(bmi, 18).level).toBe(level);
  expect(assessBmi(bmi, 17)).toEqual({ adultsOnly: true });
  expect(assessBmi(bmi, undefined)).toEqual({ adultsOnly: true });
});

test('[VIT-14] 54.3 kg and 165 cm give 19.94', () => {
  expect(bmiOf(54.3, 165)).toBe(19.94);
  expect(bmiOf(80, 200)).toBe(20);
  // 19.945 exactly: half goes up although its binary form lies below.
  expect(bmiOf(19.945, 100)).toBe(19.95);
});

test('[VIT-15] BMI needs both values, positive and of the same local day', () => {
  expect(bmiOf(54.3, undefined)).toBeUndefined();
  expect(bmiOf(undefined, 165)).toBeUndefined();
  expect(bmiOf(54.3, 0)).toBeUndefined();
  const zone = 'Asia/Ho_Chi_Minh';
  const height = { value: 165, at: '2026-03-01T20:00:00+07:00' };
  expect(sameDayBmis([{ value: 54.3, at: '2026-03-02T07:00:00+07:00' }], [height], zone)).toEqual([]);
  expect(sameDayBmis([{ value: 54.3, at: '2026-03-01T07:00:00+07:00' }], [height], zone)).toEqual([
    { day: '2026-03-01', value: 19.94, at: height.at },
  ]);
  // 00:30 in Viet Nam is still the day before in UTC: the person's zone decides.
  expect(sameDayBmis([{ value: 54.3, at: '2026-03-01T17:30:00Z' }], [height], zone)).toEqual([]);
  expect(sameDayBmis([{ value: 54.3, at: '2026-03-01T16:30:00Z' }], [height], zone)).toHaveLength(1);
});

test('[VIT-13] the latest weight and height of a day count', () => {
  const weights = [
    { value: 56, at: '2026-03-01T19:00:00Z' },
    { value: 54, at: '2026-03-01T06:00:00Z' },
  ];
  const heights = [
    { value: 160, at: '2026-03-01T05:00:00Z' },
    { value: 165, at: '2026-03-01T06:30:00Z' },
    { value: 1, at: 'unknown' },
  ];
  expect(sameDayBmis(weights, heights, 'UTC')).toEqual([
    { day: '2026-03-01', value: bmiOf(56, 165), at: '2026-03-01T19:00:00Z' },
  ]);
});

const SCALES: readonly (readonly [string, readonly Step[]])[] = [
  ['spo2', SPO2_SCALE],
  ['heart rate', HEART_RATE_SCALE],
  ['bmi', BMI_SCALE],
  ['temperature', temperatureScale(40)],
  ['mmol/L', GLUCOSE_SCALES['mmol/L']],
  ['mg/dL', GLUCOSE_SCALES['mg/dL']],
];

test.each(SCALES)('the bands of %s meet without hole or overlap', (_, scale) => {
  const bands = bandsOf(scale);
  expect(bands[0]?.low).toBeUndefined();
  expect(bands.at(-1)?.high).toBeUndefined();
  fc.assert(
    fc.property(fc.double({ min: 0, max: 500, noNaN: true }), (value) => {
      const holding = bands.filter((band) => holds(band, value));
      expect(holding).toHaveLength(1);
      expect(holding[0]?.level).toBe(stepOf(scale, value)?.level);
    }),
  );
  for (const { low, high } of bands)
    for (const edge of [low, high]) if (edge !== undefined) expect(stepOf(scale, edge)).toBeDefined();
});

test('values that are no numbers have no band', () => {
  for (const value of [NaN, Infinity, -Infinity]) {
    expect(stepOf(SPO2_SCALE, value)).toBeUndefined();
    expect(assessSpo2(value)).toEqual({ adultsOnly: false });
  }
});

test('[VIT-35] [VIT-42] chart bands of blood pressure and BMI are for adults', () => {
  expect(chartBands('bloodPressures', { age: 17 })).toEqual([]);
  expect(chartBands('bmis', {})).toEqual([]);
  expect(chartBands('bloodPressures', { age: 18 }).map(({ part, bands }) => [part, bands[0]])).toEqual([
    ['systolic', { level: 'target', lowIncluded: false, high: 120, highIncluded: false }],
    ['diastolic', { level: 'target', lowIncluded: false, high: 80, highIncluded: false }],
  ]);
});

test('chart bands agree with the level of each value', () => {
  for (const [key, age] of [
    ['heartRates', 40],
    ['temperatures', 70],
    ['spo2s', 40],
    ['bmis', 40],
  ] as const) {
    const bands = chartBands(key, { age })[0]?.bands ?? [];
    for (const { low, high, level } of bands) {
      const inside = low === undefined ? (high ?? 0) - 0.01 : high === undefined ? low + 0.01 : (low + high) / 2;
      expect(assessVital(key, inside, undefined, age)?.level).toBe(level);
    }
  }
  expect(chartBands('heartRates', { age: 8 })[0]?.bands.map(({ level }) => level)).toEqual([
    'veryDangerous',
    'target',
    'veryDangerous',
  ]);
});

test('[VIT-54] [VIT-56] bands on screen have the colour of each value in them, at every age', () => {
  expect(shownBands('bloodPressures', { age: 18 })[0]?.bands.slice(0, 2)).toEqual([
    { level: 'veryMild', lowIncluded: false, high: 90, highIncluded: false },
    { level: 'target', low: 90, lowIncluded: true, high: 120, highIncluded: false },
  ]);
  const ages = fc.integer({ min: 16, max: 100 });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 3000 }).map((tenths) => tenths / 10),
      ages,
      (value, age) => {
        const told = (parts: ReturnType<typeof shownBands>, part: string) =>
          parts
            .find((one) => one.part === part)
            ?.bands.filter((band) => holds(band, value))
            .map(({ level }) => level);
        const pressure = shownBands('bloodPressures', { age });
        if (age >= 18)
          expect([told(pressure, 'systolic'), told(pressure, 'diastolic')]).toEqual([
            [assessSystolic(value, age).shownAs],
            [assessDiastolic(value, age).shownAs],
          ]);
        for (const key of ['temperatures', 'heartRates', 'spo2s'] as const)
          expect(told(shownBands(key, { age }), 'value')).toEqual([assessVital(key, value, undefined, age)?.shownAs]);
      },
    ),
  );
});

test('vitals without bands get neither level nor range', () => {
  for (const key of STORE_KEYS) {
    const graded = ['bloodPressures', 'heartRates', 'temperatures', 'spo2s', 'bmis', 'glucoses'].includes(key);
    expect(chartBands(key, { age: 40 }).length > 0).toBe(graded);
  }
  expect(assessVital('weights', 60, 'kg', 40)).toBeUndefined();
  expect(assessVital('glucoses', 5, 'g/L', 40)).toBeUndefined();
  expect(assessVital('glucoses', 54, 'mg/dL', 40)?.level).toBe('dangerous');
});

test('rounding works on decimal digits', () => {
  expect(roundHalfUp(1.005, 2)).toBe(1.01);
  expect(roundHalfUp(19.945, 2)).toBe(19.95);
  expect(roundHalfUp(-12.25, 1)).toBe(-12.3);
  expect(Object.is(roundHalfUp(-0.001, 1), 0)).toBe(true);
  expect(roundHalfUp(1e-7, 2)).toBe(0);
  expect([decimalsOf(54), decimalsOf(54.3), decimalsOf(54.35), decimalsOf(1e-7)]).toEqual([0, 1, 2, 7]);
});

test('comma and dot are the decimal sign, anything else is no number', () => {
  expect([' 36,6 ', '36.6', '-1', '100'].map(parseDecimal)).toEqual([36.6, 36.6, -1, 100]);
  for (const text of ['', '1.234,5', '1e3', '0x10', '36,6°', '36 6', '.5', '5.', 'NaN', '١٢'])
    expect(parseDecimal(text)).toBeUndefined();
});
