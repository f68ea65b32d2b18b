import { Notice } from '@phr/ui/notice';
import { useEffect, useState } from 'react';
import { useShell } from '../../core/shell.tsx';
import { useT } from '../../core/texts.tsx';
import { countOnDevice } from '../../services/offline/vault-count.ts';

const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * The app opened offline without a session: what is needed, why, and what is still queued on this device (ux.md part
 * D).
 */
export function OfflineStart() {
  const t = useT();
  const [unsent, setUnsent] = useState(0);
  useEffect(() => {
    let gone = false;
    void countOnDevice('outbox').then((count) => {
      if (!gone) setUnsent(count);
    });
    return () => {
      gone = true;
    };
  }, []);
  return (
    <>
      <Notice title={t('offline.now')}>{t('offlineStart.text')}</Notice>
      {unsent > 0 && <Notice title={t('offlineStart.unsent', { n: unsent })}>{t('offlineStart.kept')}</Notice>}
    </>
  );
}

/**
 * While `active`, retries the identity service: when the network or the person returns, else after 5, 10, 20 … 60
 * seconds.
 */
export function useRetries(active: boolean): void {
  const { auth, connection } = useShell();
  useEffect(() => {
    if (!active) return undefined;
    let pause = FIRST_PAUSE_MS;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const retry = () => {
      if (connection.online.get() && !document.hidden) void auth.prepare();
    };
    const later = () => {
      timer = setTimeout(() => {
        retry();
        pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
        later();
      }, pause);
    };
    later();
    const forget = connection.online.subscribe(retry);
    document.addEventListener('visibilitychange', retry);
    return () => {
      clearTimeout(timer);
      forget();
      document.removeEventListener('visibilitychange', retry);
    };
  }, [active, auth, connection]);
}
