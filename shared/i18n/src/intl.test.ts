import { dateTimeFormat, numberFormat, relativeTimeFormat } from './intl.ts';

test('a formatter is made once for a language and a way to write, and another for another', () => {
  expect(numberFormat('vi-VN', { minimumFractionDigits: 1 })).toBe(numberFormat('vi-VN', { minimumFractionDigits: 1 }));
  expect(numberFormat('vi-VN', { minimumFractionDigits: 1 }).format(36)).toBe('36,0');
  expect(numberFormat('en-US', { minimumFractionDigits: 1 }).format(36)).toBe('36.0');
  expect(numberFormat('en-US').format(36)).toBe('36');
  expect(dateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' }).format(0)).toBe('Thursday');
  expect(relativeTimeFormat('en-US', { numeric: 'auto' }).format(-1, 'day')).toBe('yesterday');
});
