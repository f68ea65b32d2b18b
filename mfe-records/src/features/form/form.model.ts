import type { FieldError } from '@phr/module-kit/checked-form';
import { parseDate } from '@phr/fhir/dates';
import { dayOf, deviceZone, momentOf } from '@phr/time/zone';
import { parseDateInput, parsePartialDateInput, parseTimeInput } from '@phr/ui/parse-input';

/** Longest free text, in characters (D-44). */
export const LONGEST_TEXT = 2000;

/** A parsed part of a form; without value if empty or faulty. */
export interface ReadPart<T> {
  readonly value?: T;
  readonly faults: readonly FieldError[];
}

/**
 * Parses a day that must not be in the future.
 * @param missing text key for an empty field; without it the field is optional
 */
export function readDay(field: string, typed: string, today: string, missing?: string): ReadPart<string> {
  return readCalendar(parseDateInput, field, typed, today, missing);
}

/** The same for a partial date: YYYY-MM-DD, YYYY-MM or YYYY. */
export function readPartialDay(field: string, typed: string, today: string, missing?: string): ReadPart<string> {
  return readCalendar(parsePartialDateInput, field, typed, today, missing);
}

function readCalendar(
  parse: typeof parseDateInput,
  field: string,
  typed: string,
  today: string,
  missing: string | undefined,
): ReadPart<string> {
  if (typed.trim() === '') return { faults: missing === undefined ? [] : [{ field, message: missing }] };
  const read = parse(typed);
  if (read.kind !== 'date')
    return { faults: [{ field, message: read.kind === 'impossible' ? 'picker.dateNotExist' : 'field.dateInvalid' }] };
  return read.date > today ? { faults: [{ field, message: 'form.err.future' }] } : { value: read.date, faults: [] };
}

/** A stored date as a day field, with its precision; an instant becomes the local day. */
export function storedDay(date: string | undefined): string | undefined {
  const parsed = parseDate(date);
  return parsed?.precision === 'instant' ? dayOf(parsed.at.getTime(), deviceZone()) : parsed && date;
}

/**
 * Parses a date and time that must not be in the future, to milliseconds.
 * @param zone IANA zone of the input
 * @param missing text key for empty fields
 */
export function readMoment(
  { date, time }: { readonly date: string; readonly time: string },
  now: number,
  zone: string,
  missing: string,
): ReadPart<number> {
  const day = parseDateInput(date);
  const clock = parseTimeInput(time);
  const faults: FieldError[] = [];
  if (day.kind !== 'date')
    faults.push({
      field: 'date',
      message: date.trim() === '' ? missing : day.kind === 'impossible' ? 'picker.dateNotExist' : 'field.dateInvalid',
    });
  if (clock === undefined) faults.push({ field: 'time', message: time.trim() === '' ? missing : 'field.timeInvalid' });
  if (day.kind !== 'date' || clock === undefined) return { faults };
  const value = momentOf(day.date, clock, zone);
  return value > now ? { faults: [{ field: 'time', message: 'form.err.future' }] } : { value, faults };
}

/** Reads a free text; an empty one is no text. */
export function readText(field: string, typed: string, longest = LONGEST_TEXT): ReadPart<string> {
  const value = typed.trim();
  if (value.length > longest) return { faults: [{ field, message: 'form.err.long' }] };
  return { ...(value === '' ? {} : { value }), faults: [] };
}
