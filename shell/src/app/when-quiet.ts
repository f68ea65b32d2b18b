const QUIET_MS = 5_000;

/** Some seconds later, in an idle moment: for what the first screen does not wait for (live news, the worker). */
export function whenQuiet(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(() => {
      if ('requestIdleCallback' in window) requestIdleCallback(() => resolve());
      else resolve();
    }, QUIET_MS);
  });
}
