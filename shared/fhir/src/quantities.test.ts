import { formatMoney, formatNumber, formatQuantity, formatRange, formatRatio } from './quantities.ts';

test('numbers are short, exact enough and never grouped', () => {
  expect([
    formatNumber(167.43889678666199, 'vi-VN'),
    formatNumber(0.0012345, 'en-US'),
    formatNumber(1500, 'vi-VN'),
    formatNumber(36.6, 'en-US'),
    formatNumber(0, 'vi-VN'),
  ]).toEqual(['167,44', '0.00123', '1500', '36.6', '0']);
});

test('units are words, never braces', () => {
  expect(formatQuantity({ value: 13, code: '{score}' }, 'vi-VN')).toBe('13');
  expect(formatQuantity({ value: 1.6, unit: '{score}', code: '{score}' }, 'en-US')).toBe('1.6');
  expect(formatQuantity({ value: 120, unit: 'mm[Hg]', code: 'mm[Hg]' }, 'vi-VN')).toBe('120 mmHg');
  expect(formatQuantity({ value: 72, unit: 'beats/minute', code: '/min' }, 'vi-VN')).toBe('72 nhịp/phút');
  expect(formatQuantity({ value: 97, unit: '%', code: '%' }, 'vi-VN')).toBe('97\u00a0%');
  expect(formatQuantity({ value: 80, unit: 'mL/min/{1.73_m2}', code: 'mL/min/{1.73_m2}' }, 'en-US')).toBe(
    '80 mL/min/1.73 m²',
  );
  expect(formatQuantity({ value: 1, unit: 'tablet', code: '1' }, 'vi-VN')).toBe('1 viên');
  expect(formatQuantity({ value: 0.887, unit: 'g/cm²', code: 'g/cm2' }, 'vi-VN')).toBe('0,887 g/cm²');
});

test('imperial units come as metric with the original', () => {
  expect(formatQuantity({ value: 152, unit: 'lb', code: '[lb_av]' }, 'en-US')).toBe('68.95 kg (152 lb)');
  expect(formatQuantity({ value: 98.6, unit: 'degF', code: '[degF]' }, 'vi-VN')).toBe('37 °C (98,6 °F)');
});

test('a comparator stays with its number, and no number is no text', () => {
  expect(formatQuantity({ value: 90, comparator: '>', unit: 'mL/min' }, 'vi-VN')).toBe('> 90 mL/min');
  expect(formatQuantity({ value: 5, comparator: '<=' }, 'vi-VN')).toBe('≤ 5');
  expect(formatQuantity({ unit: 'kg' }, 'vi-VN')).toBeUndefined();
});

test('ranges, ratios and money', () => {
  expect(formatRange({ low: { value: 3.5, unit: 'mmol/L' }, high: { value: 5.1, unit: 'mmol/L' } }, 'vi-VN')).toBe(
    '3,5 – 5,1 mmol/L',
  );
  expect(formatRange({ low: { value: 13 } }, 'en-US')).toBe('13 or more');
  expect(formatRange({ low: { value: 1, unit: 'mmol/L' } }, 'vi-VN')).toBe('từ 1 mmol/L trở lên');
  expect(formatRange({ high: { value: 5.2, unit: 'mmol/L' } }, 'vi-VN')).toBe('đến 5,2 mmol/L');
  expect(formatRange({ high: { value: 5.2, unit: 'mmol/L' } }, 'en-US')).toBe('up to 5.2 mmol/L');
  expect(formatRange({}, 'en-US')).toBeUndefined();
  expect(formatRatio({ numerator: { value: 1 }, denominator: { value: 128 } }, 'vi-VN')).toBe('1 : 128');
  expect(formatRatio({ numerator: { value: 5, unit: 'mg' }, denominator: { value: 10, unit: 'mL' } }, 'vi-VN')).toBe(
    '5 mg / 10 mL',
  );
  expect(formatMoney({ value: 150000, currency: 'VND' })?.replace(/\u00A0/g, ' ')).toBe('150.000 VND');
});

test('a code that is another unit than the printed one stands beside it; another spelling does not', () => {
  const told = (unit: string, code: string) => formatQuantity({ value: 5.1, unit, code }, 'en-US');
  expect([
    told('mmol/L', 'mg/dL'),
    told('umol/l', 'mmol/L'),
    told('kg', '[lb_av]'),
    told('mmol/l', 'mmol/L'),
    told('g/dl', 'g/dL'),
  ]).toEqual([
    '5.1 mmol/L (the unit code says mg/dL)',
    '5.1 umol/l (the unit code says mmol/L)',
    '5.1 kg (the unit code says [lb_av])',
    '5.1 mmol/l',
    '5.1 g/dl',
  ]);
});
