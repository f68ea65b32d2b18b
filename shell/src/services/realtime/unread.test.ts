import { AppError } from '@phr/contract/app-error';
import type { ServiceAnswer } from '@phr/contract/host-api';
import { createStore } from '@phr/contract/store';
import { trackUnread } from './unread.ts';

function setUp(answer: () => unknown) {
  const listeners = new Map<string, (body: unknown) => void>();
  const unread = createStore<number | undefined>(undefined);
  const asked: string[] = [];
  trackUnread(
    {
      on: (event, listener) => {
        listeners.set(event, listener as (body: unknown) => void);
      },
    },
    {
      send: async ({ path }): Promise<ServiceAnswer> => {
        asked.push(path);
        return { status: 200, body: answer(), receivedAt: '' };
      },
    },
    unread,
  );
  const tell = async (event: string, body?: unknown) => {
    listeners.get(event)?.(body);
    await Promise.resolve();
    await Promise.resolve();
  };
  return { unread, asked, tell };
}
const fails = (httpStatus: number) => () => {
  throw new AppError({ code: String(httpStatus), httpStatus, source: 'PHR_API' });
};

test('the count is read at once and at each connection, and told in between', async () => {
  let count = 2;
  const { unread, asked, tell } = setUp(() => ({ unread: count }));
  await tell('nothing');
  expect([asked, unread.get()]).toEqual([['/api/phr/inbox/count'], 2]);
  await tell('inbox', { unread: 3 });
  expect(unread.get()).toBe(3);
  for (const wrong of [null, {}, { unread: 'x' }, 4]) await tell('inbox', wrong);
  expect(unread.get()).toBe(3);
  count = 1;
  await tell('ready');
  expect([asked.length, unread.get()]).toEqual([2, 1]);
});

test('a server without an inbox is asked once; one that failed is asked again at the next connection', async () => {
  for (const status of [404, 501]) {
    const { unread, asked, tell } = setUp(fails(status));
    await tell('nothing');
    await tell('ready');
    expect([asked.length, unread.get()]).toEqual([1, undefined]);
  }
  const { asked, tell } = setUp(fails(503));
  await tell('nothing');
  await tell('ready');
  expect(asked).toHaveLength(2);
});
