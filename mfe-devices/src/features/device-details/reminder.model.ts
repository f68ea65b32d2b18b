import { parseTimeInput } from '@phr/ui/parse-input';
import type { Reminder } from '../devices/device-properties.entity.ts';

/** Maximum reminders a hub stores (D-74). */
export const MOST_REMINDERS = 24;

/** A time as minutes of the day: 07:30 gives 450 (DEV-09). Undefined for an invalid time. */
export function minutesOfDay(typed: string): number | undefined {
  const [hour, minutes] = (parseTimeInput(typed) ?? '').split(':').map(Number);
  return hour === undefined || minutes === undefined ? undefined : hour * 60 + minutes;
}

/** Minutes of the day as HH:mm. */
export function clockOf(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

export type Added =
  | { readonly ok: true; readonly reminders: readonly Reminder[] }
  | { readonly ok: false; readonly field: 'label' | 'time'; readonly message: string };

/** Adds a reminder, sorted by time. Rejected: no label, no time, a duplicate time, more than 24. */
export function withReminder(reminders: readonly Reminder[], label: string, time: string): Added {
  const minutes = minutesOfDay(time);
  if (label.trim() === '') return { ok: false, field: 'label', message: 'device.err.label' };
  if (minutes === undefined) return { ok: false, field: 'time', message: 'device.err.time' };
  if (reminders.some((one) => one.minutesOfDay === minutes))
    return { ok: false, field: 'time', message: 'device.duplicateReminder' };
  if (reminders.length >= MOST_REMINDERS) return { ok: false, field: 'time', message: 'device.reminderLimit' };
  return {
    ok: true,
    reminders: [...reminders, { label: label.trim(), minutesOfDay: minutes }].toSorted(
      (a, b) => a.minutesOfDay - b.minutesOfDay,
    ),
  };
}
