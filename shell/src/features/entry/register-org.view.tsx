import { Button } from '@phr/ui/button';
import { Card } from '@phr/ui/card';
import { EmptyState } from '@phr/ui/empty-state';
import { ErrorCard } from '@phr/ui/error-card';
import { IconFacility } from '@phr/ui/icons';
import { LinkButton } from '@phr/ui/link-button';
import { List, ListRow } from '@phr/ui/list';
import { LoadingRegion } from '@phr/ui/loading-region';
import { Skeleton } from '@phr/ui/skeleton';
import { useEffect, useState } from 'react';
import { Screen } from '../../core/screen.tsx';
import { useShell, useStore } from '../../core/shell.tsx';
import { useT } from '../../core/texts.tsx';
import { useAsync } from '../../core/forms/use-async.ts';
import { type SignUpParams, signUpParamsOf, stepAfterProfile } from '../../services/account/sign-up-params.ts';
import { readOrganizations } from './organizations.api.ts';

/** Entry from an organisation's link: its codes are stored until the person has an account and a profile (SIGN-18). */
export function RegisterOrgScreen() {
  const t = useT();
  const { auth, accountMemory, navigation } = useShell();
  const isSignedIn = useStore(auth.status) === 'signed-in';
  const { pathname } = useStore(navigation.location);
  const [path] = useState(pathname);
  const params = signUpParamsOf(path);
  useEffect(() => {
    if (!isSignedIn) accountMemory.keepEntry(path);
  }, [accountMemory, isSignedIn, path]);
  return (
    <Screen title={t('screen.register-org')} {...(isSignedIn && { backHref: '/dashboard' })}>
      {!isSignedIn ? (
        <SignedOutWays path={path} isNamed={params.registerOrg !== undefined} />
      ) : params.registerOrg === undefined ? (
        <Organizations params={params} />
      ) : (
        <ToConfirm params={params} />
      )}
    </Screen>
  );
}

function SignedOutWays({ path, isNamed }: { readonly path: string; readonly isNamed: boolean }) {
  const t = useT();
  const { auth, navigation } = useShell();
  const signIn = () => {
    auth.keepWanted(path);
    navigation.push('/signin');
  };
  return (
    <Card>
      <p>{t(isNamed ? 'registerOrg.signedOut' : 'registerOrg.signedOutAny')}</p>
      <Button variant="primary" wide onClick={signIn}>
        {t('signin.login')}
      </Button>
      <LinkButton wide href="/signup">
        {t('signin.createAccount')}
      </LinkButton>
    </Card>
  );
}

/** Registers at the organisation, at once or after a profile exists. */
function useRegister(): (params: SignUpParams) => void {
  const { accountMemory, patients, navigation } = useShell();
  const user = useStore(patients.user);
  const { status } = useStore(patients.state);
  return (params) => {
    const step = stepAfterProfile(params);
    if (status !== 'missing' && step !== undefined) {
      navigation.go(step.screen, step.params);
      return;
    }
    if (user !== undefined) accountMemory.keepParams(user.userName, params);
    navigation.push('/confirm-create-profile');
  };
}

function ToConfirm({ params }: { readonly params: SignUpParams }) {
  const t = useT();
  const { patients } = useShell();
  const { status } = useStore(patients.state);
  const register = useRegister();
  return (
    <Card>
      <p>{t(status === 'missing' ? 'registerOrg.noProfile' : 'registerOrg.signedIn')}</p>
      <div>
        <Button variant="primary" onClick={() => register(params)}>
          {t('common.next')}
        </Button>
      </div>
    </Card>
  );
}

function Organizations({ params }: { readonly params: SignUpParams }) {
  const t = useT();
  const { client } = useShell();
  const register = useRegister();
  const { data, failed, retry } = useAsync((signal) => readOrganizations(client, signal));
  if (failed) return <ErrorCard level={2} thing={t('registerOrg.thing')} code="ORG" onRetry={retry} />;
  if (data === undefined)
    return (
      <LoadingRegion thing={t('registerOrg.thing')} onRetry={() => void retry()}>
        <Skeleton height={72} lines={3} />
      </LoadingRegion>
    );
  if (data.length === 0) return <EmptyState title={t('registerOrg.none')} />;
  return (
    <Card flush title={t('org.choose')} level={2}>
      <List label={t('org.choose')} items={data} keyOf={({ id }) => id} frame={false}>
        {({ id, name, address }) => (
          <ListRow
            icon={IconFacility}
            title={name}
            subtitle={address}
            action={
              <Button
                dense
                aria-label={`${t('org.register')}: ${name}`}
                onClick={() => register({ ...params, registerOrg: id })}
              >
                {t('org.register')}
              </Button>
            }
          />
        )}
      </List>
    </Card>
  );
}
