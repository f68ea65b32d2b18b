import { Button } from '@phr/ui/button';
import { Notice } from '@phr/ui/notice';
import { Spinner } from '@phr/ui/spinner';
import { useEffect, useRef, useState } from 'react';
import type { CallbackOutcome } from '../../services/auth/signin-flow.ts';
import { Screen } from '../../core/screen.tsx';
import { useShell } from '../../core/shell.tsx';
import { useT } from '../../core/texts.tsx';
import { page } from '../../services/host/page.ts';

/** Where the identity service sends the browser back to. Code and state leave the address before anything else happens (S-04). */
export function CallbackScreen() {
  const t = useT();
  const { auth, navigation } = useShell();
  const [outcome, setOutcome] = useState<CallbackOutcome>();
  const started = useRef(false);
  const [isRefused] = useState(() => new URL(page.href()).searchParams.has('error'));

  useEffect(() => {
    // A code is good for one exchange.
    if (started.current) return;
    started.current = true;
    const address = page.href();
    navigation.replace(page.pathname());
    void auth.finish(address).then((result) => {
      // Once signed in, the page itself goes on to the wanted path.
      if (result === 'not-signed-in') navigation.replace('/signin');
      setOutcome(result);
    });
  }, [auth, navigation]);

  if (outcome !== 'handed-over') return <Spinner label={t('screen.auth-cb')} />;
  return (
    <Screen title={t(isRefused ? 'signin.windowDoneTitle' : 'signin.successTitle')}>
      <Notice type={isRefused ? 'info' : 'success'} announce="status">
        {t(isRefused ? 'signin.windowDone' : 'signin.success')}
      </Notice>
      <div>
        <Button variant="primary" onClick={() => window.close()}>
          {t('signin.closeWindow')}
        </Button>
      </div>
    </Screen>
  );
}
