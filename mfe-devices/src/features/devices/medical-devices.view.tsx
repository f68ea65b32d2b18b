import { hrefOf } from '@phr/module-kit/screens';
import { useHost } from '@phr/module-kit/host';
import { ListSection } from '@phr/module-kit/list-section';
import { Screen } from '@phr/module-kit/screen';
import type { PatientList } from '@phr/module-kit/patient-list';
import { Card } from '@phr/ui/card';
import { EmptyState } from '@phr/ui/empty-state';
import { IconAdd, IconDevices } from '@phr/ui/icons';
import { LinkButton } from '@phr/ui/link-button';
import { List } from '@phr/ui/list';
import { useTranslation } from 'react-i18next';
import type { ScreenProps } from '../../views/screen-props.ts';
import type { Device } from './device.entity.ts';
import { DeviceRow } from './device-row.view.tsx';
import { useDevices, useOwnDevice } from './devices.api.ts';
import { OwnDeviceNotice } from './own-device-notice.view.tsx';
import { OwnRecord } from './own-record.view.tsx';
import { UnprovenHub } from './unproven-hub.view.tsx';

/** The main patient's devices, and separately the signed-in browsers, including this one. */
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
        list={only(list, false)}
        label={t('device.list')}
        thing={t('screen.medical-devices').toLowerCase()}
        level={level + 1}
        empty={<EmptyState icon={IconDevices} title={t('empty.devices')} />}
      >
        {(device) => <DeviceRow device={device} />}
      </ListSection>
      <Browsers list={only(list, true)} level={level + 1} />
    </Screen>
  );
}

/** Filters browsers or everything else. "More" is under the devices and serves both. */
function only(list: PatientList<Device>, isBrowser: boolean): PatientList<Device> {
  const rows = list.rows.filter(({ type }) => (type === 'AUTH') === isBrowser);
  return { ...list, rows, total: rows.length, hasMore: list.hasMore && !isBrowser };
}

function Browsers({ list, level }: { readonly list: PatientList<Device>; readonly level: number }) {
  const { t } = useTranslation();
  if (list.rows.length === 0) return null;
  return (
    <Card flush title={t('device.browsers')} level={level}>
      <List label={t('device.browsers')} items={list.rows} keyOf={({ id }) => id} frame={false}>
        {(device) => <DeviceRow device={device} />}
      </List>
    </Card>
  );
}
