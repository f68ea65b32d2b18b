import { isObject, number } from '@phr/fhir/json';
import type { TextStore } from '../host/storage.ts';
import type { SessionClock } from './session-clock.ts';

export interface SessionWatchOptions {
  readonly clock: SessionClock;
  readonly tabStore: TextStore;
  /** Session age in milliseconds when this document resumes it. */
  readonly age: number;
  /** The person is active: renew the token before it expires. */
  readonly onPresence: () => void;
  /** Milliseconds of a monotonic clock, and of the device's clock. */
  readonly monotonic: () => number;
  readonly wall: () => number;
  readonly channel?: BroadcastChannel;
}

/** Storage key of the clock state for a reload. */
const CLOCK = 'phr.clock';
const SIGNS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;
const TELL_EVERY_MS = 5_000;
/** If the device's clock runs ahead by this much, the device has slept or the clock was changed. */
const SLEPT_MS = 60_000;

/** Feeds the session clock with activity in this tab and others. Returns a function that stops it. */
export function watchSession({
  clock,
  tabStore,
  age,
  onPresence,
  monotonic,
  wall,
  channel = new BroadcastChannel('phr.activity'),
}: SessionWatchOptions): () => void {
  const ends: (() => void)[] = [];
  const listen = (target: EventTarget, names: readonly string[], listener: (event: Event) => void): void => {
    for (const name of names) {
      target.addEventListener(name, listener, { passive: true, capture: true });
      ends.push(() => target.removeEventListener(name, listener, { capture: true }));
    }
  };
  let reportedAt = -TELL_EVERY_MS;
  let [seenMonotonic, seenWall] = [monotonic(), wall()];

  const onSign = () => {
    clock.touch();
    if (monotonic() - reportedAt < TELL_EVERY_MS || clock.news.get().kind !== 'running') return;
    reportedAt = monotonic();
    channel.postMessage({ type: 'active' });
    onPresence();
  };
  const onReturn = () => {
    const [nowMonotonic, nowWall] = [monotonic(), wall()];
    const slept = nowWall - seenWall - (nowMonotonic - seenMonotonic);
    [seenMonotonic, seenWall] = [nowMonotonic, nowWall];
    if (slept > SLEPT_MS) clock.doubt();
    clock.check();
  };
  listen(document, SIGNS, onSign);
  listen(document, ['visibilitychange', 'resume'], onReturn);
  listen(window, ['focus'], onReturn);
  listen(window, ['pagehide'], () => tabStore.set(CLOCK, JSON.stringify(clock.elapsed())));
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isObject(data) && data['type'] === 'active') clock.extend();
  });

  clock.start(readClock(tabStore) ?? { age, idle: 0 });
  return () => {
    for (const end of ends) end();
    channel.close();
    clock.stop();
  };
}

/** State left by the previous document; removed on read. */
function readClock(tabStore: TextStore): { readonly age: number; readonly idle: number } | undefined {
  const stored = tabStore.get(CLOCK);
  tabStore.remove(CLOCK);
  try {
    const value: unknown = JSON.parse(stored ?? '');
    const [age, idle] = isObject(value) ? [number(value['age']), number(value['idle'])] : [];
    return age === undefined || idle === undefined ? undefined : { age, idle };
  } catch {
    return undefined;
  }
}
