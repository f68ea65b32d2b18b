import { ConfirmDialog } from '@phr/ui/confirm-dialog';
import { useShell, useStore } from '../../core/shell.tsx';
import { useT } from '../../core/texts.tsx';
import { sharedDevice } from '../../services/host/shared-device.ts';

/** Warns two minutes before the session ends; an idle timeout can be extended with one key press (UX-36). */
export function SessionWarning() {
  const t = useT();
  const { auth } = useShell();
  const news = useStore(auth.session.news);
  if (news.kind !== 'soon') return null;
  const isIdle = news.reason === 'idle';
  return (
    <ConfirmDialog
      open
      title={t(isIdle ? 'session.soon' : sharedDevice.read() ? 'session.soonAbsoluteShared' : 'session.soonAbsolute', {
        n: news.minutes,
      })}
      cancelLabel={t(isIdle ? 'session.stay' : 'common.close')}
      confirmLabel={t('menu.logout')}
      onCancel={() => auth.session.extend()}
      onConfirm={() => void auth.signOut()}
    />
  );
}
