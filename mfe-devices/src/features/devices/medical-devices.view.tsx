import { usePatient } from '@phr/module-kit/host';
import { ListSection } from '@phr/module-kit/list-section';
import { Screen } from '@phr/module-kit/screen';
import { EmptyState } from '@phr/ui/empty-state';
import { IconDevices } from '@phr/ui/icons';
import { useTranslation } from 'react-i18next';
import type { ScreenProps } from '../../views/screen-props.ts';
import { DeviceRow } from './device-row.tsx';
import { useDevices, useOwnDevice } from './devices.api.ts';
import { OwnDeviceNotice } from './own-device-notice.tsx';

/** The devices of the main patient, this browser among them. In another person's record it says so and asks for nothing. */
export function MedicalDevicesView({ level }: ScreenProps) {
  const { t } = useTranslation();
  const { main, viewed } = usePatient();
  const isOwnRecord = main !== undefined && viewed?.id === main.id;
  const list = useDevices(isOwnRecord);
  const own = useOwnDevice(list, isOwnRecord);
  if (main !== undefined && !isOwnRecord) {
    return (
      <Screen title={t('screen.medical-devices')} headingLevel={level} back="/dashboard">
        <EmptyState icon={IconDevices} title={t('device.mainOnly')} help={t('device.mainOnly.help')} />
      </Screen>
    );
  }
  return (
    <Screen title={t('screen.medical-devices')} headingLevel={level} back="/dashboard">
      <OwnDeviceNotice state={own.state} onRetry={own.retry} />
      <ListSection list={list} label={t('device.list')} thing={t('screen.medical-devices').toLowerCase()} level={level + 1} empty={<EmptyState icon={IconDevices} title={t('empty.devices')} />}>
        {(device) => <DeviceRow device={device} />}
      </ListSection>
    </Screen>
  );
}
