import { createFakeHost } from '@phr/testing/fake-host';
import { openPictures } from '../features/image-viewer/image-viewer.api.ts';
import { fileSourceOf } from './source.ts';

const source = (query: string) => fileSourceOf(new URLSearchParams(query));

test('every viewer takes the key of a paper, and no address of anybody', () => {
  expect(source('url=p1/encounters/0b8a.jpg&name=X')).toEqual({ kind: 'key', key: 'p1/encounters/0b8a.jpg' });
  for (const url of ['https://evil.test/a.jpg', 'p1/../p2/a.jpg', 'data:image/png,x', '/etc/passwd'])
    expect(source(new URLSearchParams({ url }).toString())).toBeUndefined();
});

test('the picture of a paper is read by a freshly signed address of its key', async () => {
  const real = globalThis.fetch;
  const fetched: string[] = [];
  globalThis.fetch = async (address) => {
    fetched.push(String(address));
    return new Response('x');
  };
  const host = createFakeHost({ respond: () => ({ 'p1/encounters/a.jpg': 'https://files.test/a.jpg?s' }) });
  const { signal } = new AbortController();
  const { files } = await openPictures(host.request, 'p1', { kind: 'key', key: 'p1/encounters/a.jpg' }, signal);
  expect((await files[0]?.(signal))?.size).toBe(1);
  expect(fetched).toEqual(['https://files.test/a.jpg?s']);
  expect(host.seen.requests).toMatchObject([{ body: { keys: ['p1/encounters/a.jpg'] } }]);
  globalThis.fetch = real;
});
