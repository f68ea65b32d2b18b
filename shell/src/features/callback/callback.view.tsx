import { Button } from '@phr/ui/button';
import { Notice } from '@phr/ui/notice';
import { Spinner } from '@phr/ui/spinner';
import { useEffect, useRef, useState } from 'react';
import type { CallbackOutcome } from '../../services/auth/signin-flow.ts';
import { Screen } from '../../core/screen.tsx';
import { useShell } from '../../core/shell.tsx';
import { useT } from '../../core/texts.tsx';
import { page } from '../../services/host/page.ts';

/** Redirect target of the identity service. Removes code and state from the URL before anything else (S-04). */
export function CallbackScreen() {
  const t = useT();
  const { auth, navigation } = useShell();
  const [outcome, setOutcome] = useState<CallbackOutcome>();
  const started = useRef(false);
  const [isRefused] = useState(() => new URL(page.href()).searchParams.has('error'));

  useEffect(() => {
    // a code can be exchanged once only
    if (started.current) return;
    started.current = true;
    const address = page.href();
    navigation.replace(page.pathname());
    void auth.finish(address).then((result) => {
      // once signed in, the page itself goes to the requested path
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
