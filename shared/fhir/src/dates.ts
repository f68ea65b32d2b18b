import * as instant from '@phr/time/instant';
import * as plainDate from '@phr/time/plain-date';
import { clockOf, deviceZone } from '@phr/time/zone';

/**
 * A parsed FHIR date or dateTime. A calendar date has no zone and is the same day everywhere; an instant has a zone.
 */
export type FhirDate = plainDate.PartialDate | { readonly precision: 'instant'; readonly at: Date };

const MINUTE = 60_000;

/** Length of YYYY-MM-DD; anything longer must be an instant. */
const CALENDAR_LENGTH = 10;

/**
 * Parses a date. Undefined for anything that is not a date, or a non-existent day or hour (30 February, 25:00). A time
 * without zone (forbidden by FHIR, sent by devices) is taken in `zoneMinutes` (east of UTC), else in the device's zone.
 */
export function parseDate(value: string | undefined, zoneMinutes?: number): FhirDate | undefined {
  if (value === undefined) return undefined;
  if (value.length <= CALENDAR_LENGTH) return plainDate.parsePartial(value);
  const at = instant.epochMilliseconds(value, zoneMinutes);
  return at === undefined ? undefined : { precision: 'instant', at: new Date(at) };
}

/** True for an existing date or dateTime in FHIR's format; a time requires a zone. */
export function isFhirDate(value: string): boolean {
  return (plainDate.parsePartial(value) ?? instant.parse(value)) !== undefined;
}

/**
 * Earliest and latest millisecond a date may mean, for searches; calendar dates are taken `zoneMinutes` east of UTC.
 * Undefined for an invalid date.
 */
export function dateBounds(
  value: string,
  zoneMinutes: number,
): { readonly start: Date; readonly end: Date } | undefined {
  const date = parseDate(value, zoneMinutes);
  if (date === undefined) return undefined;
  if (date.precision === 'instant') {
    // 08:30 without seconds means the whole minute
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
 * Formats a date with exactly its given precision: '2014', '03/2014', '12/03/2014', '08:30 12/03/2014'. Calendar dates
 * are never shifted; instants are shown in the device's zone or in `zone` (an IANA name).
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

/** Sort key in milliseconds for dates of any precision; missing and unreadable dates sort first. */
export function dateOrder(value: string | undefined): number {
  return (value === undefined ? undefined : dateBounds(value, 0)?.start.getTime()) ?? Number.NEGATIVE_INFINITY;
}

const two = (value: number): string => String(value).padStart(2, '0');
const year4 = (value: number): string => String(value).padStart(4, '0');
