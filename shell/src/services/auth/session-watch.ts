import { isObject, number } from '@phr/fhir/json';
import type { TextStore } from '../host/storage.ts';
import type { SessionClock } from './session-clock.ts';

export interface SessionWatchOptions {
  readonly clock: SessionClock;
  readonly tabStore: TextStore;
  /** How long the session has lasted when this document takes it up anew, milliseconds. */
  readonly age: number;
  /** The person is there: time to renew the token before the server thinks otherwise. */
  readonly onPresence: () => void;
  /** Elapsed milliseconds of a clock that nobody can set, and of the device's. */
  readonly monotonic: () => number;
  readonly wall: () => number;
  readonly channel?: BroadcastChannel;
}

/** Where a reload finds how far the clock had got. */
const CLOCK = 'phr.clock';
const SIGNS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;
const TELL_EVERY_MS = 5_000;
/** The device's clock is this much ahead: the device has slept, or somebody has set the clock. */
const SLEPT_MS = 60_000;

/** Feeds the clock with what the person does in this tab and in its siblings. Returns the function that ends it. */
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
  let toldAt = -TELL_EVERY_MS;
  let [seenMonotonic, seenWall] = [monotonic(), wall()];

  const onSign = () => {
    clock.touch();
    if (monotonic() - toldAt < TELL_EVERY_MS || clock.news.get().kind !== 'running') return;
    toldAt = monotonic();
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

/** What the document before has left, once. */
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
