import { setImmediate as turn } from 'node:timers/promises';

/** Milliseconds of work after which others have their turn. */
const STRETCH_MS = 10;

/** Makes a function to be awaited between pieces of work: it lets other requests have their turn when this one has worked for a while. */
export function createTurns(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < STRETCH_MS) return;
    await turn();
    since = performance.now();
  };
}
