import { isGrownUp, isSevereBreathing, isSevereSpo2 } from './covid19.ts';

test.each([
  [0, false],
  [1, true],
  [93.9, true],
  [94, false],
])('SpO2 of %d %% is severe: %j', (percent, severe) => {
  expect(isSevereSpo2(percent)).toBe(severe);
});

test.each([
  [30, undefined, false],
  [31, undefined, true],
  [31, 12, true],
  [31, 11, false],
])('%d breaths a minute at the age of %j are severe: %j', (perMinute, age, severe) => {
  expect(isSevereBreathing(perMinute, age)).toBe(severe);
});

test('who is 12, or of unknown age, is judged as a grown-up', () => {
  expect([undefined, 11, 12].map(isGrownUp)).toEqual([true, false, true]);
});
