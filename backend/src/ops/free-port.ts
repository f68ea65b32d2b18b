import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

// Outgoing connections are given ports from 32768 (Linux) or 49152 up (macOS, Windows): below, a port that is let go for a restart
// cannot be taken by one of them. Browsers refuse some ports below 10081.
const FIRST = 12_000;
const END = 32_768;
const TRIES = 100;

/** A loopback port that nobody listens on, and that stays free when its server is killed and started again. */
export async function freePort(): Promise<number> {
  for (let i = 0; i < TRIES; i += 1) {
    const port = randomInt(FIRST, END);
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port was found between ${FIRST} and ${END - 1}.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => { resolve(false); });
    server.listen(port, '127.0.0.1', () => { server.close(() => { resolve(true); }); });
  });
}
