import { add } from '@phr/time/plain-date';
import { dayOf, minuteOfDay, momentOf } from '@phr/time/zone';

/** Quiet hours, HH:mm in the device's zone; overnight if `from` is later than `to`. */
export interface QuietHours {
  readonly from: string;
  readonly to: string;
}

/**
 * End of the current quiet hours in milliseconds; undefined outside.
 * @param now milliseconds since 1970
 */
export function quietUntil(now: number, { from, to }: QuietHours, zone: string): number | undefined {
  const [minute, start, end] = [minuteOfDay(now, zone), minutesOf(from), minutesOf(to)];
  const isQuiet = start <= end ? minute >= start && minute < end : minute >= start || minute < end;
  if (!isQuiet) return undefined;
  const today = dayOf(now, zone);
  return momentOf(minute < end ? today : add(today, { days: 1 }), to, zone);
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
