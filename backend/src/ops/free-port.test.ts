import { createServer } from 'node:net';
import { once } from 'node:events';
import { freePort } from './free-port.ts';

test('a port for a server that may be killed lies where no outgoing connection is put, and is free', async () => {
  const ports = await Promise.all(Array.from({ length: 40 }, () => freePort()));
  expect(ports.filter((port) => port < 12_000 || port >= 32_768)).toEqual([]);
  const server = createServer().listen(ports[0], '127.0.0.1');
  await once(server, 'listening');
  server.close();
});
