import { isAppError } from '@phr/contract/app-error';
import { createStore, type Store } from '@phr/contract/store';
import type { Client } from '@phr/http/client';

export interface Connection {
  /** False when the browser says so, and when not even this app's own server is reached: browsers say "online" of networks that lead nowhere. */
  readonly online: Store<boolean>;
  /** When a service last answered, ISO 8601: what is on screen is at least that old. */
  readonly lastAnswer: Store<string | undefined>;
  /** Calls `action` when there may be a network again, or the person looks at the page again. */
  onReturn(action: () => void): void;
  /** Something was not reached: resolves once `online` tells whether anything is. */
  doubt(): Promise<void>;
  /** The same client, whose answers are noted; one that finds no network tells so in `online` before it rejects. */
  watch(client: Client): Client;
}

const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 60_000;
const RESPONSE_WAIT_MS = 3_000;

/** Any answer of this app's own server shows that there is a network; the service worker answers no HEAD. */
async function reachesServer(): Promise<boolean> {
  try {
    await fetch('/sw.js', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(RESPONSE_WAIT_MS) });
    return true;
  } catch {
    return false;
  }
}

/** What the browser and the services say of the network. */
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
  /** A network that comes back so is announced by nobody. Whoever asks meanwhile puts off nothing. */
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
