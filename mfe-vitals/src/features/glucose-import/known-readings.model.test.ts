import type { Observation } from '@phr/fhir/observation';
import { keyOf } from './import-file.model.ts';
import { keysOf } from './known-readings.model.ts';

const at = Date.parse('2026-11-20T08:00:07+07:00');
const stored = (value: number, code: string, more: object = {}): Observation => ({
  effectiveDateTime: '2026-11-20T08:00:07+07:00',
  valueQuantity: { value, code },
  ...more,
});
const has = (observation: Observation, value: number, unit: 'mmol/L' | 'mg/dL') =>
  keysOf([observation]).has(keyOf({ at, amount: { value, unit } }));

test('a stored reading is known by its value, and by what the own export writes for it in either unit', () => {
  expect(has(stored(5.55, 'mmol/L'), 5.55, 'mmol/L')).toBe(true);
  expect(has(stored(5.55, 'mmol/L'), 5.6, 'mmol/L')).toBe(true);
  expect(has(stored(110, 'mg/dL'), 6.1, 'mmol/L')).toBe(true);
  expect(has(stored(5.5, 'mmol/L'), 99, 'mg/dL')).toBe(true);
});

test('another second, value or sign is another reading, and what was entered in error is none', () => {
  expect(has(stored(5.5, 'mmol/L', { effectiveDateTime: '2026-11-20T08:00:08+07:00' }), 5.5, 'mmol/L')).toBe(false);
  expect(has(stored(5.7, 'mmol/L'), 5.5, 'mmol/L')).toBe(false);
  expect(
    has(stored(5.5, 'mmol/L', { valueQuantity: { value: 5.5, code: 'mmol/L', comparator: '<' } }), 5.5, 'mmol/L'),
  ).toBe(false);
  expect(has(stored(5.5, 'mmol/L', { status: 'entered-in-error' }), 5.5, 'mmol/L')).toBe(false);
});
