import { hrefOf } from '@phr/module-kit/screens';
import { useHost } from '@phr/module-kit/host';
import { ListSection } from '@phr/module-kit/list-section';
import { Screen } from '@phr/module-kit/screen';
import { EmptyState } from '@phr/ui/empty-state';
import { IconAdd, IconDevices } from '@phr/ui/icons';
import { LinkButton } from '@phr/ui/link-button';
import { useTranslation } from 'react-i18next';
import type { ScreenProps } from '../../views/screen-props.ts';
import { DeviceRow } from './device-row.view.tsx';
import { useDevices, useOwnDevice } from './devices.api.ts';
import { OwnDeviceNotice } from './own-device-notice.view.tsx';
import { OwnRecord } from './own-record.view.tsx';
import { UnprovenHub } from './unproven-hub.view.tsx';

/** The devices of the main patient, this browser among them. */
export function MedicalDevicesView({ level }: ScreenProps) {
  return (
    <OwnRecord screen="medical-devices" level={level}>
      {() => <Devices level={level} />}
    </OwnRecord>
  );
}

function Devices({ level }: ScreenProps) {
  const { t } = useTranslation();
  const { navigation } = useHost();
  const list = useDevices();
  const own = useOwnDevice(list);
  return (
    <Screen
      title={t('screen.medical-devices')}
      headingLevel={level}
      back={{ screen: 'dashboard' }}
      actions={
        <LinkButton variant="primary" icon={IconAdd} href={hrefOf(navigation, { screen: 'add-device' })}>
          {t('device.add')}
        </LinkButton>
      }
    >
      {list.rows
        .filter(({ isOneHub, mac }) => isOneHub && mac !== undefined)
        .map((hub) => (
          <UnprovenHub key={hub.id} device={hub} />
        ))}
      <OwnDeviceNotice state={own.state} onRetry={own.retry} />
      <ListSection
        list={list}
        label={t('device.list')}
        thing={t('screen.medical-devices').toLowerCase()}
        level={level + 1}
        empty={<EmptyState icon={IconDevices} title={t('empty.devices')} />}
      >
        {(device) => <DeviceRow device={device} />}
      </ListSection>
    </Screen>
  );
}
