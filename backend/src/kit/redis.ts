import { awaitConnection } from './start-fault.ts';

interface Client {
  connect(): Promise<unknown>;
  destroy(): void;
  once(event: 'error', listener: (error: unknown) => void): unknown;
}

/** Connects the clients of REDIS_URL. Failing at first prevents the start; later outages are handled by the client. */
export async function connectRedis(url: string, ...clients: readonly Client[]): Promise<void> {
  const connecting = clients.map((client) =>
    Promise.race([
      client.connect(),
      new Promise<never>((_resolve, reject) => {
        client.once('error', reject);
      }),
    ]),
  );
  await awaitConnection(
    'REDIS_URL',
    url,
    Promise.all(connecting).catch((error: unknown) => {
      for (const client of clients) client.destroy();
      throw error;
    }),
  );
}
