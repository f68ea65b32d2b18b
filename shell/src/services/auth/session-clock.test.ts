import { createSessionClock } from './session-clock.ts';

const { jest } = import.meta;
const MINUTE = 60_000;
let elapsed = 0;

function start(idle = 30 * MINUTE, absolute = 720 * MINUTE) {
  const clock = createSessionClock({ idleMs: () => idle, absoluteMs: absolute, monotonic: () => elapsed });
  clock.start({ age: 0, idle: 0 });
  return clock;
}
/** Advances both the clock and timers. */
function wait(minutes: number): void {
  for (let step = 0; step < minutes * 60; step += 1) {
    elapsed += 1_000;
    jest.advanceTimersByTime(1_000);
  }
}

beforeEach(() => {
  elapsed = 5_000;
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('[UX-36] who does nothing is warned two minutes before the idle end, minute by minute', () => {
  const clock = start();
  wait(27.9);
  expect(clock.news.get()).toEqual({ kind: 'running' });
  wait(0.1);
  expect(clock.news.get()).toEqual({ kind: 'soon', reason: 'idle', minutes: 2 });
  wait(1);
  expect(clock.news.get()).toEqual({ kind: 'soon', reason: 'idle', minutes: 1 });
  wait(1);
  expect(clock.news.get()).toEqual({ kind: 'over' });
});

test('a warning is told once a minute, however often the time is looked at', () => {
  const clock = start();
  let told = 0;
  wait(28.1);
  clock.news.subscribe(() => {
    told += 1;
  });
  for (let times = 0; times < 3; times += 1) clock.check();
  expect([told, clock.news.get()]).toEqual([0, { kind: 'soon', reason: 'idle', minutes: 2 }]);
});

test('between two minutes of a warning nothing is looked at', () => {
  let looks = 0;
  const monotonic = () => {
    looks += 1;
    return elapsed;
  };
  createSessionClock({ idleMs: () => 30 * MINUTE, absoluteMs: 720 * MINUTE, monotonic }).start({ age: 0, idle: 0 });
  wait(28);
  looks = 0;
  wait(0.9);
  expect(looks).toBe(0);
});

test('however often a person does something, one timer waits for the end, and none after a stop', () => {
  const clock = start();
  for (let times = 0; times < 3; times += 1) clock.touch();
  expect(jest.getTimerCount()).toBe(1);
  clock.stop();
  expect(jest.getTimerCount()).toBe(0);
});

test('what the person does puts the end off; a warning wants a press', () => {
  const clock = start();
  wait(27);
  clock.touch();
  wait(27);
  expect(clock.news.get().kind).toBe('running');
  wait(1);
  expect(clock.news.get().kind).toBe('soon');
  clock.touch();
  expect(clock.news.get().kind).toBe('soon');
  clock.extend();
  expect(clock.news.get().kind).toBe('running');
  wait(27);
  expect(clock.news.get().kind).toBe('running');
});

test('the longest life ends a session however busy it is; its notice can be closed, and is not shown again', () => {
  const clock = start(30 * MINUTE, 60 * MINUTE);
  for (let minute = 0; minute < 58; minute += 1) {
    wait(1);
    clock.touch();
  }
  expect(clock.news.get()).toEqual({ kind: 'soon', reason: 'absolute', minutes: 2 });
  clock.extend();
  expect(clock.news.get()).toEqual({ kind: 'running' });
  wait(1);
  expect(clock.news.get()).toEqual({ kind: 'running' });
  wait(1);
  expect(clock.news.get()).toEqual({ kind: 'over' });
});

test("[UX-36] the device's clock and zone have no say: a day forward or back ends nothing", () => {
  const clock = start();
  wait(5);
  for (const jump of [24, -48]) {
    jest.setSystemTime(Date.now() + jump * 60 * MINUTE);
    clock.check();
    expect(clock.news.get()).toEqual({ kind: 'running' });
  }
  wait(23);
  expect(clock.news.get()).toEqual({ kind: 'soon', reason: 'idle', minutes: 2 });
});

test('a reload goes on counting', () => {
  const clock = start();
  wait(20);
  const since = clock.elapsed();
  clock.stop();
  elapsed = 100;
  const next = createSessionClock({ idleMs: () => 30 * MINUTE, absoluteMs: 720 * MINUTE, monotonic: () => elapsed });
  next.start(since);
  wait(8);
  expect(next.news.get()).toEqual({ kind: 'soon', reason: 'idle', minutes: 2 });
});

test('a session that began elsewhere is as old as the identity service says', () => {
  const clock = createSessionClock({ idleMs: () => 30 * MINUTE, absoluteMs: 720 * MINUTE, monotonic: () => elapsed });
  clock.start({ age: 719 * MINUTE, idle: 0 });
  expect(clock.news.get()).toEqual({ kind: 'soon', reason: 'absolute', minutes: 1 });
});

test('after a sleep of unknown length the person is asked, and nothing ends at once', () => {
  const clock = start();
  wait(1);
  clock.doubt();
  expect(clock.news.get()).toEqual({ kind: 'soon', reason: 'idle', minutes: 2 });
  clock.extend();
  expect(clock.news.get()).toEqual({ kind: 'running' });
});

test('a late timer of a hidden tab is made up for by a look at the time', () => {
  const clock = start();
  elapsed += 31 * MINUTE;
  clock.check();
  expect(clock.news.get()).toEqual({ kind: 'over' });
});

test('a clock that has stopped tells nothing more, whatever happens', () => {
  const clock = start();
  wait(1);
  clock.stop();
  elapsed += 31 * MINUTE;
  for (const happens of [clock.check, clock.touch, clock.extend, clock.doubt]) happens();
  wait(1);
  expect(clock.news.get()).toEqual({ kind: 'running' });
});
