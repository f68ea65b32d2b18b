import { setImmediate as turn } from 'node:timers/promises';

/** Milliseconds of work after which others have their turn. */
const STRETCH_MS = 10;

/**
 * Yields to other requests between pieces of work: `if (turns.due()) await turns.give();`. Awaiting unnecessarily costs
 * more than many a piece.
 */
export interface Turns {
  /** True if this work has blocked others for a while. */
  due(): boolean;
  give(): Promise<void>;
}

/** Begins a piece of work. */
export function createTurns(): Turns {
  let since = performance.now();
  return {
    due: () => performance.now() - since > STRETCH_MS,
    async give() {
      await turn();
      since = performance.now();
    },
  };
}
