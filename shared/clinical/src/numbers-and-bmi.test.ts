import { bmiOf, sameDayBmis } from './bmi.ts';
import { decimalsOf, parseDecimal, roundHalfUp } from './numbers.ts';

test('[VIT-14] 54.3 kg and 165 cm give 19.94', () => {
  expect(bmiOf(54.3, 165)).toBe(19.94);
  expect(bmiOf(80, 200)).toBe(20);
  // 19.945 rounds up although its binary form is slightly below
  expect(bmiOf(19.945, 100)).toBe(19.95);
});

test('[VIT-15] BMI needs both values, positive and of the same local day', () => {
  expect(bmiOf(54.3, undefined)).toBeUndefined();
  expect(bmiOf(undefined, 165)).toBeUndefined();
  expect(bmiOf(54.3, 0)).toBeUndefined();
  // what no number can hold is no index
  expect([bmiOf(Infinity, 165), bmiOf(54.3, 1e-200), bmiOf(NaN, 165)]).toEqual([undefined, undefined, undefined]);
  const zone = 'Asia/Ho_Chi_Minh';
  const height = { value: 165, at: '2026-03-01T20:00:00+07:00' };
  expect(sameDayBmis([{ value: 54.3, at: '2026-03-02T07:00:00+07:00' }], [height], zone)).toEqual([]);
  expect(sameDayBmis([{ value: 54.3, at: '2026-03-01T07:00:00+07:00' }], [height], zone)).toEqual([
    { day: '2026-03-01', value: 19.94, at: height.at },
  ]);
  // 00:30 in Viet Nam is still the previous day in UTC: the person's zone decides
  expect(sameDayBmis([{ value: 54.3, at: '2026-03-01T17:30:00Z' }], [height], zone)).toEqual([]);
  expect(sameDayBmis([{ value: 54.3, at: '2026-03-01T16:30:00Z' }], [height], zone)).toHaveLength(1);
});

test('[VIT-13] the latest weight and height of a day count', () => {
  const weights = [
    { value: 56, at: '2026-03-01T19:00:00Z' },
    { value: 54, at: '2026-03-01T06:00:00Z' },
  ];
  const heights = [
    { value: 160, at: '2026-03-01T05:00:00Z' },
    { value: 165, at: '2026-03-01T06:30:00Z' },
    { value: 1, at: 'unknown' },
  ];
  expect(sameDayBmis(weights, heights, 'UTC')).toEqual([
    { day: '2026-03-01', value: bmiOf(56, 165), at: '2026-03-01T19:00:00Z' },
  ]);
});

test('rounding works on decimal digits', () => {
  expect(roundHalfUp(1.005, 2)).toBe(1.01);
  expect(roundHalfUp(19.945, 2)).toBe(19.95);
  expect(roundHalfUp(-12.25, 1)).toBe(-12.3);
  expect(Object.is(roundHalfUp(-0.001, 1), 0)).toBe(true);
  expect(roundHalfUp(1e-7, 2)).toBe(0);
  expect([decimalsOf(54), decimalsOf(54.3), decimalsOf(54.35), decimalsOf(1e-7)]).toEqual([0, 1, 2, 7]);
});

test('comma and dot are the decimal sign, anything else is no number', () => {
  expect([' 36,6 ', '36.6', '-1', '100'].map(parseDecimal)).toEqual([36.6, 36.6, -1, 100]);
  for (const text of ['', '1.234,5', '1e3', '0x10', '36,6°', '36 6', '.5', '5.', 'NaN', '١٢'])
    expect(parseDecimal(text)).toBeUndefined();
});
