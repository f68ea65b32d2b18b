import { identifierOf, isNationalId, kindOf, patientCode, patientIdentifier } from './identifiers.ts';

test("[PROF-19] the kinds of a patient's identifiers are told apart", () => {
  const identifiers = [
    patientIdentifier('PI', 'AB12CD34E'),
    patientIdentifier('NaID', '012345678901'),
    { system: 'https://phr.example/sid/sb', value: 'S1' },
    { system: 'x', value: 'y' },
  ];
  expect(['PI', 'NaID', 'SB', 'MA'].map((kind) => identifierOf(identifiers, kind as 'PI'))).toEqual([
    'AB12CD34E',
    '012345678901',
    'S1',
    undefined,
  ]);
});

test('the system says what kind a number is, whatever type the sender gives it', () => {
  const type = (code: string) => ({ coding: [{ code }] });
  const numbers = [
    { system: 'https://phr.example/sid/pi', type: type('SB'), value: 'forged' },
    patientIdentifier('PI', 'AB12CD34E'),
    { system: 'https://phr.example/sid/insurance-card', type: type('NaID'), value: 'card' },
    { type: type('MA'), value: 'AD-1' },
  ];
  expect(numbers.map(kindOf)).toEqual(['PI', 'PI', undefined, 'MA']);
  expect(identifierOf(numbers, 'SB')).toBeUndefined();
});

test('[PROF-20] the code shown is MA, else PI, else the id, in capitals', () => {
  expect(patientCode({ id: 'x', identifier: [patientIdentifier('PI', 'p1'), patientIdentifier('MA', 'm1')] })).toBe(
    'M1',
  );
  expect(patientCode({ id: 'x', identifier: [patientIdentifier('PI', 'p1')] })).toBe('P1');
  expect(patientCode({ id: 'x-1' })).toBe('X-1');
});

test('a national id has 9 or 12 digits', () => {
  expect(['123456789', '123456789012', '1234567890', '12345678a'].map(isNationalId)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
