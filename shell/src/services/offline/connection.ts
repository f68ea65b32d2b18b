import { createStore, type Store } from '@phr/contract/store';
import type { Client } from '@phr/http/client';

export interface Connection {
  readonly online: Store<boolean>;
  /** When a service last answered, ISO 8601: what is on screen is at least that old. */
  readonly lastAnswer: Store<string | undefined>;
  /** Calls `action` when there may be a network again, or the person looks at the page again. */
  onReturn(action: () => void): void;
  /** The same client, whose answers are noted. */
  watch(client: Client): Client;
}

/** What the browser and the services say of the network. */
export function createConnection(): Connection {
  const online = createStore(navigator.onLine);
  const lastAnswer = createStore<string | undefined>(undefined);
  for (const name of ['online', 'offline']) window.addEventListener(name, () => online.set(navigator.onLine));
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
    watch: (client) => ({
      async send(request) {
        const answer = await client.send(request);
        lastAnswer.set(answer.receivedAt);
        return answer;
      },
    }),
  };
}
