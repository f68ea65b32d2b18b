import { readPhone } from './phone.ts';

test.each([
  '0912345678',
  '0912 345 678',
  '0912.345.678',
  '0912-345-678',
  '84912345678',
  '+84912345678',
  '+84 912 345 678',
  '(+84) 912345678',
  '(84)912345678',
  '+840912345678',
  '912345678',
])('[SIGN-11] %s is the number 84 and 912345678', (text) => {
  expect(readPhone(text)).toEqual({ local: '0912345678', stored: '84912345678' });
});

test.each([
  '',
  '12345',
  '091234567',
  '09123456789',
  'a912345678',
  '0912345678; drop table',
  '+1 202 555 0143',
  '0012345678',
  '٠٩١٢٣٤٥٦٧٨',
])('%s is no Vietnamese mobile number', (text) => {
  expect(readPhone(text)).toBeUndefined();
});
