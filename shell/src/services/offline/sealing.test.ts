import { sealerOf } from './sealing.ts';

const newKey = () => crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);

test('what one page has sealed, another page with the same database opens; two seals of a value never look alike', async () => {
  const key = await newKey();
  const [page, next] = [await sealerOf(key), await sealerOf(key)];
  const sealed = [page.seal({ systolic: '137' }), page.seal({ systolic: '137' })];
  await expect(Promise.all(sealed.map(next.unseal))).resolves.toEqual([{ systolic: '137' }, { systolic: '137' }]);
  const [first, second] = sealed.map(({ data }) => Buffer.from(data).toString('hex'));
  expect(first).not.toBe(second);
});

test('a changed byte, the key of another database and what was never sealed open nothing', async () => {
  const page = await sealerOf(await newKey());
  const sealed = page.seal('a');
  const changed = sealed.data.map((byte, place) => (place === 0 ? byte ^ 1 : byte));
  await expect(page.unseal({ ...sealed, data: changed })).resolves.toBeUndefined();
  await expect((await sealerOf(await newKey())).unseal(sealed)).resolves.toBeUndefined();
  for (const odd of [undefined, null, 'a', {}, { iv: sealed.iv }, { ...sealed, pageKey: undefined }])
    await expect(page.unseal(odd)).resolves.toBeUndefined();
});

test('a write that waits since a version in which pages had no keys is opened', async () => {
  const key = await newKey();
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode('{"id":"1"}'));
  await expect((await sealerOf(key)).unseal({ iv, data })).resolves.toEqual({ id: '1' });
});
