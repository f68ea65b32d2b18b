import { ListSection } from '@phr/module-kit/list-section';
import { Screen } from '@phr/module-kit/screen';
import { ScreenLink } from '@phr/module-kit/screen-link';
import { buttonClass } from '@phr/ui/button';
import { EmptyState } from '@phr/ui/empty-state';
import { IconDevices } from '@phr/ui/icons';
import { useTranslation } from 'react-i18next';
import type { ScreenProps } from '../../views/screen-props.ts';
import { DeviceRow } from './device-row.tsx';
import { useDevices, useOwnDevice } from './devices.api.ts';
import { OwnDeviceNotice } from './own-device-notice.tsx';
import { OwnRecord } from './own-record.view.tsx';

/** The devices of the main patient, this browser among them. */
export function MedicalDevicesView({ level }: ScreenProps) {
  return <OwnRecord screen="medical-devices" level={level}>{() => <Devices level={level} />}</OwnRecord>;
}

function Devices({ level }: ScreenProps) {
  const { t } = useTranslation();
  const list = useDevices();
  const own = useOwnDevice(list);
  return (
    <Screen
      title={t('screen.medical-devices')} headingLevel={level} back="/dashboard"
      actions={<ScreenLink screen="add-device" className={buttonClass({ variant: 'primary', dense: true })}>{t('device.add')}</ScreenLink>}
    >
      <OwnDeviceNotice state={own.state} onRetry={own.retry} />
      <ListSection list={list} label={t('device.list')} thing={t('screen.medical-devices').toLowerCase()} level={level + 1} empty={<EmptyState icon={IconDevices} title={t('empty.devices')} />}>
        {(device) => <DeviceRow device={device} />}
      </ListSection>
    </Screen>
  );
}
