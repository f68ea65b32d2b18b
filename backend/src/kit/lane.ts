/** Runs work when its turn has come. */
export type Lane = <T>(work: () => Promise<T>) => Promise<T>;

/** Lets at most `width` pieces of work run at once; the others wait in the order in which they came. Work must not ask the lane that it runs in. */
export function createLane(width: number): Lane {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running < width) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      // whoever waits takes the place over
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
