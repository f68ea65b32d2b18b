import { relayCallback } from './handover.ts';
import { followWindow } from './signin-window.ts';

const { jest } = import.meta;
function follow(state: string) {
  const opened = { closed: false };
  const told: string[] = [];
  let answered: () => void = () => undefined;
  const answer = new Promise<void>((resolve) => {
    answered = resolve;
  });
  followWindow(opened, state, {
    onAnswer: (url) => {
      told.push(url);
      answered();
    },
    onGone: () => told.push('gone'),
    onNothing: () => told.push('nothing'),
  });
  return { opened, told, answer };
}
beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('[AUTH-14] a window that is closed without an answer is told, a moment after it is gone', async () => {
  const { opened, told, answer } = follow('a');
  jest.advanceTimersByTime(60_000);
  expect(told).toEqual([]);
  opened.closed = true;
  jest.advanceTimersByTime(500);
  expect(told).toEqual(['gone']);
  jest.advanceTimersByTime(3_999);
  expect(told).toEqual(['gone']);
  jest.advanceTimersByTime(1);
  expect(told).toEqual(['gone', 'nothing']);
  // a late response still counts and ends the wait
  void relayCallback('a', 'https://app.test/auth-cb?code=2');
  await answer;
  expect(told.at(-1)).toBe('https://app.test/auth-cb?code=2');
});

test('a window that has answered is followed no longer', async () => {
  const { opened, told, answer } = follow('c');
  void relayCallback('c', 'https://app.test/auth-cb?code=3');
  await answer;
  opened.closed = true;
  jest.advanceTimersByTime(60_000);
  expect(told).toEqual(['https://app.test/auth-cb?code=3']);
});

test('a sign-in window cut off on its way back looks closed, but its answer still arrives', async () => {
  const { opened, told, answer } = follow('b');
  opened.closed = true;
  jest.advanceTimersByTime(3_000);
  void relayCallback('b', 'https://app.test/auth-cb?code=1');
  await answer;
  jest.advanceTimersByTime(60_000);
  expect(told).toEqual(['gone', 'https://app.test/auth-cb?code=1']);
});
