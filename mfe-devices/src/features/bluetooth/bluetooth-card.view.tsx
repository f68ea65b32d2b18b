import type { Locale } from '@phr/contract/host-api';
import type { PatientSummary } from '@phr/contract/host-api';
import type { WholeVerdict } from '@phr/clinical/assess/verdict';
import { codesOf, type VitalKey } from '@phr/clinical/codings';
import { namesOf } from '@phr/clinical/vitals/index';
import { transaction } from '@phr/fhir/builders';
import { statusWords } from '@phr/fhir/device-status-words';
import { judgingWords } from '@phr/fhir/verdict-words';
import { useHost, useSettings } from '@phr/module-kit/host';
import { useJudgingOf } from '@phr/module-kit/judging';
import { VerdictBadge } from '@phr/module-kit/verdict-badge';
import { useSending } from '@phr/module-kit/use-sending';
import { deviceZone, toZoned } from '@phr/time/zone';
import { Button } from '@phr/ui/button';
import { Card } from '@phr/ui/card';
import { Checkbox } from '@phr/ui/checkbox';
import { DateField } from '@phr/ui/date-field';
import { FieldLine } from '@phr/ui/field-group';
import { formatMoment, formatNumber, formatQuantity } from '@phr/ui/format';
import { IconBluetooth } from '@phr/ui/icons';
import { Notice } from '@phr/ui/notice';
import { PersonFor } from '@phr/ui/person-for';
import { TimeField } from '@phr/ui/time-field';
import { Value } from '@phr/ui/value';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeviceType } from '../devices/device-types.model.ts';
import type { Device } from '../devices/device.entity.ts';
import css from '../devices/devices.module.css';
import { WriteError } from '../devices/write-error.view.tsx';
import type { MeterProblem, ProfileName } from './meter.port.ts';
import {
  entriesOf,
  hasSeveralUsers,
  type JudgedVital,
  judgedVitals,
  type MeterReading,
  NO_TIME,
  type Part,
  type SaveOptions,
  type TypedTime,
  withTypedTime,
} from './meter-reading.model.ts';
import { useMeter } from './use-meter.ts';

/** Standard Bluetooth profiles by kind of meter; others use proprietary protocols that only a hub knows. */
const PROFILES_OF: Readonly<Partial<Record<DeviceType, readonly ProfileName[]>>> = {
  BEURER_BPM: ['bloodPressure'],
  ACCU_CHEK: ['glucose'],
  CARESENS_BGM: ['glucose'],
  NONIN_3230: ['oximeter'],
  MDV: ['bloodPressure', 'glucose', 'thermometer', 'oximeter', 'scale'],
};

/** Profiles this page can listen to directly; undefined for a hub's meter, which sends to the hub. */
export const profilesOf = ({ type, parentId }: Device): readonly ProfileName[] | undefined =>
  type === undefined || parentId !== undefined ? undefined : PROFILES_OF[type];

interface BluetoothCardProps {
  readonly device: Device;
  readonly profiles: readonly ProfileName[];
  readonly person: PatientSummary;
  readonly level: number;
}

/** Receives readings from a meter by this device's Bluetooth, and saves the selected ones (D-118). */
export function BluetoothCard({ device, profiles, person, level }: BluetoothCardProps) {
  const { t } = useTranslation();
  const meter = useMeter(profiles);
  const { step, problem, readings, isBroken } = meter;
  if (navigator.bluetooth === undefined)
    return (
      <Card title={t('ble.title')} level={level}>
        <ProblemNotice problem="unsupported" />
      </Card>
    );
  return (
    <Card title={t('ble.title')} level={level}>
      <p>{t('ble.help')}</p>
      <p role="status" className={css.news}>
        {step === 'idle' ? '' : t(`ble.${step}`, { n: readings.length })}
      </p>
      {problem !== undefined && <ProblemNotice problem={problem} />}
      {isBroken && (
        <Notice type="warning" announce="status">
          {t('ble.broken')}
        </Notice>
      )}
      {readings.length > 0 && <Received device={device} person={person} readings={readings} />}
      <div>
        {step === 'listening' ? (
          <Button onClick={meter.disconnect}>{t('ble.disconnect')}</Button>
        ) : (
          <Button icon={IconBluetooth} busy={step === 'connecting'} onClick={meter.connect}>
            {t('ble.connect')}
          </Button>
        )}
      </div>
    </Card>
  );
}

function ProblemNotice({ problem }: { readonly problem: MeterProblem }) {
  const { t } = useTranslation();
  return (
    <Notice
      type={problem === 'none-chosen' || problem === 'unsupported' ? 'info' : 'warning'}
      announce="status"
      title={t(`ble.problem.${problem}`)}
    >
      {t(`ble.problem.${problem}.help`)}
    </Notice>
  );
}

interface ReceivedProps {
  readonly device: Device;
  readonly person: PatientSummary;
  readonly readings: readonly MeterReading[];
}

/** Received readings, to be reviewed and selected before saving. */
function Received({ device, person, readings }: ReceivedProps) {
  const { t } = useTranslation();
  const { request, notify } = useHost();
  const [now] = useState(() => Date.now());
  const judging = useJudgingOf(person, now);
  const { isBusy, refused, send } = useSending();
  const [marked, setMarked] = useState<ReadonlyMap<string, boolean>>(new Map());
  /** Saved readings by key, and whether the server has them or they are queued. */
  const [saved, setSaved] = useState<ReadonlyMap<string, 'saved' | 'waiting'>>(new Map());
  const [isMissing, setMissing] = useState(false);
  const areSeveral = hasSeveralUsers(readings);
  /** Times entered for readings without clock, by key. */
  const [times, setTimes] = useState<ReadonlyMap<string, { readonly typed: TypedTime; readonly typedAt: number }>>(
    new Map(),
  );
  const timed = readings.map((reading) => {
    const { typed, typedAt = 0 } = times.get(reading.key) ?? {};
    return withTypedTime(reading, typed, typedAt, deviceZone());
  });
  const open = timed.filter(({ key, unusable }) => unusable === undefined && !saved.has(key));
  const chosen = open.filter(({ key, isRare }) => marked.get(key) ?? (!areSeveral && !isRare));

  const optionsOf = (at: number): SaveOptions => ({
    patientId: person.id,
    birthDate: person.birthDate,
    goals: judging.goals,
    meter: device.mac ?? device.id,
    now: at,
    zone: deviceZone(),
  });
  const wordsOf = (reading: MeterReading, fate?: string) => (
    <ReadingWords reading={reading} judged={judgedVitals(reading, optionsOf(now), judging)} fate={fate} />
  );

  function submit(event: FormEvent): void {
    event.preventDefault();
    setMissing(chosen.length === 0);
    if (chosen.length === 0) return;
    void send(async () => {
      const options = optionsOf(Date.now());
      const entries = (await Promise.all(chosen.map((reading) => entriesOf(reading, options)))).flat();
      const facts = {
        patientId: person.id,
        codes: [...new Set(chosen.flatMap(({ parts }) => parts.map(({ vitalKey }) => vitalKey)))].flatMap(codesOf),
      };
      const answer = await request.send({
        service: 'fhir',
        method: 'POST',
        path: '/',
        body: transaction(entries),
        idempotencyKey: crypto.randomUUID(),
        queue: {
          patientId: person.id,
          title: t('ble.queued', { count: chosen.length, device: device.name }),
          at: toZoned(Math.max(...chosen.map(({ at = options.now }) => at)), options.zone),
          publish: { topic: 'observation.changed', event: facts },
        },
      });
      setSaved(
        new Map([...saved, ...chosen.map(({ key }) => [key, answer.waiting === true ? 'waiting' : 'saved'] as const)]),
      );
      notify.show(
        answer.waiting === true
          ? { type: 'info', title: t('outbox.saved') }
          : { type: 'success', title: t('ble.savedCount', { n: chosen.length }) },
      );
    });
  }
  return (
    <form className={css.part} noValidate onSubmit={submit}>
      <PersonFor name={person.name} relationship={person.relationship} />
      {areSeveral && (
        <Notice type="warning" announce="status">
          {t('ble.severalUsers', { name: person.name })}
        </Notice>
      )}
      <ul className={css.plain} aria-label={t('ble.readings')}>
        {timed.map((reading, index) => (
          <li key={reading.key} className={css.item}>
            {open.includes(reading) ? (
              <Checkbox
                label={wordsOf(reading)}
                checked={chosen.includes(reading)}
                onChange={(isChosen) => setMarked(new Map([...marked, [reading.key, isChosen]]))}
              />
            ) : (
              wordsOf(reading, t(fateOf(reading, saved.get(reading.key))))
            )}
            {readings[index]?.unusable === 'clock' && !saved.has(reading.key) && (
              <AskedTime
                id={`meter-time-${index}`}
                typed={times.get(reading.key)?.typed ?? NO_TIME}
                isFaulty={reading.unusable === 'clock'}
                onChange={(typed) => setTimes(new Map([...times, [reading.key, { typed, typedAt: Date.now() }]]))}
              />
            )}
          </li>
        ))}
      </ul>
      {isMissing && chosen.length === 0 && (
        <Notice type="error" announce="alert">
          {t('ble.err.chooseSome')}
        </Notice>
      )}
      <WriteError error={refused?.error} />
      {open.length > 0 && (
        <div>
          <Button type="submit" variant="primary" busy={isBusy}>
            {t('ble.save', { n: chosen.length })}
          </Button>
        </div>
      )}
    </form>
  );
}

/** Text key for a reading's outcome, or why it cannot be saved. */
function fateOf({ unusable }: MeterReading, saved: 'saved' | 'waiting' | undefined): string {
  if (unusable !== undefined) return `ble.unusable.${unusable}`;
  return saved === 'waiting' ? 'outbox.badge' : 'ble.saved';
}

interface AskedTimeProps {
  readonly id: string;
  readonly typed: TypedTime;
  /** The typed time is invalid or in the future. */
  readonly isFaulty: boolean;
  readonly onChange: (typed: TypedTime) => void;
}

/** Asks for the time of a reading whose meter's clock is unset. */
function AskedTime({ id, typed, isFaulty, onChange }: AskedTimeProps) {
  const { t } = useTranslation();
  const isTyped = typed.date !== '' && typed.time !== '';
  return (
    <FieldLine>
      <DateField
        id={`${id}-date`}
        label={t('ble.clock.date')}
        value={typed.date}
        error={isTyped && isFaulty ? t('ble.clock.wrong') : undefined}
        onChange={(date) => onChange({ ...typed, date })}
      />
      <TimeField
        id={`${id}-time`}
        label={t('ble.clock.time')}
        value={typed.time}
        onChange={(time) => onChange({ ...typed, time })}
      />
    </FieldLine>
  );
}

interface ReadingWordsProps {
  readonly reading: MeterReading;
  readonly judged: readonly JudgedVital[];
  /** What became of it, or why nothing can. */
  readonly fate: string | undefined;
}

/** A reading with its name, value, unit and time, how it is judged, and whose slot of the meter it comes from. */
function ReadingWords({ reading: { parts, at, meal, userId, status, isRare }, judged, fate }: ReadingWordsProps) {
  const { t } = useTranslation();
  const { locale } = useSettings();
  const [first] = parts;
  const pulse = parts.find(({ vitalKey }) => vitalKey === 'heartRates');
  const when = at === undefined ? undefined : toZoned(at, deviceZone());
  const details = [
    when && formatMoment(when, locale),
    meal && t(`ble.meal.${meal}`),
    pulse && pulse !== first
      ? `${namesOf('heartRates')[locale]}: ${formatQuantity(pulse.value, t('unit.perMin'), locale)}`
      : undefined,
    userId === undefined ? undefined : t('ble.user', { n: userId }),
  ].filter((part) => part !== undefined);
  return (
    <span className={css.reading}>
      {first !== undefined && (
        <span>
          {namesOf(first.vitalKey)[locale]}:{' '}
          <Value value={digitsOf(parts, first, locale)} unit={first.unit.code} at={when} showTime={false} />
        </span>
      )}
      <span>{details.join(' · ')}</span>
      {judged.map(({ vitalKey, verdict }) => (
        <span key={vitalKey}>
          {vitalKey === first?.vitalKey ? undefined : `${namesOf(vitalKey)[locale]}: `}
          <VerdictBadge verdict={verdict} range={rangeOf(verdict, vitalKey, parts, locale)} />
        </span>
      ))}
      {statusWords(status).map((words) => (
        <span key={words[locale]}>{words[locale]}</span>
      ))}
      {isRare && <span>{t('ble.rare')}</span>}
      {fate !== undefined && <strong>{fate}</strong>}
    </span>
  );
}

/** The range that judged the value, in the unit of the value next to it. */
const rangeOf = (verdict: WholeVerdict, vitalKey: VitalKey, parts: readonly Part[], locale: Locale) =>
  judgingWords(verdict, vitalKey, {
    locale,
    number: (value) => formatNumber(value, locale),
    unit: parts.find((part) => part.vitalKey === vitalKey)?.unit.code,
  });

const digitsOf = (parts: readonly Part[], first: Part, locale: Locale): string =>
  parts
    .filter(({ vitalKey }) => vitalKey === first.vitalKey)
    .map(({ value, unit }) => formatNumber(value, locale, unit.code))
    .join('/');
