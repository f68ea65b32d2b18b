import { fetchFile } from './fetch-file.ts';

const real = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = real;
});
const never = new AbortController().signal;

test('the file comes from its signed address without token, cookie or referrer', async () => {
  const calls: (RequestInit | undefined)[] = [];
  globalThis.fetch = async (_url, init) => {
    calls.push(init);
    return new Response(Uint8Array.of(1, 2, 3));
  };
  expect([...new Uint8Array(await fetchFile('https://files/x', never))]).toEqual([1, 2, 3]);
  expect(calls[0]).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer' });
  expect(calls[0]?.headers).toBeUndefined();
});

test.each([
  [403, 'denied'],
  [404, 'missing'],
  [500, 'server'],
])('status %d is told as %s', async (status, problem) => {
  globalThis.fetch = async () => new Response('', { status });
  await expect(fetchFile('https://files/x', never)).rejects.toMatchObject({ problem });
});

test('stopping the load is told as stopped, a network failure as offline', async () => {
  globalThis.fetch = async (_url, init) => {
    init?.signal?.throwIfAborted();
    throw new TypeError('Failed to fetch');
  };
  await expect(fetchFile('https://files/x', AbortSignal.abort())).rejects.toMatchObject({ problem: 'stopped' });
  await expect(fetchFile('https://files/x', never)).rejects.toMatchObject({ problem: 'offline' });
});

test('a download that brings nothing is given up', async () => {
  globalThis.fetch = (_url, init) =>
    new Promise((_, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    });
  await expect(fetchFile('https://files/x', never, 1)).rejects.toMatchObject({ problem: 'timeout' });
});

test('a file announced as larger than the limit is not read', async () => {
  globalThis.fetch = async () => new Response('x', { headers: { 'content-length': String(2 ** 40) } });
  await expect(fetchFile('https://files/x', never)).rejects.toMatchObject({ problem: 'tooLarge' });
});
