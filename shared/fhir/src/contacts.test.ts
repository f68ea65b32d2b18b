import { contactValues, formatAddress, formatPhone, primaryPhone } from './contacts.ts';

test('[PROF-08][PROF-09] the four spellings of one number are shown alike, other numbers unchanged', () => {
  expect(['+84912345678', '84912345678', '0912345678', '912345678', '0912 345 678'].map(formatPhone)).toEqual(
    Array(5).fill('0912 345 678'),
  );
  expect(['(+84) 24 3826 1234', '115', '+31788700800', '84912345'].map(formatPhone)).toEqual([
    '(+84) 24 3826 1234',
    '115',
    '+31788700800',
    '84912345',
  ]);
});

test('the primary phone is chosen by rank, then use; all are kept', () => {
  const telecom = [
    { system: 'phone', value: '1', use: 'home' },
    { system: 'phone', value: 'tel:2', use: 'mobile' },
    { system: 'phone', value: '3', use: 'old', rank: 1 },
    { system: 'email', value: 'a@b' },
  ];
  expect(primaryPhone(telecom)).toBe('2');
  expect(primaryPhone([...telecom, { system: 'phone', value: '4', use: 'work', rank: 1 }])).toBe('4');
  expect(contactValues(telecom, 'phone')).toEqual(['1', '2', '3']);
  expect(primaryPhone(undefined)).toBeUndefined();
});

test('an address is its text or its parts, without placeholders', () => {
  expect(formatAddress({ line: ['-', 'Lê Lợi'], district: '-', city: 'Huế', country: 'VN' })).toBe('Lê Lợi, Huế');
  expect(formatAddress({ text: '1 Lê Lợi' })).toBe('1 Lê Lợi');
  expect(formatAddress({ line: ['-'] })).toBeUndefined();
});
