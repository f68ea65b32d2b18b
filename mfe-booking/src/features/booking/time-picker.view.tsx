import * as plainDate from '@phr/time/plain-date';
import { deviceZone } from '@phr/time/zone';
import { codeOf } from '@phr/module-kit/error-code';
import { useSettings } from '@phr/module-kit/host';
import { Button } from '@phr/ui/button';
import { EmptyState } from '@phr/ui/empty-state';
import { ErrorCard } from '@phr/ui/error-card';
import { formColumn } from '@phr/ui/field-group';
import { formatDate, formatTime, formatWeekday } from '@phr/ui/format';
import { Heading } from '@phr/ui/heading';
import { IconAppointment } from '@phr/ui/icons';
import { LoadingRegion } from '@phr/ui/loading-region';
import { Notice } from '@phr/ui/notice';
import { RadioGroup } from '@phr/ui/radio-group';
import { Skeleton } from '@phr/ui/skeleton';
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { timeOf } from '../appointments/appointment-time.model.ts';
import { whenOf } from '../appointments/appointment.words.ts';
import { DayChoice } from './day-choice.view.tsx';
import { NearestTimes } from './nearest-times.view.tsx';
import { NeedsNetwork } from './needs-network.view.tsx';
import type { Slot } from './slot.entity.ts';
import type { SlotDay } from './slots.model.ts';
import type { Times } from './use-times.ts';

interface TimePickerProps {
  readonly times: Times;
  /** IANA zone of the facility. */
  readonly zone: string;
  /** Whether each time names its doctor. */
  readonly isNamed?: boolean;
  readonly chosenId: string | undefined;
  /** Start of a time that someone else has taken. */
  readonly lost?: string | undefined;
  readonly level: number;
  readonly onDay: (day: string) => void;
  readonly onChoose: (slot: Slot) => void;
  /** A suggested time was chosen with one press. */
  readonly onPick: (slot: Slot) => void;
  readonly onSubmit: (slot: Slot) => void;
  readonly submitLabel: string;
  readonly isBusy?: boolean;
  /** Content above the button. */
  readonly children?: ReactNode;
}

/** Time selection in the facility's zone: a day, then its times; three suggestions can be taken with one press. */
export function TimePicker(props: TimePickerProps) {
  const { times, chosenId, lost, onDay, level } = props;
  const { t } = useTranslation();
  const { day, lastDay, groups, error, retry } = times;
  // a time taken by others meanwhile is no longer selectable
  const chosen = times.around.find(({ id }) => id === chosenId);
  return (
    <>
      <DayChoice times={times} onChange={onDay} />
      {(chosen === undefined || lost !== undefined) && (
        <NearestTimes
          times={times}
          lost={lost}
          zone={props.zone}
          isNamed={props.isNamed === true}
          level={level}
          onPick={props.onPick}
        />
      )}
      <NeedsNetwork error={error} />
      {error !== null && groups === undefined && (
        <ErrorCard
          thing={t('book.times').toLowerCase()}
          code={codeOf(error)}
          failures={times.failures}
          onRetry={retry}
          level={level}
        />
      )}
      {error === null && groups === undefined && (
        <LoadingRegion thing={t('book.times').toLowerCase()} onRetry={() => void retry()}>
          <Skeleton height={160} />
        </LoadingRegion>
      )}
      {day !== undefined && groups?.length === 0 && (
        <NoTimes
          hasLater={lastDay === undefined || day < lastDay}
          onNext={() => onDay(nextFreeDay(times, plainDate.add(day, { days: 1 })))}
        />
      )}
      {groups !== undefined && groups.length > 0 && <TimesForm {...props} groups={groups} chosen={chosen} />}
    </>
  );
}

/** The next day of the week not known to be full, else the following day. */
const nextFreeDay = ({ week, emptyDays }: Times, tomorrow: string): string =>
  week.find((day) => day >= tomorrow && !emptyDays.includes(day)) ?? tomorrow;

interface TimesFormProps extends TimePickerProps {
  readonly groups: readonly SlotDay[];
  readonly chosen: Slot | undefined;
}

function TimesForm({ groups, chosen, ...props }: TimesFormProps) {
  const { times, zone, isNamed = false, level, onChoose, onSubmit, submitLabel, isBusy = false, children } = props;
  const { t } = useTranslation();
  const { locale } = useSettings();
  const [isMissing, setMissing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const name = useId();

  function submit(event: FormEvent) {
    event.preventDefault();
    setMissing(chosen === undefined);
    if (chosen === undefined) form.current?.querySelector<HTMLElement>('input[type="radio"]')?.focus();
    else onSubmit(chosen);
  }
  const choose = (id: string) => {
    const slot = times.around.find((one) => one.id === id);
    if (slot === undefined) return;
    setMissing(false);
    onChoose(slot);
  };
  return (
    <form ref={form} className={formColumn} noValidate onSubmit={submit}>
      {groups.map((one) => (
        <Day
          key={one.day}
          day={one}
          name={name}
          level={level}
          value={chosen?.id}
          error={isMissing ? t('book.err.slot') : undefined}
          zone={zone}
          nameOf={(slot) => (isNamed ? (times.roleOf(slot)?.name ?? t('book.unnamedPractitioner')) : undefined)}
          onChoose={choose}
        />
      ))}
      <p>{t('book.onlyFree')}</p>
      <p role="status">
        {chosen === undefined ? '' : t('book.slotChosen', { when: whenOf({ ...chosen, zone }, t, locale) })}
      </p>
      {children}
      <Button variant="primary" type="submit" wide busy={isBusy}>
        {submitLabel}
      </Button>
    </form>
  );
}

/** A full day, with a link to the next one if any. */
function NoTimes({ hasLater, onNext }: { readonly hasLater: boolean; readonly onNext: () => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={IconAppointment}
      title={t('empty.slots')}
      help={t('book.onlyFree')}
      action={hasLater && <Button onClick={onNext}>{t('book.nextDay')}</Button>}
    />
  );
}

interface DayProps {
  readonly day: SlotDay;
  readonly name: string;
  readonly level: number;
  readonly value: string | undefined;
  readonly error: string | undefined;
  readonly zone: string;
  /** Doctor of a time, if it must be named. */
  readonly nameOf: (slot: Slot) => string | undefined;
  readonly onChoose: (id: string) => void;
}

/** The times of one day as one radio group, by part of the day. */
function Day({ day: { day, parts }, name, level, value, error, zone, nameOf, onChoose }: DayProps) {
  const { t } = useTranslation();
  const { locale } = useSettings();
  const first = parts[0]?.slots[0];
  const zoneName = first && timeOf({ ...first, zone }, locale, deviceZone())?.zoneName;
  return (
    <>
      <Heading level={level} look="h3">{`${formatWeekday(day, locale)} ${formatDate(day, locale)}`}</Heading>
      {zoneName !== undefined && <Notice>{t('book.zone', { zone: zoneName })}</Notice>}
      {parts.map(({ part, slots }, index) => (
        <RadioGroup
          key={part}
          arrangement="pills"
          name={`${name}-${day}`}
          label={t(`book.${part}`)}
          value={value}
          error={index === 0 ? error : undefined}
          onChange={onChoose}
          options={slots.map((slot) => {
            const hint = nameOf(slot);
            return { value: slot.id, label: formatTime(slot.start, locale, zone), ...(hint !== undefined && { hint }) };
          })}
        />
      ))}
    </>
  );
}
