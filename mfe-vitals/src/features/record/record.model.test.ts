import { faultOf, type VitalField } from '@phr/clinical/validation';
import { parseDecimal } from '@phr/clinical/numbers';
import type { Locale } from '@phr/contract/host-api';
import { valueError } from './record.model.ts';

function errorOf(field: VitalField, typed: string, options: { unit?: string; locale?: Locale } = {}) {
  const fault = faultOf(field, parseDecimal(typed) ?? NaN, options.unit);
  if (fault === undefined) throw new Error('taken');
  return valueError(field, typed, fault, options);
}

test('a value beyond its limit is refused with the limit, in the numbers of the language', () => {
  expect(errorOf('systolic', '400')).toEqual({
    field: 'systolic',
    message: 'vit.err.tooHigh',
    words: { value: '400', unit: 'mmHg', limit: '350' },
  });
  expect(errorOf('temperature', '5,5', { locale: 'en-US' })).toMatchObject({
    message: 'vit.err.tooLow',
    words: { value: '5.5', limit: '10' },
  });
  expect(errorOf('glucose', '2701', { unit: 'mg/dL' })).toMatchObject({ words: { limit: '2.700', unit: 'mg/dL' } });
});

test('a value that reads like another unit is refused with what was likely meant', () => {
  expect(errorOf('temperature', '98.6', { locale: 'en-US' })).toMatchObject({
    message: 'vit.err.meant',
    words: { value: '98.6', unit: '°C', other: '98.6\u00a0°F (37\u00a0°C)' },
  });
  expect(errorOf('glucose', '300', { unit: 'mmol/L' })).toMatchObject({
    words: { other: '300\u00a0mg/dL (16,7\u00a0mmol/L)' },
  });
});

test('[VIT-18][VIT-19][VIT-21] the rules that name their range keep their words', () => {
  expect(
    [errorOf('pulse', '250'), errorOf('spo2', '101'), errorOf('weight', '300')].map(({ message }) => message),
  ).toEqual(['vit.err.pulse', 'vit.err.spo2', 'vit.err.weight']);
  expect(errorOf('height', '0').message).toBe('vit.err.height');
});
