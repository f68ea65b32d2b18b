import { CELSIUS, KILOGRAM, MG_PER_DL } from '@phr/clinical/units';
import {
  fromBloodPressure,
  fromGlucose,
  fromSpotCheck,
  fromTemperature,
  fromWeight,
  hasSeveralUsers,
  withReading,
} from './meter-reading.model.ts';

const NOW = Date.parse('2025-11-27T08:05:00+07:00');
const received = (nonce = 'n') => ({ now: NOW, zone: 'Asia/Ho_Chi_Minh', nonce });
const TIME = '2025-11-27T08:03:04';
const BP = { unit: 'mmHg', systolic: 120, diastolic: 80, map: 93 } as const;

test("a meter's clock is in the person's zone; a reading without a time is of now", () => {
  expect(fromBloodPressure({ ...BP, time: TIME }, received()).at).toBe(Date.parse('2025-11-27T08:03:04+07:00'));
  const [first, second] = [fromBloodPressure(BP, received('a')), fromBloodPressure(BP, received('b'))];
  expect([first.at, first.unusable]).toEqual([NOW, undefined]);
  expect(withReading([first], second)).toHaveLength(2);
});

test('a clock that is not set, or is ahead by more than ten minutes, is no time to save under', () => {
  const at = (time: string | null) => fromBloodPressure({ ...BP, time }, received()).unusable;
  expect([at(null), at('2025-11-27T08:15:00'), at('2025-11-27T08:15:01'), at('2025-11-28T08:03:00')]).toEqual([
    'clock',
    undefined,
    'clock',
    'clock',
  ]);
});

test('kPa are kept as whole mmHg, pounds and Fahrenheit as kg and °C, mg/dL as they are', () => {
  expect(
    fromBloodPressure({ unit: 'kPa', systolic: 16, diastolic: 10.7, map: 12.4, time: TIME }, received()).parts.map(
      ({ value }) => value,
    ),
  ).toEqual([120, 80]);
  expect(fromWeight({ unit: 'lb', weight: 154.32, kg: 70, time: TIME }, received()).parts).toEqual([
    { storeKey: 'weights', field: 'weight', value: 70, unit: KILOGRAM },
  ]);
  expect(fromWeight({ unit: 'kg', weight: 54.555, time: TIME }, received()).parts[0]?.value).toBe(54.6);
  expect(fromTemperature({ unit: 'F', value: 98.6, celsius: 37, time: TIME }, received()).parts).toEqual([
    { storeKey: 'temperatures', field: 'temperature', value: 37, unit: CELSIUS },
  ]);
  const glucose = {
    seq: 1,
    baseTime: TIME,
    time: TIME,
    offsetMin: null,
    unit: 'kg/L',
    raw: 0.00097,
    mgdl: 97,
    type: 1,
    location: 1,
    status: [],
    contextFollows: false,
  } as const;
  expect(fromGlucose(glucose, received())?.parts).toEqual([
    { storeKey: 'glucoses', field: 'glucose', value: 97, unit: MG_PER_DL },
  ]);
});

test('what failed or cannot be is shown as such, with no value of it; a missed pulse leaves the pressure', () => {
  expect(fromBloodPressure({ ...BP, diastolic: null, time: TIME }, received())).toMatchObject({
    unusable: 'failed',
    parts: [],
  });
  expect(fromBloodPressure({ ...BP, systolic: 0, time: TIME }, received())).toMatchObject({
    unusable: 'impossible',
    parts: [],
  });
  expect(fromBloodPressure({ ...BP, pulse: null, time: TIME }, received())).toMatchObject({
    unusable: undefined,
    parts: [{ value: 120 }, { value: 80 }],
  });
  expect(fromBloodPressure({ ...BP, pulse: 300, time: TIME }, received()).parts).toHaveLength(2);
  expect(fromSpotCheck({ spo2: null, pulse: null }, received()).unusable).toBe('failed');
  expect(fromSpotCheck({ spo2: 97, pulse: 60, status: ['demonstration'] }, received()).unusable).toBe('failed');
  expect(fromSpotCheck({ spo2: 97, pulse: 60, status: ['validatedData'] }, received()).unusable).toBeUndefined();
  expect(fromWeight({ unit: 'kg', weight: null }, received()).unusable).toBe('failed');
});

test('a slot of nobody in particular is no second person', () => {
  const of = (userId: number, systolic = 120) => fromBloodPressure({ ...BP, systolic, time: TIME, userId }, received());
  expect(hasSeveralUsers([of(255), of(255, 121)])).toBe(false);
  expect(hasSeveralUsers([of(1), of(2)])).toBe(true);
});
