/** A FHIR date or dateTime taken apart. A calendar date has no zone and is the same day everywhere; an instant has both. */
export type FhirDate =
  | { readonly precision: 'year'; readonly year: number }
  | { readonly precision: 'month'; readonly year: number; readonly month: number }
  | { readonly precision: 'day'; readonly year: number; readonly month: number; readonly day: number }
  | { readonly precision: 'instant'; readonly at: Date };

const CALENDAR = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?$/;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Length of YYYY-MM-DD: what is longer can only be an instant. */
const CALENDAR_LENGTH = 10;

/**
 * Reads a date. Undefined when the text is no date or names a day or hour that does not exist (30 February, 25:00).
 * A time without zone, which FHIR forbids and devices send, is read in the zone given by `zoneMinutes` (east of UTC) or else the device's.
 */
export function parseDate(value: string | undefined, zoneMinutes?: number): FhirDate | undefined {
  if (value === undefined) return undefined;
  if (value.length > CALENDAR_LENGTH) {
    const at = readInstant(value, zoneMinutes);
    return at === undefined ? undefined : { precision: 'instant', at: new Date(at) };
  }
  const calendar = CALENDAR.exec(value);
  return calendar === null ? undefined : parseCalendar(Number(calendar[1]), calendar[2], calendar[3]);
}

/** True for a real date or dateTime as FHIR writes it: an hour needs a zone. */
export function isFhirDate(value: string): boolean {
  return value.length > CALENDAR_LENGTH
    ? readInstant(value, 0) !== undefined && zoneIn(value) !== undefined
    : parseDate(value) !== undefined;
}

/** Milliseconds since 1970. */
function readInstant(value: string, zoneMinutes: number | undefined): number | undefined {
  if (!INSTANT.test(value)) return undefined;
  // every part but the fraction stands at a known place: servers read hundreds of these in a bundle, and captured texts cost more than the digits
  const [year, month, day, hour, minute] = [
    digits(value, 0, 4),
    digits(value, 5, 7),
    digits(value, 8, 10),
    digits(value, 11, 13),
    digits(value, 14, 16),
  ];
  const second = value[16] === ':' ? digits(value, 17, 19) : 0;
  if (!isRealDay(year, month, day) || hour > 23 || minute > 59 || second > 59) return undefined;
  const zone = zoneIn(value);
  const east = zone === undefined ? zoneMinutes : minutesOf(zone);
  // up to the millisecond it is as JavaScript reads local times
  if (east === undefined) return zone === undefined ? new Date(value.slice(0, 23)).getTime() : undefined;
  return (
    utc(year, month, day) +
    ((hour * 60 + minute - east) * 60 + second) * 1_000 +
    (value[19] === '.' ? millisecondsOf(value) : 0)
  );
}

/** 'Z' or '+07:00' at the end of an instant. */
function zoneIn(value: string): string | undefined {
  if (value.endsWith('Z')) return 'Z';
  const sign = value[value.length - 6];
  return (sign === '+' || sign === '-') && value[value.length - 3] === ':' ? value.slice(-6) : undefined;
}

/** The first three digits behind the point of an instant. */
function millisecondsOf(value: string): number {
  let end = 20;
  while (end < 23 && value.charCodeAt(end) >= 48 && value.charCodeAt(end) <= 57) end += 1;
  return digits(value, 20, end) * 10 ** (23 - end);
}

/** The number that the digits from one place up to another write. */
function digits(value: string, from: number, to: number): number {
  let number = 0;
  for (let place = from; place < to; place += 1) number = number * 10 + value.charCodeAt(place) - 48;
  return number;
}

/** True for 'YYYY-MM-DD' of a real day. */
export function isDay(value: string): boolean {
  return parseDate(value)?.precision === 'day';
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
  const start = utc(date.year, date.precision === 'year' ? 1 : date.month, date.precision === 'day' ? date.day : 1);
  const next =
    date.precision === 'year'
      ? utc(date.year + 1, 1, 1)
      : date.precision === 'month'
        ? utc(date.year, date.month + 1, 1)
        : start + DAY;
  const shift = zoneMinutes * MINUTE;
  return { start: new Date(start - shift), end: new Date(next - shift - 1) };
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
  if (date.precision === 'day') return `${two(date.day)}/${two(date.month)}/${year4(date.year)}`;
  const parts = instantParts(date.at, options.zone);
  const day = `${parts.day}/${parts.month}/${parts.year}`;
  return options.time === false ? day : `${parts.hour}:${parts.minute} ${day}`;
}

/** Milliseconds for ordering dates of any precision; missing and unreadable ones come first. */
export function dateOrder(value: string | undefined): number {
  return (value === undefined ? undefined : dateBounds(value, 0)?.start.getTime()) ?? Number.NEGATIVE_INFINITY;
}

/** An instant with the device's offset, e.g. '2026-03-01T08:30:00+07:00'. */
export function toIso(at: Date): string {
  const offset = -at.getTimezoneOffset();
  const local = new Date(at.getTime() + offset * MINUTE).toISOString().slice(0, 19);
  const size = Math.abs(offset);
  return `${local}${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

function parseCalendar(year: number, month: string | undefined, day: string | undefined): FhirDate | undefined {
  if (year === 0) return undefined;
  if (month === undefined) return { precision: 'year', year };
  if (Number(month) < 1 || Number(month) > 12) return undefined;
  if (day === undefined) return { precision: 'month', year, month: Number(month) };
  return isRealDay(year, Number(month), Number(day))
    ? { precision: 'day', year, month: Number(month), day: Number(day) }
    : undefined;
}

function isRealDay(year: number, month: number, day: number): boolean {
  if (year === 0 || month < 1 || month > 12 || day < 1) return false;
  return day <= 28 || day <= new Date(utc(year, month + 1, 1) - DAY).getUTCDate();
}

/** Minutes east of UTC of 'Z' or '+07:00'; undefined for a zone that does not exist. */
function minutesOf(zone: string): number | undefined {
  if (zone === 'Z') return 0;
  const minutes = Number(zone.slice(4));
  const size = Number(zone.slice(1, 3)) * 60 + minutes;
  if (minutes > 59 || size > 14 * 60) return undefined;
  return zone.startsWith('-') ? -size : size;
}

/** Date.UTC reads years below 100 as 19xx; this does not. */
function utc(year: number, month: number, day: number): number {
  if (year > 99) return Date.UTC(year, month - 1, day);
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getTime();
}

function instantParts(
  at: Date,
  zone: string | undefined,
): Record<'day' | 'month' | 'year' | 'hour' | 'minute', string> {
  if (zone === undefined) {
    return {
      day: two(at.getDate()),
      month: two(at.getMonth() + 1),
      year: year4(at.getFullYear()),
      hour: two(at.getHours()),
      minute: two(at.getMinutes()),
    };
  }
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const part = new Map<string, string>(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const read = (name: string): string => part.get(name) ?? '';
  return { day: read('day'), month: read('month'), year: read('year'), hour: read('hour'), minute: read('minute') };
}

const two = (value: number): string => String(value).padStart(2, '0');
const year4 = (value: number): string => String(value).padStart(4, '0');
