import * as fc from 'fast-check';
import { trendOf } from './trend.ts';

test('[VIT-29] the arrow compares the latest with the previous reading', () => {
  expect(trendOf(80, 70)?.trending).toBe('up');
  expect(trendOf(70, 80)?.trending).toBe('down');
  expect(trendOf(70, 70)?.trending).toBe('equal');
  expect(trendOf(70, undefined)).toBeUndefined();
});

test('[VIT-27] the percentage has one decimal and none exists against 0', () => {
  expect(trendOf(66, 64)).toEqual({ trending: 'up', difference: 2, percent: 3.1 });
  expect(trendOf(36.6, 37)).toEqual({ trending: 'down', difference: -0.4, percent: -1.1 });
  expect(trendOf(5, 0)).toEqual({ trending: 'up', difference: 5 });
  expect(trendOf(NaN, 5)).toBeUndefined();
});

test('[VIT-29] the sign of the percentage agrees with the arrow', () => {
  const value = fc.integer({ min: 1, max: 3000 }).map((tenths) => tenths / 10);
  fc.assert(
    fc.property(value, value, (latest, previous) => {
      const trend = trendOf(latest, previous);
      expect(trend?.trending).toBe(latest > previous ? 'up' : latest < previous ? 'down' : 'equal');
      if (latest >= previous) expect(trend?.percent).toBeGreaterThanOrEqual(0);
      else expect(trend?.percent).toBeLessThanOrEqual(0);
    }),
  );
});
