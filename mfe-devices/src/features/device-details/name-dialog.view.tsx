import { Button } from '@phr/ui/button';
import { Dialog } from '@phr/ui/dialog';
import { Stack } from '@phr/ui/page';
import { TextField } from '@phr/ui/text-field';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { WriteError } from '../devices/write-error.view.tsx';

interface NameDialogProps { readonly name: string; readonly busy: boolean; readonly error: unknown; readonly onSave: (name: string) => void; readonly onClose: () => void }

/** Gives a device another name. Closes when the server has it. */
export function NameDialog({ name, busy, error, onSave, onClose }: NameDialogProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(name);
  const [isMissing, setMissing] = useState(false);
  const form = useId();
  function submit(event: FormEvent) {
    event.preventDefault();
    setMissing(typed.trim() === '');
    if (typed.trim() !== '') onSave(typed.trim());
  }
  return (
    <Dialog open title={t('device.rename')} onClose={onClose} footer={<><Button onClick={onClose}>{t('common.cancel')}</Button><Button variant="primary" type="submit" form={form} busy={busy}>{t('common.save')}</Button></>}>
      <form id={form} noValidate onSubmit={submit}>
        <Stack>
          <TextField label={t('device.name')} value={typed} maxLength={100} autoComplete="off" error={isMissing ? t('device.err.name') : undefined} onChange={setTyped} />
          <WriteError error={error} />
        </Stack>
      </form>
    </Dialog>
  );
}
