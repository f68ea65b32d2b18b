import { createServer } from 'node:net';
import { freePort } from '../backend/src/kit/free-port.ts';
import { requireFree } from './measure/free-ports.ts';

test('a port that is taken is named instead of waited for', async () => {
  const other = createServer();
  const port = await freePort();
  await new Promise<void>((resolve) => {
    other.listen(port, '127.0.0.1', resolve);
  });
  await expect(requireFree([port])).rejects.toThrow(`Port ${port} is taken`);
  await new Promise((resolve) => {
    other.close(resolve);
  });
  await expect(requireFree([port])).resolves.toBeUndefined();
});
