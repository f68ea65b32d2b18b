/** @jest-environment ./shared/build/src/jest-browser.cjs */
import { createTextStore } from '../host/storage.ts';
import { createSessionClock } from './session-clock.ts';
import { watchSession } from './session-watch.ts';

const MINUTE = 60_000;
let time = { monotonic: 0, wall: 0 };
const stops: (() => void)[] = [];

function watch({ age = 0 } = {}) {
  const clock = createSessionClock({
    idleMs: () => 30 * MINUTE,
    absoluteMs: 720 * MINUTE,
    monotonic: () => time.monotonic,
  });
  let presences = 0;
  const stop = watchSession({
    clock,
    age,
    tabStore: createTextStore(() => window.sessionStorage),
    onPresence: () => {
      presences += 1;
    },
    monotonic: () => time.monotonic,
    wall: () => time.wall,
    channel: new BroadcastChannel('phr.test.activity'),
  });
  stops.push(stop);
  return { clock, presences: () => presences, stop };
}
const goBy = (minutes: number, wallMinutes = minutes) => {
  time = { monotonic: time.monotonic + minutes * MINUTE, wall: time.wall + wallMinutes * MINUTE };
};
const returns = () => document.dispatchEvent(new Event('visibilitychange'));

beforeEach(() => {
  time = { monotonic: 0, wall: 0 };
  window.sessionStorage.clear();
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

test('a key or a touch keeps the session, and says so at most every five seconds', () => {
  const { clock, presences } = watch();
  goBy(20);
  for (let index = 0; index < 10; index += 1) document.dispatchEvent(new Event('keydown'));
  expect(clock.elapsed().idle).toBe(0);
  expect(presences()).toBe(1);
  goBy(1);
  document.dispatchEvent(new Event('pointerdown'));
  expect(presences()).toBe(2);
});

test('what a person does in one tab keeps the others', async () => {
  const [here, there] = [watch(), watch()];
  goBy(29);
  there.clock.check();
  expect(there.clock.news.get().kind).toBe('soon');
  const heard = new Promise<void>((resolve) => {
    there.clock.news.subscribe(() => {
      if (there.clock.news.get().kind === 'running') resolve();
    });
  });
  here.clock.extend();
  document.dispatchEvent(new Event('keydown'));
  await heard;
  expect(there.clock.elapsed().idle).toBe(0);
});

test('[UX-36] a device that slept asks the person; a clock that somebody set ends nothing', () => {
  goBy(600);
  const { clock } = watch();
  goBy(1);
  returns();
  expect(clock.news.get()).toEqual({ kind: 'running' });
  goBy(1, 600);
  returns();
  expect(clock.news.get()).toEqual({ kind: 'soon', reason: 'idle', minutes: 2 });
  clock.extend();
  goBy(1, -1_440);
  returns();
  expect(clock.news.get()).toEqual({ kind: 'running' });
});

test('a reload takes the clock along, once; a new session starts at its own age', () => {
  const first = watch();
  goBy(25);
  window.dispatchEvent(new Event('pagehide'));
  first.stop();
  time = { monotonic: 0, wall: time.wall };
  const second = watch();
  expect(second.clock.elapsed()).toEqual({ age: 25 * MINUTE, idle: 25 * MINUTE });
  second.stop();
  expect(watch({ age: 7 }).clock.elapsed()).toEqual({ age: 7, idle: 0 });
});
