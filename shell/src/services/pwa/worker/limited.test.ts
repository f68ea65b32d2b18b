import { limited } from './limited.ts';

/** A server that never responds: only the caller ends the request. */
const silent = ((_input: RequestInfo | URL, { signal }: RequestInit = {}) =>
  new Promise<Response>((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error));
  })) as typeof fetch;

test('[UX-33] a request that nobody answers is given up', async () => {
  await expect(limited(silent, 1)('/')).rejects.toMatchObject({ name: 'TimeoutError' });
});

test('what else is said of a request stays', async () => {
  let asked: RequestInit | undefined;
  const ask = limited(async (_input, init) => {
    asked = init;
    return new Response();
  });
  await ask('/sw.js', { method: 'HEAD', cache: 'no-store' });
  expect(asked).toMatchObject({ method: 'HEAD', cache: 'no-store' });
  expect(asked?.signal?.aborted).toBe(false);
});
