import * as plainDate from '@phr/time/plain-date';
import { dayOf } from '@phr/time/zone';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ChosenRole, ChosenSlot } from './booking-draft.model.ts';
import type { Slot } from './slot.entity.ts';
import { type FreeDay, useFreeDays, useSchedules } from './slots.api.ts';
import {
  dayOfSlot,
  dayWindow,
  groupSlots,
  isBookable,
  lastDayOf,
  schedulesOf,
  weekFrom,
  weekOf,
} from './slots.model.ts';
import { useMinute } from '@phr/ui/use-now';

/** How far the first free time is looked for where a time table has no end. */
const MOST_WEEKS = 8;

export interface TimesQuery {
  readonly serviceId: string;
  /** IANA zone of the facility. */
  readonly zone: string;
  /** Doctors; undefined until known. */
  readonly roles: readonly ChosenRole[] | undefined;
  /** Initial day; defaults to the first with a free time. */
  readonly day?: string | undefined;
}

/** Free times of some doctors around the selected day. */
export function useTimes({ serviceId, zone, roles, day: asked }: TimesQuery) {
  const now = useMinute();
  const [opened] = useState(now);
  const today = dayOf(now, zone);
  const wanted = asked === undefined || asked >= today ? asked : today;
  const schedules = useSchedules(serviceId, opened);
  const own =
    roles &&
    schedules.data &&
    schedulesOf(
      schedules.data,
      roles.map(({ id }) => id),
    );
  const lastDay = own && lastDayOf(own, zone);
  const windowOf = (day: string) => ({ day, ...dayWindow(day, zone) });
  const isOpen = (day: string) => lastDay === undefined || day <= lastDay;
  const scheduleIds = own?.map(({ id }) => id);

  // skip empty weeks; if all are empty, today says so
  const [search, setSearch] = useState({ weeks: 0, isOver: false });
  const first = wanted === undefined ? plainDate.add(today, { days: 7 * search.weeks }) : weekOf(wanted, today);
  const week = weekFrom(first).filter((day) => isOpen(day) || day === wanted || day === today);
  const days = useFreeDays(scheduleIds, week.map(windowOf));
  const known = days.flatMap(({ slots = [] }) => slots).filter((slot) => isBookable(slot, now));
  const isRead = days.every(({ slots }) => slots !== undefined);
  const next = plainDate.add(first, { days: 7 });
  const after = useFreeDays(
    scheduleIds,
    isRead && known.length > 0 && known.length < 3 ? weekFrom(next).filter(isOpen).map(windowOf) : [],
  );
  const isSearching = wanted === undefined && !search.isOver && isRead && known.length === 0;
  if (isSearching)
    setSearch(
      isOpen(next) && search.weeks < MOST_WEEKS
        ? { weeks: search.weeks + 1, isOver: false }
        : { weeks: 0, isOver: true },
    );

  const day = wanted ?? firstFreeDay(days, now) ?? (isRead && !isSearching ? today : undefined);
  const shown = days.find((one) => one.day === day);
  const failed = shown ?? days.find(({ error }) => error !== null);
  const error: unknown = schedules.error ?? failed?.error ?? null;
  return {
    now,
    today,
    day,
    week,
    lastDay,
    /** Days of the week known to have no free time. */
    emptyDays: days.filter(({ slots }) => slots?.every((slot) => !isBookable(slot, now))).map((one) => one.day),
    groups: shown?.slots && groupSlots(shown.slots, zone, now),
    /** Free times of the visible week, and of the next if these are few. */
    around: [...known, ...after.flatMap(({ slots = [] }) => slots)],
    roleOf: (slot: Slot) =>
      roles?.find(({ id }) => own?.some((one) => one.id === slot.scheduleId && one.roleIds.includes(id))),
    error,
    failures: schedules.errorUpdateCount + (failed?.failures ?? 0),
    retry: (): Promise<unknown> => (schedules.isError ? schedules.refetch() : (failed?.retry() ?? Promise.resolve())),
  };
}
export type Times = ReturnType<typeof useTimes>;

/** The first day with a free time, once all earlier days are known to have none. */
function firstFreeDay(days: readonly FreeDay[], now: number): string | undefined {
  const first = days.find(({ slots }) => slots === undefined || slots.some((slot) => isBookable(slot, now)));
  return first?.slots === undefined ? undefined : first.day;
}

/** The selected day, in the URL; defaults to the chosen time's. */
export function useSelectedDay(slot: ChosenSlot | undefined, zone: string) {
  const [search, setSearch] = useSearchParams();
  const queries = useQueryClient();
  return {
    day: plainDate.parse(search.get('day') ?? '') ?? (slot && dayOfSlot(slot, zone)),
    setDay(day: string) {
      setSearch(
        (before) => {
          before.set('day', day);
          return before;
        },
        { replace: true },
      );
      void queries.invalidateQueries({ queryKey: ['slots'], predicate: ({ queryKey }) => queryKey[2] === day });
    },
  };
}
