import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

// Outgoing connections are given ports from 32768 (Linux) or 49152 up (macOS, Windows): below, a port that is let go for a restart
// cannot be taken by one of them. Browsers refuse some ports below 10081.
const FIRST = 12_000;
const END = 32_768;
/** Each process looks in a block of its own: two that look at the same moment do not find the same port. */
const BLOCK = 100;
const first = FIRST + (process.pid % Math.floor((END - FIRST) / BLOCK)) * BLOCK;
let next = randomInt(BLOCK);

/** A loopback port that nobody listens on, that was not given to another caller lately, and that stays free when its server is killed and started again. */
export async function freePort(): Promise<number> {
  for (let i = 0; i < BLOCK; i += 1) {
    const port = first + next;
    next = (next + 1) % BLOCK;
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port was found between ${first} and ${first + BLOCK - 1}.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => {
      resolve(false);
    });
    server.listen(port, '127.0.0.1', () => {
      server.close(() => {
        resolve(true);
      });
    });
  });
}
