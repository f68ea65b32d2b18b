import { flag, list, lenientObject, text } from '@phr/fhir/json';

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** Hours of an entry: all day, or from HH:mm to HH:mm. */
export type Hours = 'all-day' | { readonly from: string; readonly to: string };

/** Working hours of a service or doctor. */
export interface AvailableTime {
  readonly days: readonly Weekday[];
  readonly time: Hours;
}

const wire = list(
  lenientObject({ daysOfWeek: list(text), allDay: flag, availableStartTime: text, availableEndTime: text }),
);

/** Parses `availableTime`. An entry without days applies to every day; one without readable hours is dropped. */
export function readAvailableTime(value: unknown): readonly AvailableTime[] {
  return (wire(value) ?? []).flatMap(({ daysOfWeek, allDay, availableStartTime, availableEndTime }) => {
    const [from, to] = [clock(availableStartTime), clock(availableEndTime)];
    const time: Hours | undefined =
      allDay === true ? 'all-day' : from === undefined || to === undefined ? undefined : { from, to };
    const days = daysOfWeek === undefined ? WEEKDAYS : WEEKDAYS.filter((day) => daysOfWeek.includes(day));
    return time === undefined || days.length === 0 ? [] : [{ days, time }];
  });
}

/** Consecutive weekdays with equal hours. */
export interface WeekPart {
  readonly first: Weekday;
  readonly last: Weekday;
  readonly hours: readonly Hours[];
}

/** The whole week, including days without hours. Empty if no hours are known. */
export function weekOf(times: readonly AvailableTime[]): readonly WeekPart[] {
  if (times.length === 0) return [];
  const parts: WeekPart[] = [];
  for (const day of WEEKDAYS) {
    const hours = times
      .filter(({ days }) => days.includes(day))
      .map(({ time }) => time)
      .toSorted((a, b) => order(a).localeCompare(order(b)));
    const before = parts.at(-1);
    if (before !== undefined && JSON.stringify(before.hours) === JSON.stringify(hours))
      parts[parts.length - 1] = { ...before, last: day };
    else parts.push({ first: day, last: day, hours });
  }
  return parts;
}

const order = (hours: Hours): string => (hours === 'all-day' ? '' : hours.from);

/** HH:mm of a FHIR time, HH:mm:ss. */
const clock = (time: string | undefined): string | undefined => /^([01]\d|2[0-3]):[0-5]\d/.exec(time ?? '')?.[0];
