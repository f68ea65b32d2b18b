import { awaitCallback, relayCallback } from './handover.ts';

test('[AUTH-11] the callback of a sign-in window reaches the tab that waits for its state', async () => {
  const taken = new Promise<string>((resolve) => {
    const stop = awaitCallback('state-1', (url) => {
      stop();
      resolve(url);
    });
  });
  await expect(relayCallback('state-1', 'https://app.test/auth-cb?code=c&state=state-1', 2_000)).resolves.toBe(true);
  await expect(taken).resolves.toBe('https://app.test/auth-cb?code=c&state=state-1');
});

test('a callback is offered for a second and a half, and no longer than until it is taken', async () => {
  const { jest } = import.meta;
  jest.useFakeTimers();
  try {
    const taken: boolean[] = [];
    const offering = relayCallback('state-4', 'https://app.test/auth-cb?code=c').then((is) => taken.push(is));
    await jest.advanceTimersByTimeAsync(1_499);
    expect(taken).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    await offering;
    expect(taken).toEqual([false]);
    const stop = awaitCallback('state-4', () => undefined);
    await expect(relayCallback('state-4', 'https://app.test/auth-cb?code=c')).resolves.toBe(true);
    stop();
    expect(jest.getTimerCount()).toBe(0);
  } finally {
    jest.useRealTimers();
  }
});

test('[AUTH-11] no tab waits for another state', async () => {
  const stop = awaitCallback('state-2', () => {
    throw new Error('not for this tab');
  });
  await expect(relayCallback('state-3', 'https://app.test/auth-cb?code=c&state=state-3', 30)).resolves.toBe(false);
  stop();
});
