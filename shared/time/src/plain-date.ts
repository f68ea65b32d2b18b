/**
 * Gregorian calendar days, independent of zones, modelled on Temporal.PlainDate. Functions taking a day as text throw
 * RangeError if it is invalid, like Temporal.
 */
declare const brand: unique symbol;

/** A calendar day as YYYY-MM-DD; sorts as text. */
export type PlainDate = string & { readonly [brand]: 'PlainDate' };

/** A calendar date with its known precision: YYYY, YYYY-MM or YYYY-MM-DD. */
export type PartialDate =
  | { readonly precision: 'year'; readonly year: number }
  | { readonly precision: 'month'; readonly year: number; readonly month: number }
  | { readonly precision: 'day'; readonly year: number; readonly month: number; readonly day: number };

/** A calendar duration; may be negative. */
export interface DateDuration {
  readonly months?: number;
  readonly days?: number;
}

export const DAY_MS = 86_400_000;
const CALENDAR = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/;

/** Parses YYYY, YYYY-MM or YYYY-MM-DD; undefined for other text and impossible months or days (30 February). */
export function parsePartial(text: string): PartialDate | undefined {
  const parts = CALENDAR.exec(text);
  if (parts === null) return undefined;
  const [year, month, day] = [Number(parts[1]), Number(parts[2] ?? 1), Number(parts[3] ?? 1)];
  if (!isRealDay(year, month, day)) return undefined;
  if (parts[2] === undefined) return { precision: 'year', year };
  return parts[3] === undefined ? { precision: 'month', year, month } : { precision: 'day', year, month, day };
}

/** Parses YYYY-MM-DD; undefined for other text and impossible days. */
export function parse(text: string): PlainDate | undefined {
  return parsePartial(text)?.precision === 'day' ? (text as PlainDate) : undefined;
}

/** True if the calendar has the day; months count from 1. */
export function isRealDay(year: number, month: number, day: number): boolean {
  if (year === 0 || month < 1 || month > 12 || day < 1) return false;
  return day <= 28 || day <= daysInMonth(year, month);
}

/** Number of days in a month. */
export function daysInMonth(year: number, month: number): number {
  return new Date(utcMidnight(year, month + 1, 0)).getUTCDate();
}

/** Milliseconds since 1970 at midnight UTC. Unlike Date.UTC it accepts years below 100. */
export function utcMidnight(year: number, month: number, day: number): number {
  if (year > 99) return Date.UTC(year, month - 1, day);
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getTime();
}

/**
 * The UTC day of an instant.
 * @param at milliseconds since 1970
 */
export function utcDay(at: number): PlainDate {
  return new Date(at).toISOString().slice(0, -'T00:00:00.000Z'.length) as PlainDate;
}

/**
 * Adds months, then days. The 31st becomes the last day of a shorter month.
 * @throws RangeError for an invalid day
 */
export function add(date: string, { months = 0, days = 0 }: DateDuration): PlainDate {
  const { year, month, day } = fieldsOf(date);
  const lastDay = daysInMonth(year, month + months);
  return utcDay(utcMidnight(year, month + months, Math.min(day, lastDay)) + days * DAY_MS);
}

/**
 * Days from one day to another; negative if the other is earlier.
 * @throws RangeError for an invalid day
 */
export function until(date: string, other: string): number {
  return (startInUtc(other) - startInUtc(date)) / DAY_MS;
}

/**
 * Monday 1 to Sunday 7.
 * @throws RangeError for an invalid day
 */
export function dayOfWeek(date: string): number {
  return new Date(startInUtc(date)).getUTCDay() || 7;
}

/**
 * Monday of a day's week (Monday to Sunday, D-89).
 * @throws RangeError for an invalid day
 */
export function mondayOf(date: string): PlainDate {
  return add(date, { days: 1 - dayOfWeek(date) });
}

/**
 * Milliseconds since 1970 at the start of a day in UTC.
 * @throws RangeError for an invalid day
 */
export function startInUtc(date: string): number {
  const { year, month, day } = fieldsOf(date);
  return utcMidnight(year, month, day);
}

function fieldsOf(date: string): PartialDate & { readonly precision: 'day' } {
  const fields = parsePartial(date);
  if (fields?.precision !== 'day') throw new RangeError(`Not a calendar day: ${date}`);
  return fields;
}
