import { createServer, type AddressInfo } from 'node:net';
import { requireFree } from './measure/free-ports.ts';

test('a port that is taken is named instead of waited for', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => { other.listen(0, '127.0.0.1', resolve); });
  const { port } = other.address() as AddressInfo;
  await expect(requireFree([port])).rejects.toThrow(`Port ${port} is taken`);
  await new Promise((resolve) => { other.close(resolve); });
  await expect(requireFree([port])).resolves.toBeUndefined();
});
