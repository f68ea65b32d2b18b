import { lazyApi } from './lazy-api.ts';

test('a call waits for its code, which is fetched once, and answers as the code does', async () => {
  let fetched = 0;
  const call = lazyApi(async () => {
    fetched += 1;
    return {
      double: async (value: number) => 2 * value,
      fail: async () => {
        throw new TypeError('of the code');
      },
    };
  });
  const double = call((api) => api.double);
  expect(await Promise.all([double(1), double(2)])).toEqual([2, 4]);
  await expect(call((api) => api.fail)()).rejects.toThrow('of the code');
  expect(fetched).toBe(1);
});

test('code that does not come is a fault of the network, and is asked for again', async () => {
  let isDown = true;
  const call = lazyApi(async () => {
    if (isDown) throw new Error('Loading chunk 7 failed');
    return { read: async () => 'here' };
  });
  const read = call((api) => api.read);
  await expect(read()).rejects.toMatchObject({ code: 'NETWORK' });
  isDown = false;
  expect(await read()).toBe('here');
});
