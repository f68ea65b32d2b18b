import { readMeasureSession } from './measure-session.entity.ts';
import { clockOfSeconds, isCountdownOver, secondsLeft, secondsOf } from './monitor.model.ts';

test('[MON-01] a session has mac and minsTimeout, and minutes are seconds', () => {
  expect(readMeasureSession({ id: 's', mac: 'AA', minsTimeout: 5, startedAt: '2026-11-28T01:00:00Z' })).toEqual({
    id: 's',
    mac: 'AA',
    minsTimeout: 5,
    startedAt: '2026-11-28T01:00:00Z',
  });
  expect(readMeasureSession({ id: 's' })).toBeUndefined();
  expect(secondsOf({ minsTimeout: 5 })).toBe(300);
});

test('[MON-02] while a session is loading the time-out is 0: no countdown, and nothing ends', () => {
  expect(secondsOf(undefined)).toBe(0);
  expect(secondsLeft(undefined, 999_999)).toBe(0);
  expect(isCountdownOver(undefined, 999_999)).toBe(false);
});

test('a countdown is over at its last second, and not before', () => {
  expect(
    [0, 299_999, 300_000, 400_000].map((elapsed) => [
      secondsLeft({ minsTimeout: 5 }, elapsed),
      isCountdownOver({ minsTimeout: 5 }, elapsed),
    ]),
  ).toEqual([
    [300, false],
    [1, false],
    [0, true],
    [0, true],
  ]);
  expect([0, 9, 61, 600].map(clockOfSeconds)).toEqual(['0:00', '0:09', '1:01', '10:00']);
});
