import * as fc from 'fast-check';
import { ageInMonths, ageInYears } from './age.ts';
import { add } from './plain-date.ts';

test('[VIT-35] completed years change on the birthday', () => {
  expect(ageInYears('2008-06-15', '2026-06-14')).toBe(17);
  expect(ageInYears('2008-06-15', '2026-06-15')).toBe(18);
  expect(ageInYears('2008-02-29', '2026-02-28')).toBe(17);
  expect(ageInYears('2008-02-29', '2026-03-01')).toBe(18);
});

test('[VIT-35] a partial birth date never makes an adult too early', () => {
  expect(ageInYears('2008', '2026-12-30')).toBe(17);
  expect(ageInYears('2008', '2026-12-31')).toBe(18);
  expect(ageInYears('2008-06', '2026-06-29')).toBe(17);
  expect(ageInYears('2008-06', '2026-06-30')).toBe(18);
  expect(ageInYears('2026', '2026-03-01')).toBe(0);
});

test('unknown, malformed and future birth dates have no age', () => {
  for (const birthDate of [
    undefined,
    '',
    '85',
    '2026-13',
    '2025-02-30',
    '1985-1-1',
    'unknown',
    '2027-01-01',
    '2026-07-02',
    '2027',
  ])
    expect(ageInYears(birthDate, '2026-07-01')).toBeUndefined();
  expect(ageInYears('1985-01-01', 'yesterday')).toBeUndefined();
});

test('years agree with the calendar for every birth date', () => {
  const day = fc.integer({ min: 0, max: 40_000 }).map((count) => add('1920-01-01', { days: count }));
  fc.assert(
    fc.property(day, fc.integer({ min: 0, max: 100 }), (born, years) => {
      if (born.endsWith('02-29')) return;
      const birthday = add(born, { months: 12 * years });
      expect(ageInYears(born, birthday)).toBe(years);
      if (years > 0) expect(ageInYears(born, add(birthday, { days: -1 }))).toBe(years - 1);
    }),
  );
});

test('[VIT-44] months are days divided by 30.4375', () => {
  expect(ageInMonths('2026-01-01', '2026-01-31')).toBe(0);
  expect(ageInMonths('2026-01-01', '2026-02-01')).toBe(1);
  expect(ageInMonths('2024-01-01', '2026-01-01')).toBe(24);
  expect(ageInMonths('2024-01-01', '2025-12-30')).toBe(23);
  expect(ageInMonths('2026', '2026-02-01')).toBeUndefined();
  expect(ageInMonths('2026-03-01', '2026-02-01')).toBeUndefined();
});
