/** Keeps the screen bright and on while something is shown to a reader, where the browser can; also after the person was in another app. Returns the end of it. */
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
      // A low battery refuses it: the code is shown all the same.
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
