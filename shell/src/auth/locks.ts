/** Runs one task at a time among all tabs of the app; alone in this tab where the browser has no locks. */
export function exclusively<T>(name: string, task: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return task();
  return navigator.locks.request(name, task);
}

/**
 * Holds a name until `release` is called or the tab is gone. Answers undefined when somebody else keeps it longer than `waitMs`;
 * `steal` takes it away from them.
 */
export async function hold(name: string, { waitMs = 0, steal = false }: { readonly waitMs?: number; readonly steal?: boolean } = {}): Promise<(() => void) | undefined> {
  if (!('locks' in navigator)) return () => undefined;
  return new Promise((resolve) => {
    const keep = (lock: Lock | null): Promise<void> | undefined => {
      if (lock === null) { resolve(undefined); return undefined; }
      return new Promise<void>((end) => { resolve(() => end()); });
    };
    const options: LockOptions = steal ? { steal } : waitMs === 0 ? { ifAvailable: true } : { signal: AbortSignal.timeout(waitMs) };
    navigator.locks.request(name, options, keep).catch(() => resolve(undefined));
  });
}
