import { replaceScreen } from '@phr/module-kit/screens';
import type { HubMeter, PatientSummary } from '@phr/contract/host-api';
import { useHost } from '@phr/module-kit/host';
import { ScreenLink } from '@phr/module-kit/screen-link';
import { Button } from '@phr/ui/button';
import { formColumn } from '@phr/ui/field-group';
import { Icon } from '@phr/ui/icon';
import { IconBluetooth, IconDone } from '@phr/ui/icons';
import { Notice } from '@phr/ui/notice';
import { RadioGroup } from '@phr/ui/radio-group';
import { SelectField } from '@phr/ui/select-field';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { ScreenProps } from '../../views/screen-props.ts';
import type { Device } from '../devices/device.entity.ts';
import { nameOf } from '../devices/device.words.ts';
import { DEVICE_TYPES } from '../devices/device-types.model.ts';
import css from '../devices/devices.module.css';
import { DeviceScreen } from '../devices/device-screen.view.tsx';
import { NoDevice } from '../devices/no-device.view.tsx';
import { reasonWords } from '../hub/command.words.ts';
import { ForgetMeter } from '../hub/forget-meter.view.tsx';
import { ProvenHub } from '../hub/hub-proof.view.tsx';
import { HubStatusLine } from '../hub/hub-status.view.tsx';
import { useHub } from '../hub/use-hub.ts';
import { MOST_TRIES, type Pairing } from './pairing.model.ts';
import { type PairingHub, type PairingOptions, usePairing } from './use-pairing.ts';

/** Pairs a Bluetooth meter through a hub of the main patient. */
export function PairDeviceView({ level }: ScreenProps) {
  return (
    <DeviceScreen screen="pair-device" level={level} empty={<NoHub />}>
      {(devices, main, below) => <HubChoice devices={devices} main={main} level={below} />}
    </DeviceScreen>
  );
}

function NoHub() {
  const { t } = useTranslation();
  return <NoDevice icon={IconBluetooth} title={t('hub.none')} help={t('hub.none.help')} />;
}

/** Which hub: part of the address, the only one when there is one. */
function HubChoice({
  devices,
  main,
  level,
}: {
  readonly devices: readonly Device[];
  readonly main: PatientSummary;
  readonly level: number;
}) {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const hubs = devices.flatMap((device) =>
    device.isOneHub && device.mac !== undefined ? [{ ...device, mac: device.mac }] : [],
  );
  const [first] = hubs;
  if (first === undefined) return <NoHub />;
  const hub = hubs.find(({ id }) => id === search.get('hub')) ?? first;
  const known = new Map(devices.flatMap(({ id, mac }) => (mac === undefined ? [] : [[mac, id] as const])));
  return (
    <>
      {hubs.length > 1 ? (
        <SelectField
          required
          label={t('device.parent')}
          value={hub.id}
          options={hubs.map((one) => ({ value: one.id, label: nameOf(one, t) }))}
          onChange={(id) => setSearch({ hub: id }, { replace: true })}
        />
      ) : (
        <p>{t('hub.with', { name: nameOf(hub, t) })}</p>
      )}
      <ProvenHub key={hub.mac} deviceId={hub.id} mac={hub.mac} level={level}>
        <Pairing hub={hub} patientId={main.id} known={known} />
      </ProvenHub>
    </>
  );
}

interface PairingProps {
  readonly hub: PairingHub;
  readonly patientId: string;
  readonly known: PairingOptions['known'];
}

function Pairing({ hub, patientId, known }: PairingProps) {
  const { t } = useTranslation();
  const { navigation, notify } = useHost();
  const state = useHub(hub.mac);
  const { pairing, scan, stopScan, pair, cancel } = usePairing({
    hub,
    connection: state.connection,
    patientId,
    known,
    onSaved(id) {
      notify.show({ type: 'success', title: t('toast.deviceConnect') });
      replaceScreen(
        navigation,
        id === undefined ? { screen: 'medical-devices' } : { screen: 'device-details', params: { id } },
      );
    },
  });
  const [chosen, setChosen] = useState<string>();
  const meter = pairing.meters.find(({ mac }) => mac === chosen);
  const isReady = state.connection === 'CONNECTED';
  const { step } = pairing;
  return (
    <div className={formColumn}>
      <Steps pairing={pairing} isReady={isReady} />
      <HubStatusLine hub={state} />
      <p role="status" className={css.news}>
        {wordsOf(pairing, t)}
      </p>
      {pairing.problem !== undefined && (
        <ProblemNotice pairing={pairing} knownId={chosen === undefined ? undefined : known.get(chosen)} />
      )}
      {pairing.problem === 'already-paired' && chosen !== undefined && !known.has(chosen) && (
        <ForgetMeter key={chosen} hubMac={hub.mac} meterMac={chosen} isReady={isReady} />
      )}
      {pairing.passkey !== undefined && <Passkey digits={pairing.passkey} />}
      {pairing.meters.length > 0 && (step === 'scanning' || step === 'ready') && (
        <RadioGroup
          label={t('hub.found')}
          value={chosen}
          onChange={setChosen}
          options={pairing.meters.map((one) => ({ value: one.mac, label: one.name, hint: hintOf(one, known, t) }))}
        />
      )}
      <div className={css.row}>
        {meter !== undefined && (step === 'scanning' || step === 'ready') && (
          <Button variant="primary" disabled={!isReady} onClick={() => pair(meter)}>
            {t('hub.cmd.pair')}
          </Button>
        )}
        {step === 'ready' && (
          <Button
            variant={meter === undefined ? 'primary' : 'secondary'}
            disabled={!isReady}
            onClick={() => {
              setChosen(undefined);
              scan();
            }}
          >
            {t(pairing.problem === undefined && pairing.meters.length === 0 ? 'hub.cmd.scan' : 'hub.scanAgain')}
          </Button>
        )}
        {step === 'scanning' && <Button onClick={stopScan}>{t('hub.cmd.stopScan')}</Button>}
        {(step === 'pairing' || step === 'interrupted' || step === 'retrying') && (
          <Button onClick={cancel}>{t('common.cancel')}</Button>
        )}
      </div>
    </div>
  );
}

/** The digits that a meter asks for. */
function Passkey({ digits }: { readonly digits: string }) {
  const { t } = useTranslation();
  return (
    <div role="status">
      <p>{t('hub.reply.passkey')}</p>
      <p className={css.passkey}>{digits.replace(/^(\d{3})(\d{3})$/, '$1 $2')}</p>
      <p>{t('hub.passkeyHelp')}</p>
    </div>
  );
}

const STEPS = ['power', 'scan', 'pair', 'save'] as const;

function Steps({ pairing, isReady }: { readonly pairing: Pairing; readonly isReady: boolean }) {
  const { t } = useTranslation();
  const step = pairing.interrupted ?? pairing.step;
  const at =
    step === 'pairing' ? 2 : step === 'saving' ? 3 : step === 'done' ? 4 : isReady || step === 'scanning' ? 1 : 0;
  return (
    <ol className={css.steps}>
      {STEPS.map((name, index) => (
        <li key={name} className={css.step} aria-current={index === at ? 'step' : undefined}>
          {index < at && <Icon of={IconDone} size={20} />}
          <span>{`${index + 1}. ${t(`hub.step.${name}`)}`}</span>
        </li>
      ))}
    </ol>
  );
}

type Translate = ReturnType<typeof useTranslation>['t'];

function wordsOf({ step, tries }: Pairing, t: Translate): string {
  if (step === 'ready' || step === 'done') return '';
  return step === 'retrying' ? t('hub.retrying', { n: tries, of: MOST_TRIES }) : `${t(`device.life.${step}`)}…`;
}

interface ProblemNoticeProps {
  readonly pairing: Pairing;
  /** The device of the record that the chosen meter is. */
  readonly knownId: string | undefined;
}

function ProblemNotice({ pairing: { problem, code }, knownId }: ProblemNoticeProps) {
  const { t } = useTranslation();
  if (problem === 'stopped') return <Notice announce="status">{t('hub.reply.stop')}</Notice>;
  if (problem === 'nothing-found')
    return (
      <Notice type="warning" announce="status" title={t('hub.nothingFound')}>
        {t('hub.nothingFound.help')}
      </Notice>
    );
  if (problem === 'already-paired')
    return (
      <Notice
        type="error"
        announce="alert"
        action={
          knownId !== undefined && (
            <ScreenLink screen="device-details" params={{ id: knownId }}>
              {t('screen.device-details')}
            </ScreenLink>
          )
        }
      >
        {t('device.alreadyPaired')}
      </Notice>
    );
  return (
    <Notice type="error" announce="alert" title={t('device.connectError')}>
      {reasonWords(code, t) ?? t('hub.tryAgain')}
    </Notice>
  );
}

/** Kind and end of the address: two meters of one kind are told apart. */
function hintOf({ mac, type }: HubMeter, known: PairingOptions['known'], t: Translate): string {
  const kind = DEVICE_TYPES.find((one) => one === type);
  return [kind && t(`device.type.${kind}`), mac, known.has(mac) ? t('hub.isPaired') : undefined]
    .filter((part) => part !== undefined)
    .join(' · ');
}
