import { Reading } from './messages.ts';
import { observationsOf } from './reading.ts';

const SENT = { rid: '1', mac: 'aa-bb-cc-00-11-22', measuredAt: '2026-11-28T08:00:00Z' };
const kept = (more: object) =>
  observationsOf(
    Reading.parse({ ...SENT, ...more }),
    { patientId: '1', person: {}, goals: [] },
    new Date('2026-11-28T08:01:00Z'),
    ['a', 'b'],
  );
const codeOf = (one: object | undefined) =>
  one !== undefined && 'code' in one ? (one.code as { coding: { code: string }[] }).coding[0]?.code : undefined;

test.each([
  ['glucose', 5.6, 'mmol/L', '15074-8'],
  ['glucose', 101, 'mg/dL', '15074-8'],
  ['ketone', 0.4, 'mmol/L', '391465009'],
  ['uric-acid', 310, 'µmol/L', '14933-6'],
  ['cholesterol', 5.2, 'mmol/L', '14647-2'],
  ['spo2', 97, '%', '2708-6'],
  ['pulse', 72, '/min', '8867-4'],
  ['temperature', 36.6, '°C', '8310-5'],
  ['weight', 54.3, 'kg', '29463-7'],
])('a %s of %s %s is kept under %s', (kind, value, unit, code) => {
  const [one] = kept({ kind, value, unit }) ?? [];
  expect(codeOf(one)).toBe(code);
  expect(one).toMatchObject({ valueQuantity: { value, unit }, device: { identifier: { value: 'AA:BB:CC:00:11:22' } } });
});

test('[VIT-16] what cannot be, or reads like another unit, is not kept: nobody can be asked', () => {
  for (const [kind, value, unit] of [
    ['glucose', 120, 'mmol/L'],
    ['glucose', 5.5, 'mg/dL'],
    ['temperature', 366, '°C'],
    ['temperature', 98.6, '°C'],
    ['spo2', 0.91, '%'],
    ['spo2', 0, '%'],
    ['weight', 70_000, 'kg'],
    ['uric-acid', 6.2, 'µmol/L'],
  ] as const)
    expect(kept({ kind, value, unit })).toBeUndefined();
  expect(kept({ kind: 'spo2', value: 65, unit: '%' })).toHaveLength(1);
});

test('a blood pressure is kept with a pulse that can be, and without one that cannot', () => {
  const of = (systolic: number, diastolic: number, pulse?: number) =>
    kept({ kind: 'blood-pressure', unit: 'mmHg', value: { systolic, diastolic, pulse } })?.map(codeOf);
  expect([of(128, 82, 71), of(128, 82, 300), of(128, 82)]).toEqual([['85354-9', '8867-4'], ['85354-9'], ['85354-9']]);
  expect([of(400, 82), of(128.5, 82), of(128, 0), of(82, 128)]).toEqual([undefined, undefined, undefined, undefined]);
});

test('a unit of another kind is no reading', () => {
  expect(Reading.safeParse({ ...SENT, kind: 'weight', value: 54, unit: '%' }).success).toBe(false);
  expect(Reading.safeParse({ ...SENT, kind: 'steps', value: 54, unit: 'kg' }).success).toBe(false);
});
