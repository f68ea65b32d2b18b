/**
 * Keeps the display on while a code is shown, if supported, including after returning from another app. Returns a
 * function that releases it.
 */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | undefined;
  let isOver = false;
  const ask = (): void => {
    if (isOver || document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
    navigator.wakeLock.request('screen').then(
      (granted) => {
        lock = granted;
        if (isOver) void granted.release();
      },
      // denied on low battery; the code is shown anyway
      () => undefined,
    );
  };
  ask();
  document.addEventListener('visibilitychange', ask);
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', ask);
    void lock?.release();
  };
}
