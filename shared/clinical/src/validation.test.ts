import * as fc from 'fast-check';
import { faultOf, looksSwapped, questionAbout, readValue } from './validation.ts';
import { isBloodPressureEntered, isEntered } from './entered.ts';
import type { VitalField } from './validation.ts';

const FIELDS: readonly VitalField[] = [
  'systolic',
  'diastolic',
  'pulse',
  'respiratoryRate',
  'temperature',
  'spo2',
  'weight',
  'height',
  'glucose',
  'ketone',
  'uricAcid',
  'cholesterol',
];
const accepts = (field: VitalField, text: string): boolean => readValue(field, text).ok;

test('[VIT-16] only numbers are read', () => {
  for (const field of FIELDS) {
    for (const text of ['abc', '12a', '1e2', '--5', '1,2,3'])
      expect(readValue(field, text)).toEqual({ ok: false, fault: { fault: 'notNumeric' } });
    expect(faultOf(field, NaN)).toEqual({ fault: 'notNumeric' });
  }
});

test('[VIT-17] systolic and diastolic are whole numbers above 0', () => {
  for (const field of ['systolic', 'diastolic'] as const) {
    expect(['-1', '0', '0,5', '120,5'].map((text) => accepts(field, text))).toEqual([false, false, false, false]);
    expect(['1', '120', '350', '351'].map((text) => accepts(field, text))).toEqual([true, true, true, false]);
    expect(faultOf(field, 120.5)).toEqual({ fault: 'notInteger' });
    expect(faultOf(field, 0)).toEqual({ fault: 'notPositive' });
  }
});

test('[VIT-18] pulse is above 10 and below 250', () => {
  expect([10, 11, 249, 250].map((value) => faultOf('pulse', value) === undefined)).toEqual([false, true, true, false]);
  expect(faultOf('pulse', 250)).toEqual({ fault: 'outOfRange', low: 10, high: 250, included: false });
});

test('[VIT-19] a saturation is 0 to 100', () => {
  expect([-1, 0, 100, 101].map((value) => faultOf('spo2', value) === undefined)).toEqual([false, true, true, false]);
});

test('[VIT-20] a temperature is a decimal number, with comma or dot', () => {
  expect(readValue('temperature', '35,6')).toEqual({ ok: true, value: 35.6 });
  expect(readValue('temperature', '35.6')).toEqual({ ok: true, value: 35.6 });
});

test('[VIT-21] a weight is below 300 with at most one decimal', () => {
  expect(['54', '54.3', '54,3', '299.9'].map((text) => accepts('weight', text))).toEqual([true, true, true, true]);
  expect(['300', '54.35', '0', '360'].map((text) => accepts('weight', text))).toEqual([false, false, false, false]);
  expect(faultOf('weight', 54.35)).toEqual({ fault: 'tooManyDecimals', decimals: 1 });
});

test('[VIT-22] a height is required and positive', () => {
  expect(readValue('height', ' ')).toEqual({ ok: false, fault: { fault: 'required' } });
  expect(['-165', '0', '165', '165,5'].map((text) => accepts('height', text))).toEqual([false, false, true, true]);
  expect(readValue('height', '', false)).toEqual({ ok: true, value: undefined });
  expect(readValue('weight', '')).toEqual({ ok: true, value: undefined });
});

test('[VIT-23] only values above 0 go into a bundle', () => {
  expect([undefined, -1, 0, 0.1, 97].map(isEntered)).toEqual([false, false, false, true, true]);
});

test('[VIT-24] a blood pressure goes into a bundle only with both values', () => {
  expect([
    isBloodPressureEntered(120, 80),
    isBloodPressureEntered(120, 0),
    isBloodPressureEntered(undefined, 80),
    isBloodPressureEntered(0, 0),
  ]).toEqual([true, false, false, false]);
});

test('what passes is inside the limits, whatever is typed', () => {
  fc.assert(
    fc.property(fc.constantFrom(...FIELDS), fc.double({ min: -1000, max: 1000, noNaN: true }), (field, value) => {
      if (faultOf(field, value) === undefined && field !== 'spo2' && field !== 'ketone')
        expect(value).toBeGreaterThan(0);
      if (field === 'pulse') expect(faultOf(field, value) === undefined).toBe(value > 10 && value < 250);
    }),
  );
});

test('what is impossible is refused beyond the rules of the rows, with the edges', () => {
  expect(faultOf('temperature', 366)).toEqual({ fault: 'outOfRange', low: 10, high: 47, included: true });
  expect(faultOf('glucose', 151)).toEqual({ fault: 'outOfRange', low: 0, high: 150, included: true });
  expect(faultOf('glucose', 151, 'mg/dL')).toBeUndefined();
  expect(readValue('glucose', '2701', true, 'mg/dL').ok).toBe(false);
  expect(faultOf('height', 276)).toMatchObject({ fault: 'outOfRange', high: 275 });
});

test('a rare value and a step that means something are asked about, a change of 30 % alone is not', () => {
  expect(questionAbout('weight', 36, 'kg', { value: 63, days: 3 })).toMatchObject({ reason: 'jump', last: 63 });
  expect(questionAbout('weight', 36)).toBeUndefined();
  expect(questionAbout('systolic', 131, undefined, { value: 100 })).toBeUndefined();
  expect(questionAbout('systolic', 161, undefined, { value: 100 })?.reason).toBe('jump');
  expect(questionAbout('pulse', 120, undefined, { value: 60 })).toBeUndefined();
  expect(questionAbout('spo2', 60)?.reason).toBe('unusuallyLow');
  expect(questionAbout('glucose', 110, 'mmol/L')?.suggest).toMatchObject({ value: 110, unit: 'mg/dL' });
  expect(questionAbout('glucose', 110, 'mg/dL')).toBeUndefined();
  expect([looksSwapped(80, 120), looksSwapped(100, 100), looksSwapped(120, 80)]).toEqual([true, true, false]);
});
