import * as fc from 'fast-check';
import { roundHalfUp } from './numbers.ts';
import { numberOf } from './parts.ts';
import { CELSIUS, CENTIMETRE, KILOGRAM, MG_PER_DL, MILLISECOND, MILLIVOLT, MMOL_PER_L, unitOf } from './units.ts';
import { conversionTo, metricOf } from './unit-sizes.ts';

test('[VIT-09] pounds become kilograms by the exact factor, never by 2.2', () => {
  const pound = conversionTo([KILOGRAM], '[lb_av]');
  expect(pound?.of(1)).toBe(0.45359237);
  expect(roundHalfUp(pound?.of(185) ?? 0, 1)).toBe(83.9);
  expect(185 / 2.2).not.toBeCloseTo(83.9, 1);
});

test('[VIT-03] Fahrenheit becomes Celsius, and milliseconds and millivolts are found in other sizes', () => {
  expect(metricOf('[degF]')?.of(98.6)).toBeCloseTo(37, 10);
  expect(metricOf('[degF]')?.to).toBe(CELSIUS);
  expect(metricOf('°F')?.to).toBe(CELSIUS);
  expect(conversionTo([MILLISECOND], 's')?.of(0.4)).toBe(400);
  expect(conversionTo([MILLIVOLT], 'µV')?.of(250)).toBe(0.25);
});

test('[VIT-08] inches, feet, metres and millimetres of a height become centimetres', () => {
  const heights = [
    ['[in_i]', 65],
    ['[ft_i]', 5],
    ['m', 1.65],
    ['mm', 1650],
  ] as const;
  expect(heights.map(([code, value]) => numberOf('heights', { value, code }))).toEqual(
    [165.1, 152.4, 165, 165].map((value) => ({ value, unit: CENTIMETRE, isConverted: true })),
  );
});

test('a unit is converted to a wanted one only, and metric units are no customary ones', () => {
  expect(conversionTo([CELSIUS], 'lb')).toBeUndefined();
  expect(conversionTo([MMOL_PER_L, MG_PER_DL], 'g')).toBeUndefined();
  expect(['g', 'm', 'kg', '', 'constructor', undefined].map(metricOf)).toEqual(Array(6).fill(undefined));
});

test('conversions keep the order of values', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('lb', 'oz', 'in', 'ft', '[degf]'),
      fc.double({ min: -50, max: 500, noNaN: true }),
      fc.double({ min: 0.01, max: 100, noNaN: true }),
      (unit, value, more) => {
        const convert = metricOf(unit)?.of ?? fail;
        expect(convert(value + more)).toBeGreaterThan(convert(value));
      },
    ),
  );
  function fail(): number {
    throw new Error('No conversion');
  }
});

test('units are recognised by code, sign and usual spelling', () => {
  expect(
    ['mm[Hg]', 'mmHg', 'MM HG', 'beats/minute', '°C', 'degC', 'μmol/l', 'kg/m²'].map((written) => unitOf(written)?.key),
  ).toEqual(['mmHg', 'mmHg', 'mmHg', 'perMin', 'celsius', 'celsius', 'umolL', 'kgm2']);
});

test('a unit that is told twice and not the same is none of this vital; another spelling is the same', () => {
  const unitOf = (key: 'glucoses' | 'weights' | 'heartRates', code: string, unit: string) =>
    numberOf(key, { value: 5.1, code, unit })?.unit.code;
  expect([
    unitOf('glucoses', 'mg/dL', 'mmol/L'),
    unitOf('weights', 'kg', 'lb'),
    unitOf('weights', 'g', 'kg'),
    unitOf('heartRates', '/min', 'mmHg'),
    unitOf('heartRates', 'mm[Hg]', 'bpm'),
  ]).toEqual(Array(5).fill(undefined));
  expect([
    unitOf('glucoses', 'mg/dL', 'mg%'),
    unitOf('glucoses', 'mmol/L', 'mmol/lít'),
    unitOf('heartRates', '/min', 'beats/minute'),
    unitOf('weights', '[lb_av]', 'lbs'),
  ]).toEqual(['mg/dL', 'mmol/L', '/min', 'kg']);
});
