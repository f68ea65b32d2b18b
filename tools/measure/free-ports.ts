import { createServer } from 'node:net';

/** Rejects with a message for the user when another program listens on one of these ports of this machine. */
export async function requireFree(ports: readonly number[]): Promise<void> {
  for (const port of ports) {
    await new Promise<void>((resolve, reject) => {
      const probe = createServer().once('error', () =>
        reject(
          new Error(
            `Port ${port} is taken, perhaps by another run of this measure. End it, or set MEASURE_PORT to the first of four free ports.`,
          ),
        ),
      );
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve()));
    });
  }
}
