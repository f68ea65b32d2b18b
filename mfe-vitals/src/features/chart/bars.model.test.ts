import { barsOf } from './bars.model.ts';
import type { Point } from './series.model.ts';

const single = (at: number, systolic: number, diastolic: number): Point => ({
  readings: [],
  at,
  values: [
    { key: 'systolic', value: systolic },
    { key: 'diastolic', value: diastolic },
  ],
});
/** 148/92, 136/86 and 136/84 of one day. */
const day: Point = {
  readings: [],
  at: 1,
  values: [
    { key: 'systolic', value: 140, low: 136, high: 148 },
    { key: 'diastolic', value: 87.3, low: 84, high: 92 },
  ],
};

test('in a chart of days each bar joins the lowest and the highest of its own number, and never the means', () => {
  const points = [day, single(2, 128, 82)];
  expect(barsOf(points, 'systolic')).toEqual([{ at: 1, from: 136, to: 148 }]);
  expect(barsOf(points, 'diastolic')).toEqual([{ at: 1, from: 84, to: 92 }]);
  expect(barsOf([{ ...day, values: [{ key: 'value', value: 6.1, low: 5.1, high: 7.1 }] }], 'value')).toEqual([
    { at: 1, from: 5.1, to: 7.1 },
  ]);
});

test('in a chart of readings a bar joins both numbers of a pressure, once; other readings have none', () => {
  const points = [single(1, 148, 92), single(2, 128, 82)];
  expect(barsOf(points, 'systolic')).toEqual([
    { at: 1, from: 148, to: 92 },
    { at: 2, from: 128, to: 82 },
  ]);
  expect(barsOf(points, 'diastolic')).toEqual([]);
  expect(barsOf([{ readings: [], at: 1, values: [{ key: 'value', value: 6 }] }], 'value')).toEqual([]);
});
