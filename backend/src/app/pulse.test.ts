import { watchPulse } from './pulse.ts';

const { jest } = import.meta;
const SILENT_MS = 60_000;
let asked = 0;
let silent = 0;
let pulse: ReturnType<typeof watchPulse>;
beforeEach(() => {
  jest.useFakeTimers();
  [asked, silent] = [0, 0];
  pulse = watchPulse({
    everyMs: 1_000,
    silentMs: SILENT_MS,
    ask: () => {
      asked += 1;
    },
    onSilent: () => {
      silent += 1;
    },
  });
});
afterEach(() => {
  pulse.stop();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

/** A sleeping machine: every clock advances while no process runs. */
function sleep(ms: number): void {
  const [clock, date] = [performance.now.bind(performance), Date.now.bind(Date)];
  jest.spyOn(performance, 'now').mockImplementation(() => clock() + ms);
  jest.spyOn(Date, 'now').mockImplementation(() => date() + ms);
}

test('who answers nothing for a minute is silent, and a sign of life begins the minute anew', () => {
  jest.advanceTimersByTime(SILENT_MS - 1_000);
  expect([asked, silent]).toEqual([59, 0]);
  pulse.heard();
  jest.advanceTimersByTime(SILENT_MS - 1_000);
  expect(silent).toBe(0);
  jest.advanceTimersByTime(1_000);
  expect([asked, silent]).toEqual([119, 1]);
});

test('nobody was silent while the whole machine was paused', () => {
  jest.advanceTimersByTime(5_000);
  pulse.heard();
  sleep(3_600_000);
  // the turn that was due comes before the answers that wait
  jest.advanceTimersByTime(1_000);
  expect(silent).toBe(0);
  pulse.heard();
  jest.advanceTimersByTime(SILENT_MS - 1_000);
  expect(silent).toBe(0);
});

test('nothing is asked of what has ended', () => {
  pulse.stop();
  jest.advanceTimersByTime(2 * SILENT_MS);
  expect([asked, silent]).toEqual([0, 0]);
});
