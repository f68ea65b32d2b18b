import { setImmediate as turn } from 'node:timers/promises';

/** Milliseconds of work after which others have their turn. */
const STRETCH_MS = 10;

/**
 * Yields to other requests between pieces of work: `if (turns.due()) await turns.give();`. An unnecessary await costs
 * more than many of the pieces.
 */
export interface Turns {
  /** True if this work has blocked others for a while. */
  due(): boolean;
  give(): Promise<void>;
}

/** Starts timing a piece of work. */
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
