import { LinkButton } from '@phr/ui/link-button';
import { Notice } from '@phr/ui/notice';
import { useShell, useStore } from '../../core/shell.tsx';
import { useT } from '../../core/texts.tsx';

/** Unobtrusive reminder on every screen while writes are unsent. */
export function WaitingBar({ screen }: { readonly screen: string | undefined }) {
  const t = useT();
  const count = useStore(useShell().outbox.waiting).length;
  if (count === 0 || screen === 'notifications') return null;
  return (
    <Notice
      bar
      announce="status"
      action={
        <LinkButton dense href="/notifications">
          {t('outbox.show')}
        </LinkButton>
      }
    >
      {t('signout.waiting', { n: count })}
    </Notice>
  );
}
