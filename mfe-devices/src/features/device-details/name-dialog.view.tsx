import { Button } from '@phr/ui/button';
import { Dialog } from '@phr/ui/dialog';
import { Stack } from '@phr/ui/page';
import { TextField } from '@phr/ui/text-field';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Device } from '../devices/device.entity.ts';
import { useDeviceChange } from '../devices/use-device-change.ts';
import { WriteError } from '../devices/write-error.view.tsx';

interface NameDialogProps {
  readonly device: Device;
  readonly patientId: string;
  readonly onClose: () => void;
}

/** Renames a device. Closes once the server has saved it. */
export function NameDialog({ device, patientId, onClose }: NameDialogProps) {
  const { t } = useTranslation();
  const { change, isPending, error } = useDeviceChange(device, patientId);
  const [typed, setTyped] = useState(device.name ?? '');
  const [isMissing, setMissing] = useState(false);
  const form = useId();
  function submit(event: FormEvent) {
    event.preventDefault();
    setMissing(typed.trim() === '');
    if (typed.trim() !== '') change?.({ name: typed.trim() }, onClose);
  }
  return (
    <Dialog
      open
      title={t('device.rename')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" type="submit" form={form} busy={isPending}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit}>
        <Stack>
          <TextField
            label={t('device.name')}
            value={typed}
            maxLength={100}
            autoComplete="off"
            error={isMissing ? t('device.err.name') : undefined}
            onChange={setTyped}
          />
          <WriteError error={error} />
        </Stack>
      </form>
    </Dialog>
  );
}
