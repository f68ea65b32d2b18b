import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

// Below the ephemeral ranges (from 32768 on Linux, 49152 on macOS and Windows), so that a restarting server's port is
// not taken. Browsers refuse some ports below 10081.
const FIRST = 12_000;
const END = 32_768;
/** each process uses its own block, to avoid races */
const BLOCK = 100;
const first = FIRST + (process.pid % Math.floor((END - FIRST) / BLOCK)) * BLOCK;
let next = randomInt(BLOCK);

/** An unused loopback port, not recently given to another caller, that stays free across a server restart. */
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
