import { LinkButton } from '@phr/ui/link-button';
import { Screen } from '../../core/screen.tsx';
import { useShell, useStore } from '../../core/shell.tsx';
import { useT } from '../../core/texts.tsx';

/** For an unknown URL. */
export function NotFoundScreen() {
  const t = useT();
  const signedIn = useStore(useShell().auth.status) === 'signed-in';
  return (
    <Screen title={t('common.pageNotFound')} note={t('notFound.help')}>
      <div>
        <LinkButton variant="primary" href={signedIn ? '/dashboard' : '/signin'}>
          {t(signedIn ? 'notFound.dashboard' : 'notFound.signin')}
        </LinkButton>
      </div>
    </Screen>
  );
}
