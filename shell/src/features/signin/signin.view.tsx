import { Button } from '@phr/ui/button';
import { Card } from '@phr/ui/card';
import { Checkbox } from '@phr/ui/checkbox';
import { Link } from '@phr/ui/link';
import { LinkButton } from '@phr/ui/link-button';
import { Notice } from '@phr/ui/notice';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { accountPage } from '../../services/auth/account-page.ts';
import type { SigninProblem } from '../../services/auth/auth-state.ts';
import type { SessionEnd } from '../../services/auth/session.ts';
import { Screen } from '../../core/screen.tsx';
import { useShell, useStore } from '../../core/shell.tsx';
import { useT, useTexts, type TextKey } from '../../core/texts.tsx';
import { sharedDevice } from '../../services/host/shared-device.ts';
import css from './signin.module.css';
import { OfflineStart, useRetries } from './offline-start.view.tsx';
import { createAccountPath, queryOf } from './signin.model.ts';

const PROBLEMS: Readonly<
  Record<SigninProblem, { readonly type: 'info' | 'error'; readonly title: TextKey; readonly description?: TextKey }>
> = {
  failed: { type: 'error', title: 'error.signin', description: 'error.signin.detail' },
  unreachable: { type: 'error', title: 'error.identityUnreachable' },
  noAccessCode: { type: 'error', title: 'error.noAccessCode' },
  dismissed: { type: 'info', title: 'error.signinDismissed' },
  expired: { type: 'info', title: 'error.signinExpired' },
  locked: { type: 'info', title: 'error.loginLocked' },
};

const ENDED = {
  kept: 'session.ended',
  dropped: 'session.endedShared',
  elsewhere: 'session.endedElsewhere',
} as const satisfies Record<SessionEnd, TextKey>;

/** Account memory has no change events. */
const NEVER_TOLD = () => () => undefined;

/** Sign-in: opens the identity service, which asks for name and password. */
export function SigninScreen() {
  const { t, locale } = useTexts();
  const { accountMemory, auth, config, connection, navigation, notifications } = useShell();
  // read again after mount: the previous screen, if it takes codes, discards its own on unmount
  const isCodeOnItsWay = useSyncExternalStore(NEVER_TOLD, () => accountMemory.code() !== undefined);
  const { ready, open, problem, wantsAccount } = useStore(auth.signin);
  const [ended] = useState(() => auth.consumeSessionEnded());
  const { search } = useStore(navigation.location);
  const online = useStore(connection.online);
  // codes of the arrival link, also after returning from the identity service
  const accountPath = createAccountPath(search === '' ? queryOf(auth.wanted()) : search);

  useEffect(() => {
    void auth.prepare();
  }, [auth]);
  useEffect(() => {
    if (wantsAccount === true) navigation.replace(accountPath);
  }, [wantsAccount, accountPath, navigation]);
  useEffect(() => {
    // offline, the screen itself already explains it
    if (problem === undefined || (problem === 'unreachable' && !connection.online.get())) return;
    const { type, title, description } = PROBLEMS[problem];
    notifications.show({ type, title: t(title), ...(description && { description: t(description) }) });
    // once per problem, not again on a language change
    // oxlint-disable-next-line react/exhaustive-deps
  }, [problem]);

  useRetries(problem === 'unreachable');

  if (!online && !ready)
    return (
      <Screen title={t('offlineStart.title')}>
        <OfflineStart />
      </Screen>
    );
  return (
    <Screen title={t('screen.signin')} note={t('signin.lead')}>
      {ended !== undefined && <Notice type="info">{t(ENDED[ended])}</Notice>}
      {problem !== undefined && <ProblemNotice problem={problem} />}
      <Card>
        <div className={css.buttons}>
          <Button variant="primary" wide disabled={!ready} onClick={() => auth.signIn()}>
            {t(ready || problem === 'unreachable' ? 'signin.login' : 'signin.preparing')}
          </Button>
          {open && <p role="status">{t('signin.inWindow')}</p>}
          <LinkButton wide href={accountPath}>
            {t('signin.createAccount')}
          </LinkButton>
        </div>
        <div className={css.links}>
          {config.oidc.forgotPasswordUrl !== '' && (
            <a href={accountPage(config.oidc.forgotPasswordUrl, locale)}>{t('signin.forgotPassword')}</a>
          )}
          <Link href={isCodeOnItsWay ? '/phone-verify' : '/phone-to-verify'}>{t('signin.otpVerify')}</Link>
        </div>
        <SharedDevice />
      </Card>
    </Screen>
  );
}

/** Why the last attempt failed, and what to do. */
function ProblemNotice({ problem }: { readonly problem: SigninProblem }) {
  const t = useT();
  const { auth } = useShell();
  return (
    <Notice
      type={PROBLEMS[problem].type}
      {...(PROBLEMS[problem].description !== undefined && { title: t(PROBLEMS[problem].title) })}
      action={
        problem === 'unreachable' ? (
          <Button dense onClick={() => void auth.prepare()}>
            {t('common.retry')}
          </Button>
        ) : (
          problem === 'locked' && (
            <Button dense onClick={() => auth.signIn({ takeOver: true })}>
              {t('signin.useHere')}
            </Button>
          )
        )
      }
    >
      {t(PROBLEMS[problem].description ?? PROBLEMS[problem].title)}
    </Notice>
  );
}

function SharedDevice() {
  const t = useT();
  const { session } = useShell().config;
  const [shared, setShared] = useState(() => sharedDevice.read());
  const change = (checked: boolean) => {
    setShared(checked);
    sharedDevice.write(checked);
  };
  return (
    <Checkbox
      label={t('signin.shared')}
      hint={t('signin.sharedHint', { n: Math.ceil(session.sharedIdle / 60) })}
      checked={shared}
      onChange={change}
    />
  );
}
