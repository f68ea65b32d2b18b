import * as instant from '@phr/time/instant';
import * as plainDate from '@phr/time/plain-date';
import { clockOf, deviceZone } from '@phr/time/zone';

/** A FHIR date or dateTime taken apart. A calendar date has no zone and is the same day everywhere; an instant has both. */
export type FhirDate = plainDate.PartialDate | { readonly precision: 'instant'; readonly at: Date };

const MINUTE = 60_000;

/** Length of YYYY-MM-DD: what is longer can only be an instant. */
const CALENDAR_LENGTH = 10;

/**
 * Reads a date. Undefined when the text is no date or names a day or hour that does not exist (30 February, 25:00).
 * A time without zone, which FHIR forbids and devices send, is read in the zone given by `zoneMinutes` (east of UTC) or else the device's.
 */
export function parseDate(value: string | undefined, zoneMinutes?: number): FhirDate | undefined {
  if (value === undefined) return undefined;
  if (value.length <= CALENDAR_LENGTH) return plainDate.parsePartial(value);
  const at = instant.epochMilliseconds(value, zoneMinutes);
  return at === undefined ? undefined : { precision: 'instant', at: new Date(at) };
}

/** True for a real date or dateTime as FHIR writes it: an hour needs a zone. */
export function isFhirDate(value: string): boolean {
  return (plainDate.parsePartial(value) ?? instant.parse(value)) !== undefined;
}

/**
 * First and last millisecond that a date may mean, for searches; calendar dates lie in the zone `zoneMinutes` east of UTC.
 * Undefined for text that is no real date.
 */
export function dateBounds(
  value: string,
  zoneMinutes: number,
): { readonly start: Date; readonly end: Date } | undefined {
  const date = parseDate(value, zoneMinutes);
  if (date === undefined) return undefined;
  if (date.precision === 'instant') {
    // 08:30 without seconds means the whole minute.
    const width = value[16] !== ':' ? MINUTE : value[19] === '.' ? 1 : 1000;
    return { start: date.at, end: new Date(date.at.getTime() + width - 1) };
  }
  const { year, month, day } = { month: 1, day: 1, ...date };
  const next =
    date.precision === 'year'
      ? plainDate.utcMidnight(year + 1, 1, 1)
      : date.precision === 'month'
        ? plainDate.utcMidnight(year, month + 1, 1)
        : plainDate.utcMidnight(year, month, day + 1);
  const shift = zoneMinutes * MINUTE;
  return { start: new Date(plainDate.utcMidnight(year, month, day) - shift), end: new Date(next - shift - 1) };
}

/**
 * A date in words, as exact as it was given and never more: '2014', '03/2014', '12/03/2014', '08:30 12/03/2014'.
 * Calendar dates are never moved by a zone; instants show in the device's zone or in `zone` (an IANA name).
 */
export function formatDate(
  value: string | undefined,
  options: { readonly zone?: string; readonly time?: boolean } = {},
): string | undefined {
  const date = parseDate(value);
  if (date === undefined) return undefined;
  if (date.precision === 'year') return year4(date.year);
  if (date.precision === 'month') return `${two(date.month)}/${year4(date.year)}`;
  const { day, month, year, hour, minute } =
    date.precision === 'day'
      ? { ...date, hour: 0, minute: 0 }
      : clockOf(date.at.getTime(), options.zone ?? deviceZone());
  const words = `${two(day)}/${two(month)}/${year4(year)}`;
  return date.precision === 'day' || options.time === false ? words : `${two(hour)}:${two(minute)} ${words}`;
}

/** Milliseconds for ordering dates of any precision; missing and unreadable ones come first. */
export function dateOrder(value: string | undefined): number {
  return (value === undefined ? undefined : dateBounds(value, 0)?.start.getTime()) ?? Number.NEGATIVE_INFINITY;
}

const two = (value: number): string => String(value).padStart(2, '0');
const year4 = (value: number): string => String(value).padStart(4, '0');
