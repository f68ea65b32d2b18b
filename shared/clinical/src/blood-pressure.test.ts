import * as fc from 'fast-check';
import {
  assessBloodPressure,
  assessDiastolic,
  assessSystolic,
  DIASTOLIC_SCALE,
  diastolicFlag,
  SYSTOLIC_SCALE,
  systolicFlag,
} from './blood-pressure.ts';
import { compareLevels, LEVELS, worst } from './levels.ts';
import type { Level } from './levels.ts';

const ADULT = 67;
const pressure = fc.integer({ min: 1, max: 400 });

test.each([
  [89, 'L'],
  [90, 'N'],
  [129, 'N'],
  [130, 'H'],
] as const)('[VIT-30] systolic %i is interpreted %s', (value, flag) => {
  expect(systolicFlag(value)).toBe(flag);
});

test.each([
  [59, 'L'],
  [60, 'N'],
  [84, 'N'],
  [85, 'H'],
] as const)('[VIT-31] diastolic %i is interpreted %s', (value, flag) => {
  expect(diastolicFlag(value)).toBe(flag);
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
  expect(assessSystolic(value, 18).level).toBe(level);
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
  expect(assessDiastolic(value, 18).level).toBe(level);
});

test('[VIT-34] the colour follows the tiers, and 180+ and 110+ stay in the top one', () => {
  for (const value of [160, 179, 180, 181, 300]) expect(assessSystolic(value, ADULT).shownAs).toBe('veryDangerous');
  for (const value of [100, 109, 110, 111, 200]) expect(assessDiastolic(value, ADULT).shownAs).toBe('veryDangerous');
});

test('[VIT-35] under 18 or at an unknown age a note replaces the band, and the interpretation stays', () => {
  for (const age of [0, 17, undefined]) {
    const { pair, systolic } = assessBloodPressure(150, 95, age);
    expect(pair).toEqual({ flag: 'H', adultsOnly: true });
    expect(systolic.level).toBeUndefined();
  }
  expect(assessBloodPressure(150, 95, 18).pair.level).toBe('dangerous');
});

test('[VIT-54] 85/55 is in the target band, low, and never green', () => {
  const { pair, systolic, diastolic } = assessBloodPressure(85, 55, 30);
  expect(pair).toEqual({ level: 'target', shownAs: 'veryMild', flag: 'L', adultsOnly: false });
  expect(systolic.shownAs).toBe('veryMild');
  expect(diastolic.shownAs).toBe('veryMild');
});

test('[VIT-54] no adult reading with a low part is shown green', () => {
  fc.assert(
    fc.property(pressure, pressure, (upper, lower) => {
      const { pair } = assessBloodPressure(upper, lower, ADULT);
      if (upper < 90 || lower < 60) expect(pair.shownAs).not.toBe('target');
    }),
  );
});

test('[VIT-55] the worse part decides: 118/95 is dangerous', () => {
  const { pair, systolic, diastolic } = assessBloodPressure(118, 95, ADULT);
  expect([systolic.level, diastolic.level, pair.level]).toEqual(['target', 'dangerous', 'dangerous']);
});

test('[VIT-55] the level of a pair is never better than that of a part', () => {
  fc.assert(
    fc.property(pressure, pressure, (upper, lower) => {
      const { pair, systolic, diastolic } = assessBloodPressure(upper, lower, ADULT);
      expect(pair.level).toBe(worst(systolic.level, diastolic.level));
    }),
  );
});

test('a higher value never has a better level, and the colour is never milder than the level', () => {
  for (const [assess, scale] of [
    [assessSystolic, SYSTOLIC_SCALE],
    [assessDiastolic, DIASTOLIC_SCALE],
  ] as const) {
    fc.assert(
      fc.property(pressure, pressure, (a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)].map((value) => assess(value, ADULT));
        expect(compareLevels(low?.level ?? 'veryDangerous', high?.level ?? 'target')).toBeLessThanOrEqual(0);
        expect(compareLevels(low?.shownAs ?? 'target', low?.level ?? 'veryDangerous')).toBeGreaterThanOrEqual(0);
      }),
    );
    expect(scale.map(({ level }) => level)).toEqual(LEVELS);
  }
});

test('a pair with one high and one low part is flagged high', () => {
  expect(assessBloodPressure(150, 55, ADULT).pair.flag).toBe('H');
});

test('[VIT-43] there are five levels, from target to very dangerous', () => {
  const expected: readonly Level[] = ['target', 'veryMild', 'mild', 'dangerous', 'veryDangerous'];
  expect(LEVELS).toEqual(expected);
  expect(worst('mild', undefined, 'dangerous', 'target')).toBe('dangerous');
  expect(worst(undefined)).toBeUndefined();
});
