import type { Locale } from '@phr/contract/host-api';
import { openScreen } from '@phr/module-kit/screens';
import { errorNotice } from '@phr/http/error-notice';
import { AppError } from '@phr/contract/app-error';
import { codeOf } from '@phr/module-kit/list-section';
import { useHost, useSettings } from '@phr/module-kit/host';
import * as plainDate from '@phr/time/plain-date';
import { dayOf, deviceZone } from '@phr/time/zone';
import { Button } from '@phr/ui/button';
import { EmptyState } from '@phr/ui/empty-state';
import { ErrorCard } from '@phr/ui/error-card';
import { formColumn } from '@phr/ui/field-group';
import { formatDate, formatTime, formatWeekday } from '@phr/ui/format';
import { Heading } from '@phr/ui/heading';
import { IconAppointment, IconForward, IconPrevious } from '@phr/ui/icons';
import { LoadingRegion } from '@phr/ui/loading-region';
import { Notice } from '@phr/ui/notice';
import { RadioGroup } from '@phr/ui/radio-group';
import { Segmented } from '@phr/ui/segmented';
import { Skeleton } from '@phr/ui/skeleton';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { ScreenProps } from '../../views/screen-props.ts';
import { whenOf } from '../appointments/appointment.words.ts';
import { timeOf } from '../appointments/appointment-time.model.ts';
import { type ChosenRole, type ChosenService, withSlot } from './booking-draft.model.ts';
import css from './booking.module.css';
import { type Booking, BookingStep } from './booking-step.view.tsx';
import { ChosenSoFar } from './chosen-so-far.view.tsx';
import { NeedsNetwork } from './needs-network.view.tsx';
import { useFreeSlots, useSchedules } from './slots.api.ts';
import { dayOfSlot, dayWindow, groupSlots, lastDayOf, schedulesOf, type SlotDay, weekFrom } from './slots.model.ts';
import { useNow } from './use-now.ts';

/** Step 3: a free time of the doctor, on the facility's clock. */
export function SlotSelectView({ level }: ScreenProps) {
  return (
    <BookingStep step="appointment-slot-select" level={level} back={{ screen: 'appointment-practitioner-select' }}>
      {(booking) => {
        const { healthcareService: service, practitionerRole: role } = booking.draft;
        return service && role && <Times booking={booking} service={service} role={role} level={level + 1} />;
      }}
    </BookingStep>
  );
}

interface TimesProps {
  readonly booking: Booking;
  readonly service: ChosenService;
  readonly role: ChosenRole;
  readonly level: number;
}

function Times({ booking: { draft, change }, service, role, level }: TimesProps) {
  const { t } = useTranslation();
  const { locale } = useSettings();
  const { navigation } = useHost();
  const { zone } = service;
  const times = useTimes(draft.slot, service, role);
  const { today, day, setDay, lastDay, days, all, error, retry } = times;
  // A time that others have taken meanwhile is no choice any more.
  const chosen = all.find(({ id }) => id === draft.slot?.id);
  const [isMissing, setMissing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const name = useId();

  function submit(event: FormEvent) {
    event.preventDefault();
    setMissing(chosen === undefined);
    if (chosen === undefined) form.current?.querySelector<HTMLElement>('input[type="radio"]')?.focus();
    else openScreen(navigation, { screen: 'appointment-create-confirm' });
  }
  const choose = (id: string) => {
    const slot = all.find((one) => one.id === id);
    if (slot === undefined) return;
    setMissing(false);
    change((before) => withSlot(before, { id: slot.id, start: slot.start, end: slot.end }, slot.scheduleId));
  };

  return (
    <>
      <ChosenSoFar draft={draft} upTo="appointment-slot-select" />
      {draft.refusal !== undefined && (
        <Notice type="warning" announce="alert" title={errorNotice(new AppError({ code: draft.refusal }), t).title}>
          {t('book.restKept')}
        </Notice>
      )}
      <DayChoice day={day} today={today} lastDay={lastDay} locale={locale} onChange={setDay} />
      <NeedsNetwork error={error} />
      {error !== null && days === undefined && (
        <ErrorCard
          thing={t('book.times').toLowerCase()}
          code={codeOf(error)}
          failures={times.failures}
          onRetry={retry}
          level={level}
        />
      )}
      {error === null && days === undefined && (
        <LoadingRegion thing={t('book.times').toLowerCase()} onRetry={() => void retry()}>
          <Skeleton height={160} />
        </LoadingRegion>
      )}
      {days?.length === 0 && (
        <NoTimes
          hasLater={lastDay === undefined || day < lastDay}
          onNext={() => setDay(plainDate.add(day, { days: 1 }))}
        />
      )}
      {days !== undefined && days.length > 0 && (
        <form ref={form} className={formColumn} noValidate onSubmit={submit}>
          {days.map((one) => (
            <Day
              key={one.day}
              day={one}
              name={name}
              level={level}
              value={chosen?.id}
              error={isMissing ? t('book.err.slot') : undefined}
              zone={zone}
              locale={locale}
              onChoose={choose}
            />
          ))}
          <p>{t('book.onlyFree')}</p>
          <p role="status">
            {chosen === undefined ? '' : t('book.slotChosen', { when: whenOf({ ...chosen, zone }, t, locale) })}
          </p>
          <Button variant="primary" type="submit" wide>
            {t('common.next')}
          </Button>
        </form>
      )}
    </>
  );
}

/** A day without a free time; while there are later ones, the way to the next. */
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

/** The free times of the doctor on the day that is shown, and until when there are any. */
function useTimes(slot: Booking['draft']['slot'], service: ChosenService, role: ChosenRole) {
  const now = useNow();
  const { zone } = service;
  const today = dayOf(now, zone);
  const { day, setDay } = useDay(slot === undefined ? today : dayOfSlot(slot, zone), today);
  const [opened] = useState(now);
  const schedules = useSchedules(service.id, opened);
  const own = schedules.data && schedulesOf(schedules.data, role.id);
  const slots = useFreeSlots(
    own?.map(({ id }) => id),
    dayWindow(day, zone),
  );
  const days = slots.data && groupSlots(slots.data, zone, now);
  const all = days?.flatMap(({ parts }) => parts.flatMap((part) => part.slots)) ?? [];
  return {
    today,
    day,
    setDay,
    days,
    all,
    lastDay: own && lastDayOf(own, zone),
    error: schedules.error ?? slots.error,
    failures: schedules.errorUpdateCount + slots.errorUpdateCount,
    retry: () => (schedules.isError ? schedules.refetch() : slots.refetch()),
  };
}

/** The day that is shown is part of the address; a day that is over counts as today. */
function useDay(first: string, today: string) {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('day');
  const wanted = plainDate.parse(asked ?? '') ?? first;
  return { day: wanted < today ? today : wanted, setDay: (day: string) => setSearch({ day }, { replace: true }) };
}

interface DayChoiceProps {
  readonly day: string;
  readonly today: string;
  readonly lastDay: string | undefined;
  readonly locale: Locale;
  readonly onChange: (day: string) => void;
}

/** 'T7' is short and clear in Vietnamese, one letter is neither in English. */
const WEEKDAY: Readonly<Record<Locale, 'narrow' | 'short'>> = { 'vi-VN': 'narrow', 'en-US': 'short' };

/** Seven days beside each other, and the weeks before and after. */
function DayChoice({ day, today, lastDay, locale, onChange }: DayChoiceProps) {
  const { t } = useTranslation();
  const ahead = Math.floor(plainDate.until(today, day) / 7) * 7;
  const week = weekFrom(plainDate.add(today, { days: ahead })).filter(
    (one) => lastDay === undefined || one <= lastDay || one === day,
  );
  const next = plainDate.add(today, { days: ahead + 7 });
  const short = new Intl.DateTimeFormat(locale, { weekday: WEEKDAY[locale], timeZone: 'UTC' });
  return (
    <div className={css.week}>
      <Segmented
        label={t('book.day')}
        value={day}
        onChange={onChange}
        segments={week.map((one) => ({
          value: one,
          label: `${short.format(Date.parse(one))} ${formatDate(one, locale).slice(0, 5)}`,
          name: `${formatWeekday(one, locale)} ${formatDate(one, locale)}`,
        }))}
      />
      <Button
        dense
        icon={IconPrevious}
        disabled={ahead === 0}
        onClick={() => onChange(plainDate.add(today, { days: ahead - 7 }))}
      >
        {t('book.weekBefore')}
      </Button>
      <Button
        dense
        icon={IconForward}
        disabled={lastDay !== undefined && next > lastDay}
        onClick={() => onChange(next)}
      >
        {t('book.weekAfter')}
      </Button>
    </div>
  );
}

interface DayProps {
  readonly day: SlotDay;
  readonly name: string;
  readonly level: number;
  readonly value: string | undefined;
  readonly error: string | undefined;
  readonly zone: string;
  readonly locale: Locale;
  readonly onChoose: (id: string) => void;
}

/** The times of one day: one group of radio buttons, shown by part of the day. */
function Day({ day: { day, parts }, name, level, value, error, zone, locale, onChoose }: DayProps) {
  const { t } = useTranslation();
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
          options={slots.map((slot) => ({ value: slot.id, label: formatTime(slot.start, locale, zone) }))}
        />
      ))}
    </>
  );
}
