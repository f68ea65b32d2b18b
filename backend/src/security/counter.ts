export interface Counter {
  /** Counts one use by `who`; false when there were too many in the running period. */
  take(who: string): boolean;
}

/** Counts uses in fixed periods, in the memory of this process. */
export function createCounter(max: number, periodMs: number, now: () => number = Date.now): Counter {
  let period = 0;
  let counts = new Map<string, number>();
  return {
    take(who) {
      const current = Math.floor(now() / periodMs);
      if (current !== period) {
        period = current;
        counts = new Map();
      }
      const count = (counts.get(who) ?? 0) + 1;
      counts.set(who, count);
      return count <= max;
    },
  };
}
