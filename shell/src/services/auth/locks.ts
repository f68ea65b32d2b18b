/** Runs one task at a time among all tabs of the app; alone in this tab where the browser has no locks. */
export function withLock<T>(name: string, task: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return task();
  return navigator.locks.request(name, task);
}

/**
 * Holds a name until `release` is called or the tab is gone. Answers undefined when somebody else keeps it longer than `waitMs`;
 * `steal` takes it away from them.
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

/** Says, for as long as the page lives, that this is a tab of the app; where the browser refuses locks, nobody hears it. */
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

/** Are there other tabs of the app, for a tab that is present itself? Undefined where the browser has no locks or refuses them. */
export async function hasOtherTabs(): Promise<boolean | undefined> {
  if (!('locks' in navigator)) return undefined;
  const locks = await navigator.locks.query().catch(() => undefined);
  return locks && (locks.held ?? []).filter(({ name }) => name === PRESENT).length > 1;
}
