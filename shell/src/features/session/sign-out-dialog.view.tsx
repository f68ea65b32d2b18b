import { Button } from '@phr/ui/button';
import { ConfirmDialog } from '@phr/ui/confirm-dialog';
import { Dialog } from '@phr/ui/dialog';
import { Notice } from '@phr/ui/notice';
import { type ReactNode, useEffect, useState } from 'react';
import { useShell, useStore } from '../../core/shell.tsx';
import { useT } from '../../core/texts.tsx';

interface SignOutDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Confirms sign-out. Names unsent writes and unfinished forms, which sign-out deletes (ux.md part D). */
export function SignOutDialog({ open, onClose }: SignOutDialogProps) {
  const t = useT();
  const { auth, outbox, countDrafts } = useShell();
  const waiting = useStore(outbox.waiting);
  const [step, setStep] = useState<'asking' | 'sending' | 'unsent'>('asking');
  const [drafts, setDrafts] = useState(0);
  useEffect(() => {
    if (open) void countDrafts().then(setDrafts);
  }, [open, countDrafts]);
  const close = () => {
    setStep('asking');
    onClose();
  };
  const signOut = () => void auth.signOut();
  const begun = drafts > 0 && (
    <Notice type="warning" announce="status">
      {t('signout.drafts', { n: drafts })}
    </Notice>
  );
  if (waiting.length === 0) {
    return (
      <ConfirmDialog
        open={open}
        title={t('set.logoutConfirm')}
        danger={drafts > 0}
        onCancel={close}
        onConfirm={signOut}
        confirmLabel={t(drafts > 0 ? 'signout.discard' : 'menu.logout')}
        cancelLabel={t('set.stay')}
      >
        {begun}
      </ConfirmDialog>
    );
  }
  const send = async () => {
    setStep('sending');
    await outbox.flush();
    setStep('unsent');
  };
  return (
    <UnsentDialog open={open} step={step} onSend={() => void send()} onClose={close} onSignOut={signOut}>
      {begun}
    </UnsentDialog>
  );
}

interface UnsentDialogProps extends SignOutDialogProps {
  readonly step: 'asking' | 'sending' | 'unsent';
  readonly onSend: () => void;
  readonly onSignOut: () => void;
  readonly children: ReactNode;
}

/** Lists unsent writes, and offers to send them first. */
function UnsentDialog({ open, step, onSend, onClose, onSignOut, children }: UnsentDialogProps) {
  const t = useT();
  const waiting = useStore(useShell().outbox.waiting);
  return (
    <Dialog
      open={open}
      role="alertdialog"
      title={t('signout.waiting', { n: waiting.length })}
      onClose={onClose}
      footer={
        <>
          <Button data-focus-first="" onClick={onClose}>
            {t('signout.stay')}
          </Button>
          <Button variant="primary" busy={step === 'sending'} onClick={onSend}>
            {t('signout.send')}
          </Button>
          <Button variant="danger" onClick={onSignOut}>
            {t('signout.discard')}
          </Button>
        </>
      }
    >
      {step === 'unsent' && (
        <Notice type="warning" announce="alert">
          {t('outbox.stillWaiting')}
        </Notice>
      )}
      {children}
      <ul>
        {waiting.map(({ id, title }) => (
          <li key={id}>{title}</li>
        ))}
      </ul>
    </Dialog>
  );
}
