import { createStore, type Store } from '@phr/contract/store';

/** What the person must know about the end of the session. */
export type SessionTimeout =
  | { readonly kind: 'running' }
  /** Ends soon. `idle` can be extended, `absolute` cannot. */
  | { readonly kind: 'soon'; readonly reason: 'idle' | 'absolute'; readonly minutes: number }
  | { readonly kind: 'over' };

export interface SessionClock {
  readonly news: Store<SessionTimeout>;
  /** Starts counting. `age` is the session's duration so far, `idle` the time without activity; milliseconds. */
  start(since: { readonly age: number; readonly idle: number }): void;
  /** Activity here or in another tab. While a warning is shown, only `extend` counts. */
  touch(): void;
  /** Extends the idle timeout, or dismisses the notice of the absolute one. */
  extend(): void;
  /** The device may have slept for an unknown time, so ask the person. */
  doubt(): void;
  /** Checks the time now: timers are late in hidden tabs. */
  check(): void;
  /** Input for `start` to continue counting after a reload. */
  elapsed(): { readonly age: number; readonly idle: number };
  stop(): void;
}

export interface SessionClockOptions {
  /** Milliseconds; S-10, configurable. A function, as the limit becomes shorter after a sign-in on a shared device. */
  readonly idleMs: () => number;
  readonly absoluteMs: number;
  /** A clock the user cannot set: elapsed milliseconds (UX-36). */
  readonly monotonic: () => number;
}

/** Lead time of the warning (UX-36). */
const WARN_MS = 120_000;
const MINUTE = 60_000;

/** Tracks the idle and the absolute timeout of a session. */
export function createSessionClock({ idleMs, absoluteMs, monotonic }: SessionClockOptions): SessionClock {
  const news = createStore<SessionTimeout>({ kind: 'running' });
  let startedAt = 0;
  let activeAt = 0;
  let isRunning = false;
  let absoluteIsKnown = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** The nearer timeout and the time left. */
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
    // next moment the text changes
    timer = setTimeout(check, left > WARN_MS ? left - WARN_MS : left - (minutes - 1) * MINUTE);
  }

  const active = (): void => {
    activeAt = monotonic();
    check();
  };
  return {
    news,
    check,
    start({ age, idle }) {
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
