import { isAppError } from '@phr/contract/app-error';
import type { PatientSummary } from '@phr/contract/host-api';
import { useHost, useStore } from '@phr/module-kit/host';
import { ScreenLink } from '@phr/module-kit/screen-link';
import { Button, buttonClass } from '@phr/ui/button';
import { Card } from '@phr/ui/card';
import { IconDevices } from '@phr/ui/icons';
import { Notice } from '@phr/ui/notice';
import { SelectField } from '@phr/ui/select-field';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { ScreenProps } from '../../views/screen-props.ts';
import type { Device } from '../devices/device.entity.ts';
import { nameOf } from '../devices/device.words.ts';
import css from '../devices/devices.module.css';
import { DeviceScreen } from '../devices/device-screen.view.tsx';
import { NoDevice } from '../devices/no-device.view.tsx';
import { WriteError } from '../devices/write-error.view.tsx';
import { type RunningSession, useMeasureSession } from './monitor.api.ts';
import { clockOfSeconds, isFrom, isCountdownOver, secondsLeft } from './monitor.model.ts';

/** Starts and ends a measuring session with a device, and shows its remaining time (D-107). */
export function HealthSignMonitorView({ level }: ScreenProps) {
  return (
    <DeviceScreen screen="health-sign-monitor" level={level} empty={<NoMeter />}>
      {(devices, main, below) => <MeterChoice devices={devices} main={main} level={below} />}
    </DeviceScreen>
  );
}

function NoMeter() {
  const { t } = useTranslation();
  return <NoDevice icon={IconDevices} title={t('monitor.noMeter')} help={t('monitor.noMeter.help')} />;
}

/** Device selection, in the URL. */
function MeterChoice({
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
  const meters = devices.filter(({ mac }) => mac !== undefined);
  const [first] = meters;
  if (first === undefined) return <NoMeter />;
  const meter = meters.find(({ id }) => id === search.get('device')) ?? first;
  return (
    <>
      <SelectField
        required
        label={t('monitor.device')}
        value={meter.id}
        options={meters.map((one) => ({ value: one.id, label: nameOf(one, t) }))}
        onChange={(id) => setSearch({ device: id }, { replace: true })}
      />
      <Session key={meter.id} device={meter} patientId={main.id} level={level} />
    </>
  );
}

interface SessionProps {
  readonly device: Device;
  readonly patientId: string;
  readonly level: number;
}

function Session({ device, patientId, level }: SessionProps) {
  const { t } = useTranslation();
  const { realtime } = useHost();
  const { connected } = useStore(realtime.status);
  const [ended, setEnded] = useState<'whole' | 'part'>();
  const { running, start, end } = useMeasureSession({
    patientId,
    deviceId: device.id,
    mac: device.mac,
    onEnded: () => finish(),
  });
  const [count, setCount] = useArrived(device, patientId, running !== undefined);
  const finish = () => setEnded(running?.isOlder === true ? 'part' : 'whole');

  const isTaken = isAppError(start.error) && start.error.code === 'SESSION_RUNNING';
  return (
    <Card title={t('screen.health-sign-monitor')} level={level}>
      <p>{t('monitor.help')}</p>
      {!connected && (
        <Notice type="warning" announce="status">
          {t('monitor.notConnected')}
        </Notice>
      )}
      {running === undefined ? (
        <>
          {ended !== undefined && (
            <Notice type="success" announce="status">
              {t(ended === 'whole' ? 'monitor.ended' : 'monitor.endedOlder', { n: count })}
            </Notice>
          )}
          <WriteError error={start.error} />
          <div className={css.row}>
            <Button
              variant="primary"
              busy={start.isPending}
              disabled={!connected}
              onClick={() => {
                setCount(0);
                setEnded(undefined);
                start.mutate();
              }}
            >
              {t('monitor.start')}
            </Button>
            {isTaken && (
              <Button busy={end.isPending} onClick={() => end.mutate(undefined, { onSuccess: () => start.reset() })}>
                {t('monitor.end')}
              </Button>
            )}
          </div>
        </>
      ) : (
        <RunningPart
          running={running}
          count={count}
          end={end}
          onEnd={() => end.mutate(undefined, { onSuccess: finish })}
        />
      )}
    </Card>
  );
}

/** Number of the device's readings received during a session. */
function useArrived(device: Device, patientId: string, isRunning: boolean) {
  const { topics } = useHost();
  const [count, setCount] = useState(0);
  useEffect(() => {
    if (!isRunning) return undefined;
    let isOld = true;
    const stop = topics.subscribe('vital-sign', (event) => {
      if (!isOld && event.patientId === patientId && isFrom(event.observation, device))
        setCount((before) => before + 1);
    });
    isOld = false;
    return stop;
  }, [topics, patientId, device, isRunning]);
  return [count, setCount] as const;
}

interface RunningPartProps {
  readonly running: RunningSession;
  readonly count: number;
  readonly end: ReturnType<typeof useMeasureSession>['end'];
  readonly onEnd: () => void;
}

/** Remaining time and received readings of a session, with a button to end it. */
function RunningPart({ running, count, end, onEnd }: RunningPartProps) {
  const { t } = useTranslation();
  return (
    <>
      <Countdown running={running} onOver={onEnd} />
      <p role="status">{t(running.isOlder ? 'monitor.countOlder' : 'monitor.count', { n: count })}</p>
      <WriteError error={end.error} />
      <div className={css.row}>
        <Button variant="danger" busy={end.isPending} onClick={onEnd}>
          {t('monitor.end')}
        </Button>
        <ScreenLink screen="vs-monitor" className={buttonClass({})}>
          {t('monitor.watch')}
        </ScreenLink>
      </div>
    </>
  );
}

const TICK_MS = 1_000;

/** Remaining time by this device's monotonic clock; calls back once at the end. */
function Countdown({
  running: { session, receivedAt },
  onOver,
}: {
  readonly running: RunningSession;
  readonly onOver: () => void;
}) {
  const { t } = useTranslation();
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const over = isCountdownOver(session, now - receivedAt);
  const tell = useEffectEvent(onOver);
  useEffect(() => {
    if (over) tell();
  }, [over]);
  return (
    <div>
      <p>{t('monitor.timeLeft')}</p>
      <p className={css.passkey} role="timer">
        {clockOfSeconds(secondsLeft(session, now - receivedAt))}
      </p>
    </div>
  );
}
