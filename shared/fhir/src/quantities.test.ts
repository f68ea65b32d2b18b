import { formatMoney, formatNumber, formatQuantity, formatRange, formatRatio } from './quantities.ts';

test('numbers are short, exact enough and never grouped', () => {
  expect([
    formatNumber(167.43889678666199, 'vi'),
    formatNumber(0.0012345, 'en'),
    formatNumber(1500, 'vi'),
    formatNumber(36.6, 'en'),
    formatNumber(0, 'vi'),
  ]).toEqual(['167,44', '0.00123', '1500', '36.6', '0']);
});

test('units are words, never braces', () => {
  expect(formatQuantity({ value: 13, code: '{score}' }, 'vi')).toBe('13');
  expect(formatQuantity({ value: 1.6, unit: '{score}', code: '{score}' }, 'en')).toBe('1.6');
  expect(formatQuantity({ value: 120, unit: 'mm[Hg]', code: 'mm[Hg]' }, 'vi')).toBe('120 mmHg');
  expect(formatQuantity({ value: 72, unit: 'beats/minute', code: '/min' }, 'vi')).toBe('72 nhịp/phút');
  expect(formatQuantity({ value: 97, unit: '%', code: '%' }, 'vi')).toBe('97%');
  expect(formatQuantity({ value: 80, unit: 'mL/min/{1.73_m2}', code: 'mL/min/{1.73_m2}' }, 'en')).toBe(
    '80 mL/min/1.73 m²',
  );
  expect(formatQuantity({ value: 1, unit: 'tablet', code: '1' }, 'vi')).toBe('1 viên');
  expect(formatQuantity({ value: 0.887, unit: 'g/cm²', code: 'g/cm2' }, 'vi')).toBe('0,887 g/cm²');
});

test('imperial units come as metric with the original', () => {
  expect(formatQuantity({ value: 152, unit: 'lb', code: '[lb_av]' }, 'en')).toBe('68.95 kg (152 lb)');
  expect(formatQuantity({ value: 98.6, unit: 'degF', code: '[degF]' }, 'vi')).toBe('37 °C (98,6 °F)');
});

test('a comparator stays with its number, and no number is no text', () => {
  expect(formatQuantity({ value: 90, comparator: '>', unit: 'mL/min' }, 'vi')).toBe('> 90 mL/min');
  expect(formatQuantity({ value: 5, comparator: '<=' }, 'vi')).toBe('≤ 5');
  expect(formatQuantity({ unit: 'kg' }, 'vi')).toBeUndefined();
});

test('ranges, ratios and money', () => {
  expect(formatRange({ low: { value: 3.5, unit: 'mmol/L' }, high: { value: 5.1, unit: 'mmol/L' } }, 'vi')).toBe(
    '3,5 – 5,1 mmol/L',
  );
  expect(formatRange({ low: { value: 13 } }, 'en')).toBe('13 or more');
  expect(formatRange({ low: { value: 1, unit: 'mmol/L' } }, 'vi')).toBe('từ 1 mmol/L trở lên');
  expect(formatRange({ high: { value: 5.2, unit: 'mmol/L' } }, 'vi')).toBe('đến 5,2 mmol/L');
  expect(formatRange({ high: { value: 5.2, unit: 'mmol/L' } }, 'en')).toBe('up to 5.2 mmol/L');
  expect(formatRange({}, 'en')).toBeUndefined();
  expect(formatRatio({ numerator: { value: 1 }, denominator: { value: 128 } }, 'vi')).toBe('1 : 128');
  expect(formatRatio({ numerator: { value: 5, unit: 'mg' }, denominator: { value: 10, unit: 'mL' } }, 'vi')).toBe(
    '5 mg / 10 mL',
  );
  expect(formatMoney({ value: 150000, currency: 'VND' })?.replace(/\u00A0/g, ' ')).toBe('150.000 VND');
});
