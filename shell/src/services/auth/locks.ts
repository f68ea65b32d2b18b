/** Runs one task at a time across all tabs; within this tab only if the browser has no Web Locks. */
export function withLock<T>(name: string, task: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return task();
  return navigator.locks.request(name, task);
}

/**
 * Holds a lock until `release` is called or the tab closes. Resolves to undefined if another holder keeps it longer
 * than `waitMs`; `steal` takes it from the holder.
 */
export async function acquireLock(
  name: string,
  { waitMs = 0, steal = false }: { readonly waitMs?: number; readonly steal?: boolean } = {},
): Promise<(() => void) | undefined> {
  if (!('locks' in navigator)) return () => undefined;
  return new Promise((resolve) => {
    const keep = (lock: Lock | null): Promise<void> | undefined => {
      if (lock === null) {
        resolve(undefined);
        return undefined;
      }
      return new Promise<void>((end) => {
        resolve(() => end());
      });
    };
    const options: LockOptions = steal
      ? { steal }
      : waitMs === 0
        ? { ifAvailable: true }
        : { signal: AbortSignal.timeout(waitMs) };
    navigator.locks.request(name, options, keep).catch(() => resolve(undefined));
  });
}

const PRESENT = 'phr.tab';

/** Announces this tab to other tabs for the lifetime of the page; silently does nothing if locks are unavailable. */
export async function announceTab(): Promise<void> {
  if (!('locks' in navigator)) return;
  await new Promise<void>((resolve) => {
    const held = navigator.locks.request(PRESENT, { mode: 'shared' }, () => {
      resolve();
      return new Promise(() => undefined);
    });
    held.catch(() => resolve());
  });
}

/** Whether other tabs of the app exist, for a tab that has announced itself. Undefined if locks are unavailable. */
export async function hasOtherTabs(): Promise<boolean | undefined> {
  if (!('locks' in navigator)) return undefined;
  const locks = await navigator.locks.query().catch(() => undefined);
  return locks && (locks.held ?? []).filter(({ name }) => name === PRESENT).length > 1;
}
