import * as fc from 'fast-check';
import type { Level } from '../levels.ts';
import { judged } from './sample.test-support.ts';

const at = (celsius: number, age: number | undefined) =>
  judged('temperatures', { value: celsius }, age ?? 0, age === undefined ? { person: {} } : {});
const levelAt = (celsius: number, age: number | undefined): Level | undefined => at(celsius, age).band;
const tenths = fc.integer({ min: 300, max: 430 }).map((value) => value / 10);
const age = fc.option(fc.integer({ min: 0, max: 110 }), { nil: undefined });

test.each([37.4, 37.5])('[VIT-36] %d is not above the reference', (celsius) => {
  expect(at(celsius, 30).flag).toBeUndefined();
});

test.each([37.51, 37.6, 40])('[VIT-36] %d is flagged high', (celsius) => {
  expect(at(celsius, 30).flag).toBe('H');
});

test.each([
  [0, 36.4, 37.7],
  [10, 36.4, 37.7],
  [11, 36.8, 37.8],
  [65, 36.8, 37.8],
  [66, 35.8, 37.1],
  [101, 35.8, 37.1],
  [undefined, 36.8, 37.8],
] as const)('[VIT-37] the target at %p years is %d to %d', (years, low, high) => {
  expect(levelAt(low, years)).toBe('target');
  expect(levelAt(high, years)).toBe('target');
  expect(levelAt(low - 0.1, years)).not.toBe('target');
  expect(levelAt(high + 0.1, years)).not.toBe('target');
});

test('[VIT-37] outside the target the steps of NEWS2 apply', () => {
  const steps: readonly (readonly [number, Level])[] = [
    [35, 'veryDangerous'],
    [35.05, 'veryDangerous'],
    [35.1, 'mild'],
    [36, 'mild'],
    [36.1, 'veryMild'],
    [36.7, 'veryMild'],
    [36.8, 'target'],
    [37.8, 'target'],
    [37.9, 'veryMild'],
    [38, 'veryMild'],
    [38.05, 'mild'],
    [38.1, 'mild'],
    [39, 'mild'],
    [39.05, 'dangerous'],
    [39.1, 'dangerous'],
    [42, 'dangerous'],
  ];
  for (const [celsius, level] of steps) expect([celsius, levelAt(celsius, 40)]).toEqual([celsius, level]);
});

test('[VIT-37] under 16 years fever is one step worse', () => {
  expect([38, 38.1, 39, 39.1].map((celsius) => levelAt(celsius, 15))).toEqual([
    'veryMild',
    'dangerous',
    'dangerous',
    'veryDangerous',
  ]);
  expect([38.1, 39.1].map((celsius) => levelAt(celsius, 16))).toEqual(['mild', 'dangerous']);
});

test('[VIT-37] the target of the oldest wins over the NEWS2 step that it overlaps', () => {
  expect([35.7, 35.8, 36, 37.1, 37.2].map((celsius) => levelAt(celsius, 80))).toEqual([
    'mild',
    'target',
    'target',
    'target',
    'veryMild',
  ]);
});

test('[VIT-56] 37.7 at 30 years is in the target, flagged high and shown yellow', () => {
  expect(at(37.7, 30)).toMatchObject({ band: 'target', level: 'veryMild', flag: 'H', side: 'high' });
});

test('[VIT-56] no temperature above 37.5 is shown green at any age', () => {
  fc.assert(
    fc.property(tenths, age, (celsius, years) => {
      const { flag, level } = at(celsius, years);
      expect(flag === 'H').toBe(celsius > 37.5);
      if (celsius > 37.5) expect(level).not.toBe('target');
    }),
  );
});

test('every temperature has one level at every age', () => {
  fc.assert(
    fc.property(fc.double({ min: 20, max: 50, noNaN: true }), age, (celsius, years) =>
      expect([levelAt(celsius, years), at(celsius, years).level]).not.toContain(undefined),
    ),
  );
});

test('[VIT-37] from 36.1 to the target is frequent: very mild, shown without a colour or a notice', () => {
  expect([36, 36.1, 36.7, 36.8].map((celsius) => at(celsius, 40).isNeutral === true)).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(at(36.5, 40)).toMatchObject({ band: 'veryMild', level: 'veryMild', side: 'usualLow' });
  expect(at(36.5, 40).advice).toBeUndefined();
});

test('fever of a baby under three months is very dangerous from 38.0 on, by calendar months', () => {
  const of = (birthDate: string, celsius: number) =>
    judged('temperatures', { value: celsius }, 0, { person: { birthDate } });
  expect(of('2026-08-28', 38)).toMatchObject({ level: 'veryDangerous', advice: { id: 'temp.baby', urgency: 'now' } });
  expect(of('2026-08-28', 37.9).level).toBe('veryMild');
  expect(of('2026-08-27', 38).level).toBe('veryMild');
  expect(of('2026-10-31', 35.9).level).toBe('veryDangerous');
  expect(of('2026-10-30', 35.9).level).toBe('mild');
  expect(of('2026-05-28', 39)).toMatchObject({ level: 'dangerous', advice: { id: 'temp.infant', urgency: 'today' } });
});
