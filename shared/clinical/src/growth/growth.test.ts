import points from '../../data/growth-check-points.json' with { type: 'json' };
import tables from '../../data/growth-tables.json' with { type: 'json' };
import { comparableHeight, correctedAge, growthScore, isGestation, shareBelow } from './growth.ts';
import { restrictedZScore, valueAt, zScore } from './lms.ts';
import { INDICATORS, LAST_DAYS, lmsAt, MONTH_DAYS, type Indicator } from './tables.ts';
import { growthSignature, growthWords } from './words.ts';

const sexOf = (code: string | undefined) => (code === '1' ? 'male' : 'female');
const score = (...asked: Parameters<typeof growthScore>) => Number(growthScore(...asked)?.toFixed(2));

describe('z-scores', () => {
  test.each(points.young)('are those that WHO publishes, birth to 5 years: %s', (line) => {
    const [indicator, sex, days, value, z, posture] = line.split(' ');
    const compared = comparableHeight(Number(value), Number(days), posture === 'lying' ? 'lying' : undefined);
    expect(score(indicator as Indicator, sexOf(sex), Number(days), compared)).toBe(Number(z));
  });

  test('are those that WHO publishes, 5 to 19 years, within 0.01', () => {
    const off: string[] = [];
    let count = 0;
    for (const line of points.school) {
      const [sex, months, weight = '', height = '', ...expected] = line.split(' ');
      const bmi = Number(weight) / (Number(height) / 100) ** 2;
      (['height', 'weight', 'bmi'] as const).forEach((indicator, at) => {
        const z = expected[at];
        if (z === undefined || z === '-') return;
        count += 1;
        const value = { height: Number(height), weight: Number(weight), bmi }[indicator];
        const told = growthScore(indicator, sexOf(sex), Number(months) * MONTH_DAYS, value);
        if (!(Math.abs((told ?? Number.NaN) - Number(z)) <= 0.01)) off.push(`${line}: ${indicator} ${told}`);
      });
    }
    expect(off).toEqual([]);
    expect(count).toBeGreaterThan(100);
  });

  test('beyond 3 are stretched only for what is skewed', () => {
    const lms = { l: -1.5, m: 16, s: 0.09 };
    expect(restrictedZScore(valueAt(2.5, lms), lms)).toBeCloseTo(2.5, 9);
    const [two, three] = [valueAt(2, lms), valueAt(3, lms)];
    expect(restrictedZScore(three + (three - two), lms)).toBeCloseTo(4, 9);
    expect(zScore(three + (three - two), lms)).toBeLessThan(3.9);
  });

  test('of the median are 0 on every day that a table has, and a table has no hole', () => {
    const holes: string[] = [];
    for (const indicator of INDICATORS)
      for (const sex of ['male', 'female'] as const)
        for (let days = 0; days <= LAST_DAYS[indicator]; days += 1) {
          const lms = lmsAt(indicator, sex, days);
          if (lms === undefined || !(Math.abs(zScore(lms.m, lms)) < 1e-9)) holes.push(`${indicator} ${sex} ${days}`);
        }
    expect(holes).toEqual([]);
  });

  test('follow the tables by months from the day on which they begin', () => {
    const first = lmsAt('bmi', 'male', 60 * MONTH_DAYS);
    expect(first?.m).toBeCloseTo(lmsAt('bmi', 'male', 60 * MONTH_DAYS + 0.01)?.m ?? 0, 4);
    expect(Math.abs((first?.m ?? 0) - (lmsAt('bmi', 'male', 1826)?.m ?? 0))).toBeGreaterThan(0.01);
    // halfway between two months everything is halfway
    const [before, between, after] = [70, 70.5, 71].map((months) => lmsAt('height', 'female', months * MONTH_DAYS));
    for (const key of ['l', 'm', 's'] as const)
      expect(between?.[key]).toBeCloseTo(((before?.[key] ?? 0) + (after?.[key] ?? 0)) / 2, 9);
  });

  test('are not told where WHO has no table: weight past 10, head past 5, anything past 19 or before birth', () => {
    const at = (indicator: Indicator, days: number) => growthScore(indicator, 'female', days, 40);
    expect(at('weight', 120 * MONTH_DAYS)).toBeDefined();
    expect(at('weight', 120 * MONTH_DAYS + 1)).toBeUndefined();
    expect(at('head', 1826)).toBeDefined();
    expect(at('head', 1827)).toBeUndefined();
    expect(at('height', 228 * MONTH_DAYS + 1)).toBeUndefined();
    expect(at('height', -1)).toBeUndefined();
    expect(growthScore('weight', 'male', 30, 0)).toBeUndefined();
  });
});

test('the tables say where they are from', () => {
  expect(tables.files).toHaveLength(7);
  for (const { sha256 } of tables.files) expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  // every day of five years; every month from 60 to 229, of weight to 121
  expect(tables.tables.map(({ count }) => count)).toEqual([
    ...Array.from({ length: 8 }, () => 1827),
    ...[170, 170, 62, 62, 170, 170],
  ]);
});

test('a preterm child is as old as since the day it was expected, to its second birthday', () => {
  expect(correctedAge(100, 32 * 7)).toBe(100 - 8 * 7);
  expect(correctedAge(20, 32 * 7)).toBe(-36);
  expect(correctedAge(731, 32 * 7)).toBeUndefined();
  expect(correctedAge(100, 37 * 7)).toBeUndefined();
  expect(correctedAge(730, 22 * 7)).toBe(730 - 18 * 7);
  expect(correctedAge(100, 22 * 7 - 1)).toBeUndefined();
  expect(correctedAge(100, 37 * 7 - 1)).toBe(100 - 22);
  expect(correctedAge(100, 3 * 7)).toBeUndefined();
  expect(correctedAge(100, undefined)).toBeUndefined();
});

test('a pregnancy of 22 to 44 weeks is believed', () => {
  expect([22 * 7 - 1, 22 * 7, 44 * 7, 44 * 7 + 1].map(isGestation)).toEqual([false, true, true, false]);
});

test('a length taken otherwise than its table means is changed by 0.7 cm', () => {
  expect(comparableHeight(80, 730, 'standing')).toBeCloseTo(80.7);
  expect(comparableHeight(80, 731, 'lying')).toBeCloseTo(79.3);
  expect(comparableHeight(60, 240, 'standing')).toBe(60);
  expect(comparableHeight(60, 273, 'standing')).toBe(60);
  expect(comparableHeight(60, 274, 'standing')).toBeCloseTo(60.7);
  expect(comparableHeight(60, 730, 'lying')).toBe(60);
  for (const days of [10, 730, 731, 3000]) expect(comparableHeight(80, days, undefined)).toBe(80);
});

test('of 100 children so many have less', () => {
  expect([-3, -2, -1, 0, 1, 2, 3].map((z) => shareBelow(z).toFixed(2))).toEqual([
    '0.13',
    '2.28',
    '15.87',
    '50.00',
    '84.13',
    '97.72',
    '99.87',
  ]);
});

describe('words', () => {
  const said = (indicator: Indicator, years: number, z: number) => growthWords(indicator, years * 365.25, z, 'en-US');

  test('follow the edges of WHO, and an edge is usual', () => {
    expect(said('height', 2, -3.01)).toMatch(/^Much shorter/);
    expect(said('height', 2, -3)).toMatch(/^Shorter/);
    expect(said('height', 2, -2)).toMatch(/usual/);
    expect(said('bmi', 4.9, 1.5)).toMatch(/usual/);
    expect(said('bmi', 5.1, 1.5)).toMatch(/is high/);
    expect(said('bmi', 4.9, 2.5)).toMatch(/is high/);
    expect(said('bmi', 5.1, 2.5)).toMatch(/very high/);
    expect(said('height', 2, 3)).toMatch(/usual/);
    expect(said('height', 2, 3.01)).toMatch(/much taller|very tall/i);
    expect(said('bmi', 5.1, 1)).toMatch(/usual/);
    expect(said('bmi', 5.1, 2)).toMatch(/is high/);
    expect(said('weight', 4, 4)).toMatch(/BMI/);
    expect(said('head', 1, -4)).toBeUndefined();
  });

  test('of a draft are told where all texts are shown, and are called a draft', () => {
    expect(growthSignature('all')).toEqual({ isDraft: true });
    expect(([undefined, 'signed', 'off'] as const).map(growthSignature)).toEqual([undefined, undefined, undefined]);
  });
});
