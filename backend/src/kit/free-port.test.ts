import { createServer } from 'node:net';
import { once } from 'node:events';
import { freePort } from './free-port.ts';

test('gives free ports outside the ephemeral range, and never the same one twice', async () => {
  const ports = await Promise.all(Array.from({ length: 40 }, () => freePort()));
  expect(ports.filter((port) => port < 12_000 || port >= 32_768)).toEqual([]);
  expect(new Set(ports).size).toBe(40);
  const servers = await Promise.all(
    ports.map(async (port) => {
      const server = createServer().listen(port, '127.0.0.1');
      await once(server, 'listening');
      return server;
    }),
  );
  // ports in use are skipped
  expect(ports).not.toContain(await freePort());
  for (const server of servers) server.close();
});
