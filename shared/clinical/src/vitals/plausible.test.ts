import * as fc from 'fast-check';
import { unitOf } from '../units.ts';
import type { PartKey } from './define-vital.ts';
import { VITALS, type VitalKey } from './index.ts';
import { checkPlausible, isJump, isMistaken, signOfUnit } from './plausible.ts';

const PARTS = VITALS.flatMap(({ key, parts }) =>
  parts.flatMap((part) => part.measures.map((measure) => ({ key, part: part.key, ...measure }))),
);

/** Values at and just outside each edge of confirmation and refusal, with the expected outcome. */
test.each(PARTS.map((one) => [one.key, one.part, one.unit.code, one] as const))(
  '%s %s in %s: the edges of what is taken, asked and refused',
  (key, part, unit, { refuse, ask: [low, high] }) => {
    const fate = (value: number) => checkPlausible(key, part, value, unit).fate;
    expect([fate(low), fate(high)]).toEqual(['take', 'take']);
    const { above, from, below, upTo } = refuse;
    if (above !== undefined)
      expect([fate(above), fate(Math.min(Math.floor(above) + 1, low / 2))]).toEqual(['refuse', 'ask']);
    if (from !== undefined) expect([fate(from - 1), fate(from)]).toEqual(['refuse', low === from ? 'take' : 'ask']);
    if (below !== undefined) expect([fate(below), fate(below - 1)]).toEqual(['refuse', 'ask']);
    if (upTo !== undefined) expect([fate(upTo + 1), fate(upTo)]).toEqual(['refuse', high === upTo ? 'take' : 'ask']);
  },
);

const meant = (key: VitalKey, value: number, unit: string, part: PartKey = 'value') => {
  const { fate, reason, suggest } = checkPlausible(key, part, value, unit);
  return [
    fate,
    reason,
    suggest && [suggest.value, suggest.unit, ...(suggest.shown ? [suggest.shown.value, suggest.shown.unit.code] : [])],
  ];
};

test.each([
  ['glucoses', 110, 'mmol/L', 'ask', 'unusuallyHigh', [110, 'mg/dL', 6.1, 'mmol/L']],
  ['glucoses', 120, 'mmol/L', 'ask', 'unusuallyHigh', [120, 'mg/dL', 6.7, 'mmol/L']],
  ['glucoses', 300, 'mmol/L', 'refuse', 'tooHigh', [300, 'mg/dL', 16.7, 'mmol/L']],
  ['glucoses', 5.5, 'mg/dL', 'ask', 'unusuallyLow', [5.5, 'mmol/L', 99, 'mg/dL']],
  ['temperatures', 366, 'Cel', 'refuse', 'tooHigh', [36.6, 'Cel']],
  ['temperatures', 98.6, 'Cel', 'refuse', 'tooHigh', [98.6, '[degF]', 37, 'Cel']],
  ['heights', 1.65, 'cm', 'ask', 'unusuallyLow', [1.65, 'm', 165, 'cm']],
  ['heights', 1650, 'cm', 'refuse', 'tooHigh', [1650, 'mm', 165, 'cm']],
  ['weights', 70_000, 'kg', 'refuse', 'tooHigh', [70_000, 'g', 70, 'kg']],
  ['spo2s', 0.91, '%', 'ask', 'unusuallyLow', [91, '%']],
  ['uricAcids', 6.2, 'umol/L', 'ask', 'unusuallyLow', [6.2, 'mg/dL', 369, 'umol/L']],
  ['cholesterols', 200, 'mmol/L', 'refuse', 'tooHigh', [200, 'mg/dL', 5.2, 'mmol/L']],
] as const)('[VIT-16] %s %s %s: %s, %s, and what was meant', (key, value, unit, fate, reason, suggest) => {
  expect(meant(key, value, unit)).toEqual([fate, reason, suggest]);
  expect(isMistaken(key, 'value', value, unit)).toBe(true);
});

test('a pressure in centimetres of mercury, as people say it, is asked about with the one in millimetres', () => {
  expect(meant('bloodPressures', 12, 'mm[Hg]', 'systolic')).toEqual(['ask', 'unusuallyLow', [120, 'mm[Hg]']]);
  expect(meant('bloodPressures', 8, 'mm[Hg]', 'diastolic')).toEqual(['ask', 'unusuallyLow', [80, 'mm[Hg]']]);
  expect(meant('bloodPressures', 28, 'mm[Hg]', 'diastolic')).toEqual(['ask', 'unusuallyLow', undefined]);
  // a meter's 16 is kPa sent as mmHg, and there is nobody to ask
  expect(isMistaken('bloodPressures', 'systolic', 16, 'mm[Hg]')).toBe(true);
});

test('a rare value that fits no other unit is asked about, and no unit is offered', () => {
  expect(meant('glucoses', 20, 'mg/dL')).toEqual(['ask', 'unusuallyLow', undefined]);
  expect(meant('bloodPressures', 270, 'mm[Hg]', 'systolic')).toEqual(['ask', 'unusuallyHigh', undefined]);
  expect(isMistaken('glucoses', 'value', 20, 'mg/dL')).toBe(false);
});

test('a unit of another vital, a number that is none and half a millimetre of mercury are refused', () => {
  expect(meant('weights', 70, 'cm')).toEqual(['refuse', 'unit', undefined]);
  expect(meant('weights', NaN, 'kg')).toEqual(['refuse', 'notNumeric', undefined]);
  expect(meant('bloodPressures', 120.5, 'mm[Hg]', 'systolic')).toEqual(['refuse', 'notWhole', undefined]);
  expect(checkPlausible('weights', 'value', 70, undefined)).toEqual({ fate: 'refuse', reason: 'unit' });
});

test('a converted value is judged by the unit in which it is kept', () => {
  expect(meant('temperatures', 98.6, '[degF]')).toEqual(['take', undefined, undefined]);
  expect(meant('temperatures', 200, '[degF]')).toEqual(['refuse', 'tooHigh', undefined]);
  expect(meant('bloodPressures', 16.1, 'kPa', 'systolic')).toEqual(['take', undefined, undefined]);
});

test('only a step that means something is asked about: pressure by 60, weight by a tenth, height of adults', () => {
  expect([160, 161].map((value) => isJump('bloodPressures', 'systolic', value, { value: 100 }))).toEqual([false, true]);
  expect([63, 63.1].map((value) => isJump('weights', 'value', value, { value: 70, days: 30 }))).toEqual([false, false]);
  expect([62.9, 77.1].map((value) => isJump('weights', 'value', value, { value: 70, days: 30 }))).toEqual([true, true]);
  expect(isJump('weights', 'value', 60, { value: 70, days: 31 })).toBe(false);
  const height = (value: number, age?: number) =>
    isJump('heights', 'value', value, { value: 165, ...(age === undefined ? {} : { age }) });
  expect([height(168, 40), height(168.5, 40), height(169, 10), height(169)]).toEqual([false, true, false, false]);
  expect(isJump('glucoses', 'value', 15, { value: 5 })).toBe(false);
});

test('nothing that is typed makes the check fail, and what is offered is itself taken', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...PARTS),
      fc.oneof(fc.double(), fc.integer({ min: -10, max: 5000 }), fc.double({ min: 0, max: 500, noNaN: true })),
      fc.oneof(fc.constantFrom('mg/dL', 'mmol/L', 'Cel', '', 'K', undefined), fc.string()),
      ({ key, part, unit }, value, other) => {
        for (const written of [unit.code, other]) {
          const { fate, suggest } = checkPlausible(key, part, value, written);
          if (fate === 'take') expect(suggest).toBeUndefined();
          if (suggest !== undefined) expect(checkPlausible(key, part, suggest.value, suggest.unit).fate).toBe('take');
        }
      },
    ),
  );
});

test('units have a sign, also those in which nothing is kept', () => {
  expect(['[degF]', 'mg/dL', 'Cel', 'm'].map(signOfUnit)).toEqual(['°F', 'mg/dL', '°C', 'm']);
  expect(unitOf('[degF]')).toBeUndefined();
});
