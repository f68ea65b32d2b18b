import { replaceScreen } from '@phr/module-kit/screens';
import { useHost } from '@phr/module-kit/host';
import { ConfirmDialog } from '@phr/ui/confirm-dialog';
import { Stack } from '@phr/ui/page';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Device } from '../devices/device.entity.ts';
import { nameOf } from '../devices/device.words.ts';
import { useDeviceWrite } from '../devices/device-writes.api.ts';
import { WriteError } from '../devices/write-error.view.tsx';

interface RemoveDialogProps {
  readonly device: Device /** Meters removed together with a hub. */;
  readonly meters: number;
  readonly patientId: string;
  readonly onClose: () => void;
}

/** Confirms removal, then returns to the list once the server has done it (NAV-32). */
export function RemoveDialog({ device, meters, patientId, onClose }: RemoveDialogProps) {
  const { t } = useTranslation();
  const { navigation, notify } = useHost();
  const [key] = useState(() => crypto.randomUUID());
  const { mutate, isPending, error } = useDeviceWrite();
  const remove = () =>
    mutate(
      { kind: 'remove', id: device.id, patientId, key },
      {
        onSuccess() {
          notify.show({ type: 'success', title: t('toast.deviceRemove') });
          replaceScreen(navigation, { screen: 'medical-devices' });
        },
      },
    );
  return (
    <ConfirmDialog
      open
      danger
      title={`${t('device.remove')}: ${nameOf(device, t)}?`}
      confirmLabel={t('device.remove')}
      busy={isPending}
      onConfirm={remove}
      onCancel={onClose}
    >
      <Stack>
        <p>{t('device.removeConfirm')}</p>
        <p>{t('device.readingsStay')}</p>
        {meters > 0 && <p>{t('device.metersGo', { n: meters })}</p>}
        <WriteError error={error} />
      </Stack>
    </ConfirmDialog>
  );
}
