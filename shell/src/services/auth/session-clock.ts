import { createStore, type Store } from '@phr/contract/store';

/** What the person has to know about the end of the session. */
export type SessionNews =
  | { readonly kind: 'running' }
  /** The end is near. `idle` is put off by a press, `absolute` is not. */
  | { readonly kind: 'soon'; readonly reason: 'idle' | 'absolute'; readonly minutes: number }
  | { readonly kind: 'over' };

export interface SessionClock {
  readonly news: Store<SessionNews>;
  /** Begins to count. `age` is how long the session has lasted, `idle` how long nobody did anything; milliseconds. */
  start(since?: { readonly age: number; readonly idle: number }): void;
  /** The person did something, here or in another tab. While a warning is on screen only `extend` counts. */
  touch(): void;
  /** The person wants to go on: puts the idle end off, or closes the notice of the absolute end. */
  extend(): void;
  /** The device seems to have slept: nothing tells for how long, so the person is asked. */
  doubt(): void;
  /** Looks at the time now: timers are late in hidden tabs. */
  check(): void;
  /** What `start` needs to go on counting after a reload. */
  elapsed(): { readonly age: number; readonly idle: number };
  stop(): void;
}

export interface SessionClockOptions {
  /** Milliseconds; S-10, configurable. Asked each time: whoever signs in on a shared device is signed out early from then on. */
  readonly idleMs: () => number;
  readonly absoluteMs: number;
  /** A clock that nobody can set: elapsed milliseconds (UX-36). */
  readonly monotonic: () => number;
}

/** The warning comes this long before the end (UX-36). */
const WARN_MS = 120_000;
const MINUTE = 60_000;

/** Counts the session's two ends: after idle time and after its longest life. */
export function createSessionClock({ idleMs, absoluteMs, monotonic }: SessionClockOptions): SessionClock {
  const news = createStore<SessionNews>({ kind: 'running' });
  let startedAt = 0;
  let activeAt = 0;
  let isRunning = false;
  let absoluteIsKnown = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** The nearest end and how long until then. */
  function nearest(): { readonly reason: 'idle' | 'absolute'; readonly left: number } {
    const idle = activeAt + idleMs() - monotonic();
    const absolute = startedAt + absoluteMs - monotonic();
    return absolute < idle ? { reason: 'absolute', left: absolute } : { reason: 'idle', left: idle };
  }

  function check(): void {
    clearTimeout(timer);
    if (!isRunning) return;
    const { reason, left } = nearest();
    if (left <= 0) {
      isRunning = false;
      news.set({ kind: 'over' });
      return;
    }
    const warns = left <= WARN_MS && !(reason === 'absolute' && absoluteIsKnown);
    const minutes = Math.ceil(left / MINUTE);
    const before = news.get();
    if (!warns) {
      if (before.kind !== 'running') news.set({ kind: 'running' });
    } else if (before.kind !== 'soon' || before.reason !== reason || before.minutes !== minutes)
      news.set({ kind: 'soon', reason, minutes });
    // The next moment at which the words change.
    timer = setTimeout(check, left > WARN_MS ? left - WARN_MS : left - (minutes - 1) * MINUTE);
  }

  const active = (): void => {
    activeAt = monotonic();
    check();
  };
  return {
    news,
    check,
    start({ age, idle } = { age: 0, idle: 0 }) {
      startedAt = monotonic() - age;
      activeAt = monotonic() - idle;
      isRunning = true;
      absoluteIsKnown = false;
      check();
    },
    touch() {
      if (isRunning && news.get().kind === 'running') active();
    },
    extend() {
      if (!isRunning) return;
      if (nearest().reason === 'absolute') absoluteIsKnown = true;
      active();
    },
    doubt() {
      if (!isRunning) return;
      activeAt = Math.min(activeAt, monotonic() - idleMs() + WARN_MS);
      check();
    },
    elapsed: () => ({ age: monotonic() - startedAt, idle: monotonic() - activeAt }),
    stop() {
      isRunning = false;
      clearTimeout(timer);
    },
  };
}
