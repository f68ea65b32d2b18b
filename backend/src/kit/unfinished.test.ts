import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { readRest } from './unfinished.ts';

test.each([
  ['at once', 0, 4_000],
  ['late, it gets what is left of its time', 2_500, 1_500],
  ['later than its time, it may still end its line', 60_000, 1_000],
])('a body that does not end is cut four seconds after it began: answered %s', (_when, agoMs, leftMs) => {
  import.meta.jest.useFakeTimers();
  const request = new IncomingMessage(new Socket());
  readRest(request, performance.now() - agoMs);
  import.meta.jest.advanceTimersByTime(leftMs - 1);
  expect(request.destroyed).toBe(false);
  import.meta.jest.advanceTimersByTime(1);
  expect(request.destroyed).toBe(true);
  import.meta.jest.useRealTimers();
});
