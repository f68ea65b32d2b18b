import { awaitCallback, handOver } from './handover.ts';

test('[AUTH-11] the callback of a sign-in window reaches the tab that waits for its state', async () => {
  const taken = new Promise<string>((resolve) => {
    const stop = awaitCallback('state-1', (url) => {
      stop();
      resolve(url);
    });
  });
  await expect(handOver('state-1', 'https://app.test/auth-cb?code=c&state=state-1', 2_000)).resolves.toBe(true);
  await expect(taken).resolves.toBe('https://app.test/auth-cb?code=c&state=state-1');
});

test('[AUTH-11] no tab waits for another state', async () => {
  const stop = awaitCallback('state-2', () => {
    throw new Error('not for this tab');
  });
  await expect(handOver('state-3', 'https://app.test/auth-cb?code=c&state=state-3', 30)).resolves.toBe(false);
  stop();
});
