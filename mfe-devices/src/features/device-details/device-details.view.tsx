import type { PatientSummary } from '@phr/contract/host-api';
import { DetailScreen } from '@phr/module-kit/detail-screen';
import { Facts } from '@phr/module-kit/facts';
import { TechnicalFacts } from '@phr/module-kit/technical-facts';
import { useSettings } from '@phr/module-kit/host';
import { ScreenLink } from '@phr/module-kit/screen-link';
import { Button, buttonClass } from '@phr/ui/button';
import { Card } from '@phr/ui/card';
import { EmptyState } from '@phr/ui/empty-state';
import { formatMoment } from '@phr/ui/format';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { ScreenProps } from '../../views/screen-props.ts';
import { BluetoothCard, profilesOf } from '../bluetooth/bluetooth-card.view.tsx';
import { isKnown } from '../devices/device-changes.model.ts';
import { deviceCode, type Device } from '../devices/device.entity.ts';
import { nameOf, typeWordsOf } from '../devices/device.words.ts';
import { useDevices } from '../devices/devices.api.ts';
import css from '../devices/devices.module.css';
import { OwnRecord } from '../devices/own-record.view.tsx';
import { HubControl } from '../hub/hub-control.view.tsx';
import { ProvenHub } from '../hub/hub-proof.view.tsx';
import { MeterPairing } from '../hub/meter-pairing.view.tsx';
import { useDeviceUse } from './device-use.api.ts';
import { NameDialog } from './name-dialog.view.tsx';
import { Reminders } from './reminders.view.tsx';
import { RemoveDialog } from './remove-dialog.view.tsx';

/** One device: facts, controls, and removal. */
export function DeviceDetailsView({ level }: ScreenProps) {
  return (
    <OwnRecord screen="device-details" level={level}>
      {(main) => <OneDevice main={main} level={level} />}
    </OwnRecord>
  );
}

function OneDevice({ main, level }: { readonly main: PatientSummary; readonly level: number }) {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const list = useDevices();
  return (
    <DetailScreen
      title={t('screen.device-details')}
      level={level}
      back={{ screen: 'medical-devices' }}
      found={{ ...list, rows: list.rows.filter((device) => device.id === id) }}
      missing={<EmptyState title={t('device.notFound')} help={t('device.notFound.help')} />}
    >
      {(device) => <Details device={device} all={list.rows} main={main} level={level + 1} />}
    </DetailScreen>
  );
}

interface DetailsProps {
  readonly device: Device;
  readonly all: readonly Device[];
  readonly main: PatientSummary;
  readonly level: number;
}

function Details({ device, all, main, level }: DetailsProps) {
  const { t } = useTranslation();
  const { deviceId } = useSettings();
  const [open, setOpen] = useState<'name' | 'remove'>();
  const since = useDeviceUse(device.id).data;
  const { mac } = device;
  const parent = parentOf(device, all);
  const children = childrenOf(device, all);
  const profiles = profilesOf(device);
  const isThisBrowser = device.deviceId === deviceId;

  return (
    <>
      <Card
        title={nameOf(device, t)}
        level={level}
        action={
          isKnown(device) && (
            <Button dense onClick={() => setOpen('name')}>
              {t('device.rename')}
            </Button>
          )
        }
      >
        <DeviceFacts device={device} all={all} main={main} since={since} />
        <div className={css.row}>
          {mac !== undefined && (
            <ScreenLink screen="health-sign-monitor" params={{ device: device.id }} className={buttonClass({})}>
              {t('monitor.start')}
            </ScreenLink>
          )}
          {!isThisBrowser && (
            <Button variant="danger" onClick={() => setOpen('remove')}>
              {t('device.remove')}
            </Button>
          )}
        </div>
      </Card>
      <DeviceNumbers device={device} level={level} />
      {profiles !== undefined && <BluetoothCard device={device} profiles={profiles} person={main} level={level} />}
      {device.isOneHub && mac !== undefined && (
        <ProvenHub key={mac} deviceId={device.id} mac={mac} level={level}>
          <HubControl device={device} mac={mac} patientId={main.id} level={level} />
        </ProvenHub>
      )}
      {device.isOneHub && isKnown(device) && <Reminders device={device} patientId={main.id} level={level} />}
      {parent?.mac !== undefined && mac !== undefined && (
        <MeterPairing key={mac} hubMac={parent.mac} meterMac={mac} level={level} />
      )}
      {open === 'name' && <NameDialog device={device} patientId={main.id} onClose={() => setOpen(undefined)} />}
      {open === 'remove' && (
        <RemoveDialog device={device} meters={children.length} patientId={main.id} onClose={() => setOpen(undefined)} />
      )}
    </>
  );
}

const parentOf = ({ parentId }: Device, all: readonly Device[]) => all.find(({ id }) => id === parentId);
const childrenOf = ({ id }: Device, all: readonly Device[]) => all.filter(({ parentId }) => parentId === id);

/** Device numbers for support. */
function DeviceNumbers({ device, level }: Pick<DetailsProps, 'device' | 'level'>) {
  const { t } = useTranslation();
  return (
    <TechnicalFacts
      level={level}
      facts={[
        [t('device.serial'), device.serialNumber],
        [t('device.mac'), device.mac],
        [t('device.androidId'), device.androidId],
        [t('device.codeName'), device.type === 'AUTH' ? deviceCode(device.deviceId) : undefined],
        [t('device.fwVersion'), device.properties.fwVersion],
      ]}
    />
  );
}

interface DeviceFactsProps extends Omit<DetailsProps, 'level'> {
  /** Start of its use. */
  readonly since: string | undefined;
}

/** Facts of a device and its connections. */
function DeviceFacts({ device, all, main, since }: DeviceFactsProps) {
  const { t } = useTranslation();
  const { locale } = useSettings();
  const { properties } = device;
  const parent = parentOf(device, all);
  const children = childrenOf(device, all);
  return (
    <Facts
      facts={[
        [t('device.type'), typeWordsOf(device, t)],
        [t('device.funcType'), device.funcType && t(`device.func.${device.funcType}`)],
        [t('device.subject'), device.subject ?? (device.patientId === main.id ? main.name : undefined)],
        [
          t('device.usingMode'),
          properties.usingMode === undefined ? undefined : t(`device.mode.${properties.usingMode}`),
        ],
        [t('device.manufacturer'), device.manufacturer],
        [t('device.useStatement'), device.useStatement],
        [t('device.since'), since === undefined ? undefined : formatMoment(since, locale)],
        [
          t('device.parent'),
          parent === undefined ? (
            device.parentName
          ) : (
            <ScreenLink key="parent" screen="device-details" params={{ id: parent.id }}>
              {nameOf(parent, t)}
            </ScreenLink>
          ),
        ],
        [
          t('device.children'),
          children.length === 0 ? undefined : (
            <ul key="children" className={css.plain}>
              {children.map((one) => (
                <li key={one.id}>
                  <ScreenLink screen="device-details" params={{ id: one.id }}>
                    {nameOf(one, t)}
                  </ScreenLink>
                </li>
              ))}
            </ul>
          ),
        ],
      ]}
    />
  );
}
