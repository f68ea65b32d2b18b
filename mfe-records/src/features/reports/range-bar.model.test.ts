import { rangeBar } from './range-bar.model.ts';

test('two limits lie at a quarter from each end, the value between them as far as it is', () => {
  expect(rangeBar({ value: 120, low: 120, high: 160 })).toEqual({ value: 25, from: 25, to: 75 });
  expect(rangeBar({ value: 140, low: 120, high: 160 })?.value).toBe(50);
  expect(rangeBar({ value: 112, low: 120, high: 160 })?.value).toBe(15);
});

test('a value far outside stays on the bar', () => {
  expect([-900, 9000].map((value) => rangeBar({ value, low: 120, high: 160 })?.value)).toEqual([2, 98]);
});

test('a range of one limit is open at its other end', () => {
  expect(rangeBar({ value: 3.4, high: 3.4 })).toEqual({ value: 75, from: 0, to: 75 });
  expect(rangeBar({ value: 1.7, high: 3.4 })?.value).toBe(37.5);
  expect(rangeBar({ value: 1, low: 1 })).toEqual({ value: 25, from: 25, to: 100 });
  expect(rangeBar({ value: 3, low: 1 })?.value).toBe(75);
  expect(rangeBar({ value: 0.5, high: 0 })?.value).toBe(98);
});

test('a comparator opens the mark to the side where the value may be', () => {
  const opensTo = (comparator: '<' | '<=' | '>' | '>=') =>
    rangeBar({ value: 5, comparator, low: 3, high: 10 })?.opensTo;
  expect([opensTo('<'), opensTo('<='), opensTo('>'), opensTo('>=')]).toEqual(['start', 'start', 'end', 'end']);
  expect(rangeBar({ value: 5, low: 3, high: 10 })?.opensTo).toBeUndefined();
});

test('without limits, or with limits the wrong way round, there is no bar', () => {
  expect(rangeBar({ value: 5 })).toBeUndefined();
  expect(rangeBar({ value: 5, low: 10, high: 3 })).toBeUndefined();
  expect(rangeBar({ value: 5, low: 4, high: 4 })).toBeUndefined();
  expect(rangeBar({ value: NaN, low: 3, high: 10 })).toBeUndefined();
});
