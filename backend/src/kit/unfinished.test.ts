import http, { IncomingMessage } from 'node:http';
import net, { Socket, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { endWithoutToken, readRest } from './unfinished.ts';

test.each([
  ['at once', 0, 4_000],
  ['late, it gets what is left of its time', 2_500, 1_500],
  ['later than its time, it may still end its line', 60_000, 1_000],
])('a body that does not end is cut four seconds after it began: answered %s', (_when, agoMs, leftMs) => {
  import.meta.jest.useFakeTimers();
  const request = new IncomingMessage(new Socket());
  readRest(request, performance.now() - agoMs);
  import.meta.jest.advanceTimersByTime(leftMs - 1);
  expect(request.destroyed).toBe(false);
  import.meta.jest.advanceTimersByTime(1);
  expect(request.destroyed).toBe(true);
  import.meta.jest.useRealTimers();
});

test.each([
  ['is closed while nobody behind has a word for it', [], true],
  ['goes on with one', ['Authorization: Bearer x'], false],
])('who shows no token and does not end a body %s', async (_what, more, isClosed) => {
  const jest = import.meta.jest;
  const seen = Promise.withResolvers<undefined>();
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  const server = http.createServer((request, response) => {
    endWithoutToken(request, response, 'PHR_API');
    seen.resolve(undefined);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
  const closed = once(socket.resume(), 'close').then(() => true);
  socket.write(['POST / HTTP/1.1', 'Host: x', 'Content-Length: 9', ...more, '', '1'].join('\r\n'));
  await seen.promise;
  jest.advanceTimersByTime(4_000);
  const after = isClosed ? closed : new Promise((answer) => setImmediate(() => setImmediate(() => answer(false))));
  expect(await after).toBe(isClosed);
  jest.useRealTimers();
  socket.destroy();
  server.close();
});
