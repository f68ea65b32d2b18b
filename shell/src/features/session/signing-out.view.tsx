import { ErrorCard } from '@phr/ui/error-card';
import { lazyCode, useLazyCode } from '@phr/ui/lazy-code';
import { useT } from '../../core/texts.tsx';

const signOutDialog = lazyCode(
  async () => (await import(/* webpackChunkName: "sign-out" */ './sign-out-dialog.view.tsx')).SignOutDialog,
);

/** The question before signing out, fetched when it is asked; says so when it cannot be had. */
export function SigningOut({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  const { code: SignOutDialog, failures, retry } = useLazyCode(signOutDialog);
  if (SignOutDialog !== undefined) return <SignOutDialog open onClose={onClose} />;
  return failures === 0 ? null : (
    <ErrorCard
      level={2}
      title={t('err.module')}
      help={t('common.moduleFailed')}
      code="SHELL-NETWORK"
      failures={failures}
      onRetry={retry}
    />
  );
}
