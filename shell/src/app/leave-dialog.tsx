import { ConfirmDialog } from '@phr/ui/confirm-dialog';
import { useEffect } from 'react';
import { useShell, useStore } from '../core/shell.tsx';
import { useT } from '../core/texts.tsx';

/** Confirms losing unsaved input (UX-33). */
export function LeaveDialog() {
  const t = useT();
  const { navigation } = useShell();
  const question = useStore(navigation.leaveQuestion);
  useEffect(() => () => navigation.leaveQuestion.get()?.answer(false), [navigation]);
  return (
    <ConfirmDialog
      open={question !== undefined}
      danger
      title={t('leave.title')}
      cancelLabel={t('leave.stay')}
      confirmLabel={t('leave.discard')}
      onCancel={() => question?.answer(false)}
      onConfirm={() => question?.answer(true)}
    />
  );
}
