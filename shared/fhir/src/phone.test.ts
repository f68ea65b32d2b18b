import { formatPhone } from './contacts.ts';
import { isPhone, splitPhone, storedPhone } from './phone.ts';

test.each([
  '0912345678',
  '0912 345 678',
  '0912.345.678',
  '0912-345-678',
  '912345678',
  '84912345678',
  '84 912 345 678',
  '+84912345678',
  '+84 912 345 678',
  '(+84) 912 345 678',
  '(028) 3823 4567',
  ' 0912345678 ',
  '123 456 789 012',
])('[PROF-07] %s can be a phone number', (typed) => {
  expect(isPhone(typed)).toBe(true);
});

test.each([
  '',
  '12345678',
  '0912345',
  '1234567890123',
  '0912 34 56 78x',
  'abc',
  '0912/345/678',
  '+',
  '++84912345678',
  '0912  345  678',
  '09 12 34 56 78',
])('[PROF-07] %s cannot', (typed) => {
  expect(isPhone(typed)).toBe(false);
});

test.each(['0912345678', '912345678', '84912345678', '+84912345678', '(+84) 912 345 678'])(
  '[PROF-07] [PROF-08] %s is stored as 84 and nine digits and shown with 0',
  (typed) => {
    expect(storedPhone(typed)).toBe('84912345678');
    expect(formatPhone(storedPhone(typed) ?? '')).toBe('0912 345 678');
  },
);

test('a number of another country is not stored as a Vietnamese one', () => {
  expect(storedPhone('+1 415 555 2671')).toBeUndefined();
});

test('[SIGN-11] 84912345678 is 84 and 912345678', () => {
  expect(splitPhone('84912345678')).toEqual({ dialingCode: '84', number: '912345678' });
});
