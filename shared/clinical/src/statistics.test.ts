import * as fc from 'fast-check';
import { extremesOf, meanOf, quantileOf, standardDeviationOf } from './statistics.ts';

const numbers = fc.array(fc.double({ min: -1e4, max: 1e4, noNaN: true }), { minLength: 1 });

test('mean and standard deviation of a sample', () => {
  expect(meanOf([2, 4, 9])).toBe(5);
  expect(standardDeviationOf([2, 4, 4, 4, 5, 5, 7, 9])).toBeCloseTo(2.138, 3);
  expect([meanOf([]), standardDeviationOf([]), standardDeviationOf([5])]).toEqual([undefined, undefined, undefined]);
});

test('quantiles lie between two neighbours in proportion', () => {
  expect([0, 0.25, 0.5, 0.9, 1].map((share) => quantileOf([1, 2, 3, 4], share))).toEqual([1, 1.75, 2.5, 3.7, 4]);
  expect(quantileOf([], 0.5)).toBeUndefined();
  fc.assert(
    fc.property(numbers, fc.double({ min: 0, max: 1, noNaN: true }), (values, share) => {
      const sorted = [...values].sort((a, b) => a - b);
      const found = quantileOf(sorted, share) ?? NaN;
      expect(found).toBeGreaterThanOrEqual((sorted[0] ?? NaN) - 1e-9);
      expect(found).toBeLessThanOrEqual((sorted.at(-1) ?? NaN) + 1e-9);
    }),
  );
});

test('a mean lies between the extremes, also of very many values', () => {
  fc.assert(
    fc.property(numbers, (values) => {
      const { lowest, highest } = extremesOf(values) ?? { lowest: NaN, highest: NaN };
      expect(meanOf(values)).toBeGreaterThanOrEqual(lowest - 1e-9);
      expect(meanOf(values)).toBeLessThanOrEqual(highest + 1e-9);
    }),
  );
  expect(extremesOf([])).toBeUndefined();
  expect(extremesOf(new Float64Array(500_000).fill(7))).toEqual({ lowest: 7, highest: 7 });
});
