import { createECDH } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createDeliver } from '../src/gateway/push/push-service.ts';
import { startPushService } from './push-service.ts';

const newKeys = () => {
  const pair = createECDH('prime256v1');
  return {
    publicKey: pair.generateKeys('base64url', 'uncompressed'),
    privateKey: Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()])
      .subarray(-32)
      .toString('base64url'),
  };
};
const KEYS = newKeys();
const MESSAGE = { text: 'Bạn có việc cần xem', ttl: 60, topic: 'topic' };
let service: Awaited<ReturnType<typeof startPushService>>;
beforeAll(async () => {
  service = await startPushService(KEYS.publicKey);
});
afterAll(() => service.stop());

const deliverOf = (keys = KEYS, origins = [service.origin]) =>
  createDeliver({ ...keys, subject: 'mailto:support@phr.example', origins });
const newBrowser = () => {
  const { path, endpoint, keys } = service.subscribe();
  return { path, to: { endpoint, ...keys } };
};

test('what is handed over is read by the browser alone that subscribed, word for word', async () => {
  const { path, to } = newBrowser();
  expect(await deliverOf()(to, MESSAGE)).toEqual({ kind: 'taken' });
  expect(await service.next(path)).toEqual({ path, ...MESSAGE });
});

test('what another key signs is not taken, nor what is for another browser', async () => {
  const { to } = newBrowser();
  const other = newBrowser();
  const before = service.faults.length;
  expect(await deliverOf(newKeys())(to, MESSAGE)).toEqual({ kind: 'refused', status: 400 });
  expect(await deliverOf()({ ...other.to, endpoint: to.endpoint }, MESSAGE)).toEqual({ kind: 'refused', status: 400 });
  expect(service.faults.slice(before).map((fault) => /another key|unable to authenticate/.test(fault))).toEqual([
    true,
    true,
  ]);
});

test.each([
  [404, undefined, { kind: 'gone' }],
  [410, undefined, { kind: 'gone' }],
  [429, '120', { kind: 'later', ms: 120_000 }],
  [503, undefined, { kind: 'later', ms: 60_000 }],
  [503, '1', { kind: 'later', ms: 60_000 }],
  [503, '999999', { kind: 'later', ms: 3_600_000 }],
  [413, undefined, { kind: 'refused', status: 413 }],
])('an answer %s (Retry-After %s) is %o', async (status, after, outcome) => {
  const { path, to } = newBrowser();
  service.answers.set(path, { status, ...(after === undefined ? {} : { headers: { 'retry-after': after } }) });
  expect(await deliverOf()(to, MESSAGE)).toEqual(outcome);
});

test('a redirect leads nowhere', async () => {
  let visits = 0;
  const inside = createServer((_request, response) => {
    visits += 1;
    response.end();
  });
  await new Promise<void>((resolve) => {
    inside.listen(0, '127.0.0.1', resolve);
  });
  const { path, to } = newBrowser();
  for (const status of [301, 302, 307, 308]) {
    const location = `http://127.0.0.1:${(inside.address() as AddressInfo).port}/`;
    service.answers.set(path, { status, headers: { location } });
    expect(await deliverOf()(to, MESSAGE)).toEqual({ kind: 'refused', status });
  }
  expect(visits).toBe(0);
  inside.close();
});

test('an address that is on no list any more is let go without a call', async () => {
  const { path, to } = newBrowser();
  expect(await deliverOf(KEYS, [])(to, MESSAGE)).toEqual({ kind: 'gone' });
  expect(service.brought.some((one) => one.path === path)).toBe(false);
});

test('a push service that is not there is tried again', async () => {
  const gone = await startPushService(KEYS.publicKey);
  const { endpoint, keys } = gone.subscribe();
  await gone.stop();
  expect(await deliverOf(KEYS, [gone.origin])({ endpoint, ...keys }, MESSAGE)).toEqual({ kind: 'later', ms: 60_000 });
});
