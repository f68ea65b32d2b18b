import fc from 'fast-check';
import { byTokens, digitsOf, parseJson, toJson, writeJson } from './digits.ts';
import { correctedObservation } from './corrected-observation.ts';
import { isObject } from './json.ts';
import { sentNumber } from './quantities.ts';

const SENT =
  '{"a":{"value":7.0,"n":[1.50],"t":"\\"2.0\\" 3.00"},"b":1.005,"c":-0.10,"d":1e2,"e":12345678901234567890.5}';

test.each([
  ['the reviver', parseJson],
  ['the tokenizer', byTokens],
])('%s keeps the digits of numbers that say more than their value', (_name, read) => {
  const json = read(SENT);
  if (!isObject(json) || !isObject(json['a'])) throw new Error('no object');
  expect(json).toMatchObject({ a: { value: 7, n: [1.5], t: '"2.0" 3.00' }, b: 1.005, c: -0.1, d: 100 });
  expect([digitsOf(json['a'], 'value'), digitsOf(json, 'b'), digitsOf(json, 'c')]).toEqual(['7.0', undefined, '-0.10']);
  expect(sentNumber(json['a'], 'value', 'vi-VN')).toBe('7,0');
  expect(sentNumber(json, 'e', 'en-US')).toBe('12345678901234567890.5');
  expect(sentNumber(json, 'd', 'en-US')).toBe('100');
  expect(sentNumber({ ...json['a'] }, 'value', 'vi-VN')).toBe('7,0');
  expect(Object.keys(json['a'])).toEqual(['value', 'n', 't']);
  expect(() => read('{"a":1,}')).toThrow(SyntaxError);
});

test('digits of a number that was changed since are no longer its own', () => {
  const json = parseJson('{"value":7.0}');
  if (!isObject(json)) throw new Error('no object');
  const changed = { ...json, value: 8 };
  expect([digitsOf(changed, 'value'), sentNumber(changed, 'value', 'en-US')]).toEqual([undefined, '8']);
});

test('exponents are written out, signs localised, nothing is rounded', () => {
  const shown = (text: string) => sentNumber(parseJson(`{"v":${text}}`) as object, 'v', 'vi-VN');
  expect(['1.5e-3', '1e3', '-2.50E+1', '1.005', '0.00345', '72.123456789', '1e-7', '0'].map(shown)).toEqual([
    '0,0015',
    '1000',
    '-25,0',
    '1,005',
    '0,00345',
    '72,123456789',
    '0,0000001',
    '0',
  ]);
});

test('both ways of reading agree on any JSON, and what is written for a reader has the digits sent', () => {
  fc.assert(
    fc.property(fc.json(), (source) => {
      expect(byTokens(source)).toEqual(parseJson(source));
      expect(JSON.stringify(parseJson(source))).toBe(JSON.stringify(JSON.parse(source)));
    }),
  );
  expect(writeJson(parseJson('{"value":7.0}'))).toBe('{\n  "value": 7.0\n}');
  expect(writeJson({ data: 'x'.repeat(3_000) }).length).toBeLessThan(2_100);
});

test('what is written back has the digits that were sent, also as a copy; a changed number has its own', () => {
  const read = parseJson(SENT);
  // numbers in lists keep no text: FHIR has no lists of decimals
  expect(toJson(read)).toBe(SENT.replace('1.50', '1.5'));
  if (!isObject(read) || !isObject(read['a'])) throw new Error('no object');
  const copy = { a: { ...read['a'], more: 1 }, b: 2 };
  expect(toJson(copy)).toBe('{"a":{"value":7.0,"n":[1.5],"t":"\\"2.0\\" 3.00","more":1},"b":2}');
  expect(toJson({ ...read['a'], value: 8 })).toContain('"value":8,');
});

test('a corrected reading keeps the digits of the numbers that nobody changed', () => {
  const stored = parseJson(
    '{"valueQuantity":{"value":7.0,"code":"mmol/L"},"component":[{"valueQuantity":{"value":1.50}},{"valueQuantity":{"value":2.0}}]}',
  );
  if (!isObject(stored)) throw new Error('no object');
  const next = {
    resourceType: 'Observation',
    status: 'final',
    valueQuantity: { value: 7, code: 'mmol/L' },
    component: [{ valueQuantity: { value: 1.5 } }, { valueQuantity: { value: 3 } }],
    note: [{ text: 'after lunch' }],
  } as const;
  const told = toJson(correctedObservation(stored, next));
  expect(told).toContain('"valueQuantity":{"value":7.0,"code":"mmol/L"}');
  expect(told).toContain('[{"valueQuantity":{"value":1.50}},{"valueQuantity":{"value":3}}]');
});
