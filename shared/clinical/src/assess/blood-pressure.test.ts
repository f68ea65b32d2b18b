import * as fc from 'fast-check';
import { chartScale } from './chart-scale.ts';
import { judged } from './sample.test-support.ts';
import { compareLevels, LEVELS, worst } from '../levels.ts';
import type { Level } from '../levels.ts';

const systolicOf = (systolic: number, age?: number) => judged('bloodPressures', { systolic }, age);
const diastolicOf = (diastolic: number, age?: number) => judged('bloodPressures', { diastolic }, age);
const pairOf = (systolic: number, diastolic: number, age: number | undefined) =>
  judged('bloodPressures', { systolic, diastolic }, age);

const ADULT = 67;
const pressure = fc.integer({ min: 1, max: 400 });

test.each([
  [89, 'L'],
  [90, 'N'],
  [129, 'N'],
  [130, 'H'],
] as const)('[VIT-30] systolic %i is interpreted %s', (value, flag) => {
  expect(systolicOf(value).flag).toBe(flag);
});

test.each([
  [59, 'L'],
  [60, 'N'],
  [84, 'N'],
  [85, 'H'],
] as const)('[VIT-31] diastolic %i is interpreted %s', (value, flag) => {
  expect(diastolicOf(value).flag).toBe(flag);
});

test.each([
  [119, 'target'],
  [120, 'veryMild'],
  [129, 'veryMild'],
  [130, 'mild'],
  [139, 'mild'],
  [140, 'dangerous'],
  [159, 'dangerous'],
  [160, 'veryDangerous'],
] as const)('[VIT-32] systolic %i of an adult is %s', (value, level) => {
  expect(systolicOf(value, 18).band).toBe(level);
});

test.each([
  [79, 'target'],
  [80, 'veryMild'],
  [84, 'veryMild'],
  [85, 'mild'],
  [89, 'mild'],
  [90, 'dangerous'],
  [99, 'dangerous'],
  [100, 'veryDangerous'],
] as const)('[VIT-33] diastolic %i of an adult is %s', (value, level) => {
  expect(diastolicOf(value, 18).band).toBe(level);
});

test('[VIT-34] the colour follows the tiers, and 180+ and 110+ stay in the top one', () => {
  for (const value of [160, 179, 180, 181, 300]) expect(systolicOf(value, ADULT).level).toBe('veryDangerous');
  for (const value of [100, 109, 110, 111, 200]) expect(diastolicOf(value, ADULT).level).toBe('veryDangerous');
});

test('[VIT-35] under 18 or at an unknown age a note replaces the band, and the interpretation stays', () => {
  for (const birth of [{ birthDate: '2026-11-01' }, { birthDate: '2009-06-01' }, {}]) {
    const verdict = judged('bloodPressures', { systolic: 150, diastolic: 95 }, 0, { person: birth });
    expect(verdict).toMatchObject({ flag: 'H', notJudged: 'adultsOnly' });
    expect([verdict.level, verdict.band, verdict.parts.systolic?.level]).toEqual([undefined, undefined, undefined]);
  }
  expect(pairOf(150, 95, 18).level).toBe('dangerous');
});

test('[VIT-54] 85/55 is in the target band, low, and never green', () => {
  const verdict = pairOf(85, 55, 30);
  expect(verdict).toMatchObject({ band: 'target', level: 'veryMild', flag: 'L', side: 'low' });
  expect([verdict.parts.systolic?.level, verdict.parts.diastolic?.level]).toEqual(['veryMild', 'veryMild']);
});

test('[VIT-54] no adult reading with a low part is shown green', () => {
  fc.assert(
    fc.property(pressure, pressure, (upper, lower) => {
      if (upper < 90 || lower < 60) expect(pairOf(upper, lower, ADULT).level).not.toBe('target');
    }),
  );
});

test('[VIT-55] the worse part decides: 118/95 is dangerous', () => {
  const { parts, level } = pairOf(118, 95, ADULT);
  expect([parts.systolic?.level, parts.diastolic?.level, level]).toEqual(['target', 'dangerous', 'dangerous']);
});

test('[VIT-55] the level of a pair is never better than that of a part', () => {
  fc.assert(
    fc.property(pressure, pressure, (upper, lower) => {
      const { parts, band, level } = pairOf(upper, lower, ADULT);
      expect(band).toBe(worst(parts.systolic?.band, parts.diastolic?.band));
      expect(level).toBe(worst(parts.systolic?.level, parts.diastolic?.level));
    }),
  );
});

test('a higher value never has a better band, and the colour is never milder than the band', () => {
  for (const judge of [systolicOf, diastolicOf])
    fc.assert(
      fc.property(pressure, pressure, (a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)].map((value) => judge(value, ADULT));
        expect(compareLevels(low?.band ?? 'veryDangerous', high?.band ?? 'target')).toBeLessThanOrEqual(0);
        expect(compareLevels(low?.level ?? 'target', low?.band ?? 'veryDangerous')).toBeGreaterThanOrEqual(0);
      }),
    );
  const scale = chartScale('bloodPressures', {
    person: { birthDate: '1960-01-01' },
    unit: 'mm[Hg]',
    day: '2026-11-27',
  });
  // the two low steps sit below the specification's five (D-29, R-26)
  for (const { bands } of scale) expect(bands.slice(2).map(({ level }) => level)).toEqual(LEVELS);
});

test('a pair with one high and one low part is flagged high', () => {
  expect(pairOf(150, 55, ADULT).flag).toBe('H');
});

test('[VIT-43] there are five levels, from target to very dangerous', () => {
  const expected: readonly Level[] = ['target', 'veryMild', 'mild', 'dangerous', 'veryDangerous'];
  expect(LEVELS).toEqual(expected);
  expect(worst('mild', undefined, 'dangerous', 'target')).toBe('dangerous');
  expect(worst(undefined)).toBeUndefined();
});
