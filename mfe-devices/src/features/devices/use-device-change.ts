import { useHost } from '@phr/module-kit/host';
import { useTranslation } from 'react-i18next';
import type { Device } from './device.entity.ts';
import { useDeviceWrite } from './device-writes.api.ts';
import { changedDevice, type DeviceChanges, isKnown } from './device-changes.model.ts';

export interface DeviceChange {
  /** Changes the device, shows a notice, then calls `onDone`. Undefined for an unknown kind of device. */
  readonly change: ((changes: DeviceChanges, onDone?: () => void) => void) | undefined;
  readonly isPending: boolean;
  /** Why the last change failed. */
  readonly error: unknown;
}

/**
 * Changes one aspect of a device. Each part of a screen has its own, so that errors appear where the change was made.
 */
export function useDeviceChange(device: Device, patientId: string): DeviceChange {
  const { t } = useTranslation();
  const { notify } = useHost();
  const { mutate, isPending, error } = useDeviceWrite();
  const change = isKnown(device)
    ? (changes: DeviceChanges, onDone?: () => void) =>
        mutate(
          { kind: 'update', body: changedDevice(device, patientId, changes), key: crypto.randomUUID() },
          {
            onSuccess() {
              notify.show({ type: 'success', title: t('toast.deviceUpdate') });
              onDone?.();
            },
          },
        )
    : undefined;
  return { change, isPending, error };
}
