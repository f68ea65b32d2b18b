import { createLogger } from '../kit/logger.ts';
import { reportHostRemotely } from './release-health.ts';

const before = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = before;
});

test('a service elsewhere knows which contract is served here from the start on, not a minute later', async () => {
  const told = new Promise<string>((resolve) => {
    globalThis.fetch = async (address, init) => {
      resolve(`${String(address)} ${String(init?.body)}`);
      return new Response(null, { status: 204 });
    };
  });
  const service = { url: 'https://releases.test', key: 'phr_key', environment: 'staging' };
  const { stop } = reportHostRemotely(service, { log: createLogger('silent'), shellDir: '/no/shell' });
  expect(await told).toMatch(
    /^https:\/\/releases\.test\/releases\/v1\/environments\/staging\/hosts \{"contract":"\d+\.\d+\.\d+"\}$/,
  );
  stop();
});
