import * as fc from 'fast-check';
import { areaPath, barsPath, linePath, marksPath, nearestIndex, withoutOverlap } from './paths.model.ts';

test('[VIT-57] each level has a mark of its own shape', () => {
  const at = [{ x: 10, y: 10 }];
  const paths = (['target', 'veryMild', 'mild', 'dangerous', 'veryDangerous'] as const).map((level) =>
    marksPath(at, level),
  );
  expect(new Set(paths).size).toBe(5);
  expect(paths.map((path) => path.split('L').length)).toEqual([1, 4, 4, 3, 8]);
  expect(marksPath([...at, ...at], 'mild').match(/M/g)).toHaveLength(2);
});

test('lines, bars and areas are drawn through their places', () => {
  expect(
    linePath([
      { x: 1, y: 2 },
      { x: 3, y: 4.25 },
    ]),
  ).toBe('M1 2L3 4.3');
  expect(linePath([{ x: 1, y: 2 }])).toBe('');
  expect(barsPath([{ x: 5, from: 10, to: 20 }])).toBe('M5 10V20');
  expect(
    areaPath(
      [
        { x: 0, y: 1 },
        { x: 9, y: 1 },
      ],
      [
        { x: 0, y: 5 },
        { x: 9, y: 6 },
      ],
    ),
  ).toBe('M0 1L9 1L9 6L0 5Z');
});

test('the nearest of many is found', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1 }),
      fc.integer({ min: -10, max: 1010 }),
      (raw, wanted) => {
        const ascending = raw.toSorted((a, b) => a - b);
        const found = ascending[nearestIndex(ascending, wanted)] ?? NaN;
        expect(Math.abs(found - wanted)).toBe(Math.min(...ascending.map((one) => Math.abs(one - wanted))));
      },
    ),
  );
  expect(nearestIndex([], 5)).toBe(-1);
});

test('labels that would touch are left out', () => {
  const marks = [0, 10, 40, 45, 90].map((x) => ({ x, label: String(x) }));
  expect(withoutOverlap(marks, () => 20, 5).map(({ x }) => x)).toEqual([0, 40, 90]);
});
