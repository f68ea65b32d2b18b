import type { PatientSummary } from '@phr/contract/host-api';
import { ListStates } from '@phr/module-kit/list-section';
import { Screen } from '@phr/module-kit/screen';
import { PersonFor } from '@phr/ui/person-for';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Device } from './device.entity.ts';
import { useDevices } from './devices.api.ts';
import { OwnRecord } from './own-record.view.tsx';

interface DeviceScreenProps {
  readonly screen: string;
  readonly level: number;
  /** Shown when the person has no device. */
  readonly empty: ReactNode;
  readonly children: (devices: readonly Device[], main: PatientSummary, level: number) => ReactNode;
}

/** A screen that works with one of the main patient's own devices. */
export function DeviceScreen(props: DeviceScreenProps) {
  return (
    <OwnRecord screen={props.screen} level={props.level}>
      {(main) => <Devices {...props} main={main} />}
    </OwnRecord>
  );
}

function Devices({ screen, level, empty, children, main }: DeviceScreenProps & { readonly main: PatientSummary }) {
  const { t } = useTranslation();
  const list = useDevices();
  return (
    <Screen title={t(`screen.${screen}`)} headingLevel={level} back={{ screen: 'medical-devices' }}>
      <PersonFor name={main.name} relationship={main.relationship} />
      <ListStates list={list} thing={t('screen.medical-devices').toLowerCase()} level={level + 1} empty={empty}>
        {(devices) => children(devices, main, level + 1)}
      </ListStates>
    </Screen>
  );
}
