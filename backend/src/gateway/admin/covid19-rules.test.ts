import { assess, findingsOf, ReportedObservation, type Findings } from './covid19-rules.ts';

const WELL: Findings = {
  age: 40,
  spo2: 98,
  breaths: 16,
  pulse: 76,
  systolic: 118,
  diastolic: 76,
  temperature: 36.8,
  symptoms: new Set(),
};
const levelOf = (more: Partial<Findings>) => assess({ ...WELL, ...more }).level;

test.each([
  [97, 'target'],
  [96.5, 'target'],
  [96, 'dangerous'],
  [94, 'dangerous'],
  [93.9, 'veryDangerous'],
  [0, 'target'],
])('SpO2 of %s is %s', (spo2, level) => {
  expect(levelOf({ spo2 })).toBe(level);
});

test.each([
  [40, 20, 'target'],
  [40, 21, 'dangerous'],
  [40, 30, 'dangerous'],
  [40, 31, 'veryDangerous'],
  [undefined, 21, 'dangerous'],
  [11, 29, 'target'],
  [11, 30, 'dangerous'],
  [4, 39, 'target'],
  [4, 40, 'dangerous'],
  [0, 60, 'target'],
])('at %s years, %s breaths a minute are %s', (age, breaths, level) => {
  expect(levelOf({ age, breaths })).toBe(level);
});

test.each([
  [{ pulse: 120 }, 'target'],
  [{ pulse: 121 }, 'dangerous'],
  [{ pulse: 50 }, 'target'],
  [{ pulse: 49 }, 'dangerous'],
  [{ age: 6, pulse: 125 }, 'target'],
  [{ systolic: 90 }, 'target'],
  [{ systolic: 89 }, 'dangerous'],
  [{ diastolic: 59 }, 'dangerous'],
  [{ temperature: 37.5 }, 'target'],
  [{ temperature: 37.6 }, 'veryMild'],
  [{ age: 8, temperature: 38.4 }, 'veryMild'],
  [{ age: 8, temperature: 38.5 }, 'dangerous'],
  [{ age: 70, temperature: 37.6 }, 'mild'],
  [{ symptoms: new Set(['cough']) }, 'veryMild'],
  [{ age: 60, symptoms: new Set(['cough']) }, 'veryMild'],
  [{ age: 61, symptoms: new Set(['cough']) }, 'mild'],
  [{ symptoms: new Set(['cough', 'unconscious']) }, 'veryDangerous'],
] as const)('%j is %s', (more, level) => {
  expect(levelOf(more)).toBe(level);
});

test('nothing measured is no alarm, and every reason names its source', () => {
  const none: Findings = {
    age: undefined,
    spo2: undefined,
    breaths: undefined,
    pulse: undefined,
    systolic: undefined,
    diastolic: undefined,
    temperature: undefined,
    symptoms: new Set(),
  };
  expect(assess(none)).toEqual({ level: 'target', reasons: [] });
  const { reasons } = assess({ ...WELL, spo2: 90, symptoms: new Set(['hard-breath']) });
  expect(reasons.map(({ source }) => source)).toEqual(['2671/QĐ-BYT', '261/QĐ-BYT']);
});

test('reads vital signs by any code, blood pressure by its parts, and symptoms only when present', () => {
  const report = [
    { resourceType: 'Observation', code: { coding: [{ code: '103228002' }] }, valueQuantity: { value: 95 } },
    {
      resourceType: 'Observation',
      code: { coding: [{ code: '85354-9' }] },
      component: [
        { code: { coding: [{ code: '8480-6' }] }, valueQuantity: { value: 110 } },
        { code: { coding: [{ code: '8462-4' }] }, valueQuantity: { value: 70 } },
      ],
    },
    {
      resourceType: 'Observation',
      code: { coding: [{ code: 'cough' }] },
      interpretation: [{ coding: [{ code: 'POS' }] }],
    },
    {
      resourceType: 'Observation',
      code: { coding: [{ code: 'tired' }] },
      interpretation: [{ coding: [{ code: 'NEG' }] }],
    },
  ].map((one) => ReportedObservation.parse(one));
  expect(findingsOf(report, 40)).toEqual({
    age: 40,
    spo2: 95,
    breaths: undefined,
    pulse: undefined,
    systolic: 110,
    diastolic: 70,
    temperature: undefined,
    symptoms: new Set(['cough']),
  });
});

test('a number counts in its unit: 98.6 °F is no fever, and of two units none counts', () => {
  const quantities = [
    ['8310-5', { value: 98.6, unit: '°F', code: '[degF]' }],
    ['2708-6', { value: 97, unit: '%', code: '1' }],
    ['8867-4', { value: 1.2, unit: 'Hz' }],
    ['8459-0', { value: 16, unit: 'kPa', code: 'kPa' }],
  ] as const;
  const report = quantities.map(([code, valueQuantity]) =>
    ReportedObservation.parse({ resourceType: 'Observation', code: { coding: [{ code }] }, valueQuantity }),
  );
  expect(findingsOf(report, 40)).toMatchObject({ temperature: 37, spo2: undefined, pulse: 72, systolic: 120 });
});
