import * as plainDate from '@phr/time/plain-date';
import { dayOf, minuteOfDay, startOfDay, toZoned } from '@phr/time/zone';
import type { Schedule, Slot } from './slot.entity.ts';

/** Minimum lead time of a booking, inclusive (D-49). */
export const NOTICE_MS = 3_600_000;
/** Length of a day's query window (BOOK-20). */
const WINDOW_SECONDS = 86_399;

/** Schedules of some doctors. */
export const schedulesOf = (schedules: readonly Schedule[], roleIds: readonly string[]): readonly Schedule[] =>
  schedules.filter((schedule) => schedule.roleIds.some((id) => roleIds.includes(id)));

/** First and last second of a day in the facility's zone, with offset. */
export function dayWindow(day: string, zone: string): { readonly from: string; readonly to: string } {
  const start = startOfDay(day, zone);
  return { from: toZoned(start, zone), to: toZoned(start + WINDOW_SECONDS * 1000, zone) };
}

/** True while a slot can still be booked. */
export const isBookable = ({ start }: Pick<Slot, 'start'>, now: number): boolean =>
  Date.parse(start) - now >= NOTICE_MS;

export const DAY_PARTS = ['morning', 'afternoon', 'evening'] as const;
export type DayPart = (typeof DAY_PARTS)[number];

/** A day's slots by part of the day, without empty parts. */
export interface SlotDay {
  readonly day: string;
  readonly parts: readonly { readonly part: DayPart; readonly slots: readonly Slot[] }[];
}

/** Bookable slots by day and part of the day in the facility's zone, earliest first (BOOK-24). */
export function groupSlots(slots: readonly Slot[], zone: string, now: number): readonly SlotDay[] {
  const sorted = slots
    .filter((slot) => isBookable(slot, now))
    .toSorted((a, b) => Date.parse(a.start) - Date.parse(b.start) || a.id.localeCompare(b.id));
  const days = [...new Set(sorted.map((slot) => dayOfSlot(slot, zone)))];
  return days.map((day) => {
    const ofDay = sorted.filter((slot) => dayOfSlot(slot, zone) === day);
    const parts = DAY_PARTS.map((part) => ({ part, slots: ofDay.filter((slot) => partOf(slot, zone) === part) }));
    return { day, parts: parts.filter((part) => part.slots.length > 0) };
  });
}

/** Local day of a slot in the facility's zone. */
export const dayOfSlot = ({ start }: Pick<Slot, 'start'>, zone: string): string => dayOf(Date.parse(start), zone);

function partOf({ start }: Slot, zone: string): DayPart {
  const minute = minuteOfDay(Date.parse(start), zone);
  return minute < 12 * 60 ? 'morning' : minute < 18 * 60 ? 'afternoon' : 'evening';
}

/** The bookable slots nearest to an instant, in order; without one, the earliest. */
export function nearestSlots(
  slots: readonly Slot[],
  now: number,
  { to = now, most = 3 }: { readonly to?: number | undefined; readonly most?: number } = {},
): readonly Slot[] {
  const away = ({ start }: Slot): number => Math.abs(Date.parse(start) - to);
  return slots
    .filter((slot) => isBookable(slot, now))
    .toSorted((a, b) => away(a) - away(b) || a.id.localeCompare(b.id))
    .slice(0, most)
    .toSorted((a, b) => Date.parse(a.start) - Date.parse(b.start));
}

/** First day of the week containing a day, with weeks counted from today. */
export const weekOf = (day: string, today: string): string =>
  plainDate.add(today, { days: Math.floor(plainDate.until(today, day) / 7) * 7 });

/** Seven days from the first one that is shown. */
export const weekFrom = (firstDay: string): readonly string[] =>
  Array.from({ length: 7 }, (_, index) => plainDate.add(firstDay, { days: index }));

/** The latest end of the schedules; undefined if any is open-ended. */
export function lastDayOf(schedules: readonly Schedule[], zone: string): string | undefined {
  const ends = schedules.map(({ end }) => (end === undefined ? undefined : dayOf(Date.parse(end) - 1, zone)));
  return ends.includes(undefined)
    ? undefined
    : ends
        .filter((end) => end !== undefined)
        .toSorted()
        .at(-1);
}
