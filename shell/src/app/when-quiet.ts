const QUIET_MS = 5_000;

/**
 * Waits some seconds, then for an idle moment: for work the first screen does not need (live connection, service
 * worker).
 */
export function whenQuiet(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(() => {
      if ('requestIdleCallback' in window) requestIdleCallback(() => resolve());
      else resolve();
    }, QUIET_MS);
  });
}
