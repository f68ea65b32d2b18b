import { setImmediate as turn } from 'node:timers/promises';

/** Milliseconds of work after which others have their turn. */
const STRETCH_MS = 10;

/** Lets other requests have their turn between pieces of work: `if (turns.due()) await turns.give();`. To wait for nothing costs more than many a piece of work. */
export interface Turns {
  /** True when this work has kept all others waiting for a while. */
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
