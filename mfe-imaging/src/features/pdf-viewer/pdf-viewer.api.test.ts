import { AppError } from '@phr/contract/app-error';
import { createFakeHost } from '@phr/testing/fake-host';
import { openSource } from './pdf-viewer.api.ts';

const real = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = real;
});
const signal = new AbortController().signal;

/** A storage at files.test with one file in a bucket that rejects other keys, and a log of fetches. */
function storage() {
  const fetched: string[] = [];
  globalThis.fetch = async (address) => {
    fetched.push(String(address));
    return new Response('%PDF-1.7');
  };
  const host = createFakeHost({
    respond({ body }) {
      const { keys } = body as { readonly keys: readonly string[] };
      if (keys.some((key) => key !== 'p1/reports/a.pdf')) throw new AppError({ httpStatus: 403 });
      return { 'p1/reports/a.pdf': 'https://files.test/bucket/p1/reports/a.pdf?s=new' };
    },
  });
  return {
    fetched,
    open: async (address: string) =>
      (await openSource(host.request, 'p1', { kind: 'address', address }, signal))[0]?.(signal),
  };
}

test('[SEC-06] reads a storage address by a freshly signed one, and asks for no other address', async () => {
  const { fetched, open } = storage();
  expect((await open('https://files.test/bucket/p1/reports/a.pdf?s=old'))?.byteLength).toBe(8);
  expect(fetched).toEqual(['https://files.test/bucket/p1/reports/a.pdf?s=new']);
  await expect(open('https://evil.test/bucket/p1/reports/a.pdf')).rejects.toMatchObject({ problem: 'missing' });
  expect(fetched).toHaveLength(1);
});
