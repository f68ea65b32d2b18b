import { isAppError } from '@phr/contract/app-error';
import { createStore, type Store } from '@phr/contract/store';
import type { Client } from '@phr/http/client';

export interface Connection {
  /**
   * False if the browser says so, and if not even this app's own server is reachable: browsers report "online" for dead
   * networks.
   */
  readonly online: Store<boolean>;
  /** Time of a service's last response, ISO 8601: lower bound for the age of displayed data. */
  readonly lastAnswer: Store<string | undefined>;
  /** Calls `action` when the network may be back or the page becomes visible again. */
  onReturn(action: () => void): void;
  /** Something was unreachable: resolves once `online` is up to date. */
  doubt(): Promise<void>;
  /** Wraps a client to record responses; updates `online` before a network failure rejects. */
  watch(client: Client): Client;
}

const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 60_000;
const RESPONSE_WAIT_MS = 3_000;

/** Any response from this app's own server proves a network; the service worker does not answer HEAD. */
async function reachesServer(): Promise<boolean> {
  try {
    await fetch('/sw.js', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(RESPONSE_WAIT_MS) });
    return true;
  } catch {
    return false;
  }
}

/** Network state from the browser and from services. */
export function createConnection(isReached: () => Promise<boolean> = reachesServer): Connection {
  const online = createStore(navigator.onLine);
  const lastAnswer = createStore<string | undefined>(undefined);
  let pause = FIRST_PAUSE_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pending: Promise<void> | undefined;

  function settle(isOnline: boolean): void {
    online.set(isOnline);
    if (!isOnline) return;
    clearTimeout(timer);
    timer = undefined;
    pause = FIRST_PAUSE_MS;
  }
  async function ask(): Promise<void> {
    const reached = navigator.onLine && (await isReached());
    pending = undefined;
    settle(reached && navigator.onLine);
    if (!reached && navigator.onLine) later();
  }
  const doubt = (): Promise<void> => (pending ??= ask());
  /** No event announces such a recovery, so poll. Requests meanwhile do not postpone it. */
  function later(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
      void doubt();
    }, pause);
  }
  for (const name of ['online', 'offline']) window.addEventListener(name, () => settle(navigator.onLine));
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && !online.get()) void doubt();
  });
  return {
    online,
    lastAnswer,
    onReturn(action) {
      online.subscribe(() => {
        if (online.get()) action();
      });
      document.addEventListener('visibilitychange', () => {
        if (!document.hidden) action();
      });
    },
    doubt,
    watch: (client) => ({
      async send(request) {
        try {
          const answer = await client.send(request);
          lastAnswer.set(answer.receivedAt);
          if (navigator.onLine) settle(true);
          return answer;
        } catch (error) {
          if (isAppError(error) && error.code === 'NETWORK') await doubt();
          throw error;
        }
      },
    }),
  };
}
