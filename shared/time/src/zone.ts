/**
 * What calendar and clock show in an IANA zone. Moments are milliseconds since 1970. Days are never taken as 24 hours: where clocks change a
 * day has 23 or 25 (D-120). Functions throw RangeError for an unknown zone or a moment that is no number.
 */
import type { Instant } from './instant.ts';
import { DAY_MS, startInUtc, utcDay, utcMidnight, type PlainDate } from './plain-date.ts';

const MINUTE_MS = 60_000;
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(zone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(zone);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('en-CA-u-ca-gregory-nu-latn', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    });
    formatters.set(zone, formatter);
  }
  return formatter;
}

const wholeSeconds = (at: number): number => Math.floor(at / 1000) * 1000;

/** Distance of a zone's clock from UTC, in milliseconds, as the engine tells it: exact and slow. */
function exactOffset(at: number, zone: string): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatterOf(zone).formatToParts(at)) parts[type] = Number(value);
  const { year = NaN, month = NaN, day = NaN, hour = NaN, minute = NaN, second = NaN } = parts;
  return utcMidnight(year, month, day) + ((hour * 60 + minute) * 60 + second) * 1000 - wholeSeconds(at);
}

/** Offsets at the beginning of days, by zone: a year of a sensor's readings asks for the same few hundred. */
const offsets = new Map<string, Map<number, number>>();
const MOST_OFFSETS = 4000;

function offsetAtDay(day: number, zone: string): number {
  let known = offsets.get(zone);
  if (known === undefined || known.size > MOST_OFFSETS) offsets.set(zone, (known = new Map<number, number>()));
  let offset = known.get(day);
  if (offset === undefined) known.set(day, (offset = exactOffset(day * DAY_MS, zone)));
  return offset;
}

/** Wall clock of a zone, as if it were UTC. */
function wallClock(at: number, zone: string): number {
  const day = Math.floor(at / DAY_MS);
  const offset = offsetAtDay(day, zone);
  // A clock that is as far from UTC at both ends of a day was not changed within it.
  return wholeSeconds(at) + (offset === offsetAtDay(day + 1, zone) ? offset : exactOffset(at, zone));
}

let device: string | undefined;

/**
 * The zone of this device, e.g. 'Asia/Ho_Chi_Minh'. An engine takes long to tell, and a screen asks at each of its rows: it is asked once in a run of code, so
 * that what is drawn together is drawn in one zone, and a device that has travelled is believed with the next.
 */
export function deviceZone(): string {
  if (device === undefined) {
    device = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    queueMicrotask(() => {
      device = undefined;
    });
  }
  return device;
}

/** The zone of this name as the engine writes it; undefined for an unknown one. */
export function parseZone(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** Calendar day of a moment in a zone. */
export function dayOf(at: number, zone: string): PlainDate {
  return utcDay(wallClock(at, zone));
}

/** Minutes after midnight that a clock of the zone shows. */
export function minuteOfDay(at: number, zone: string): number {
  const { hour, minute } = clockOf(at, zone);
  return hour * 60 + minute;
}

/** Minutes east of UTC; Viet Nam 420. */
export function offsetMinutes(at: number, zone: string): number {
  return Math.round((wallClock(at, zone) - wholeSeconds(at)) / MINUTE_MS);
}

/** What calendar and clock of the zone show; months count from 1. */
export function clockOf(
  at: number,
  zone: string,
): Readonly<Record<'year' | 'month' | 'day' | 'hour' | 'minute', number>> {
  const wall = new Date(wallClock(at, zone));
  return {
    year: wall.getUTCFullYear(),
    month: wall.getUTCMonth() + 1,
    day: wall.getUTCDate(),
    hour: wall.getUTCHours(),
    minute: wall.getUTCMinutes(),
  };
}

/** A moment as ISO 8601 with the zone's offset, to the second: '2026-03-01T08:30:00+07:00'. */
export function toZoned(at: number, zone: string): Instant {
  const minutes = offsetMinutes(at, zone);
  const two = (value: number): string => String(value).padStart(2, '0');
  const size = Math.abs(minutes);
  const wall = new Date(wallClock(at, zone)).toISOString().slice(0, -'.000Z'.length);
  return `${wall}${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}` as Instant;
}

/**
 * Every moment at which a clock of the zone shows this day and time (HH:mm or HH:mm:ss), the earlier one first: two in an hour that is repeated, none in one
 * that is skipped.
 */
export function momentsOf(day: string, time: string, zone: string): readonly number[] {
  const asUtc = Date.parse(`${day}T${time.length === 5 ? `${time}:00` : time}Z`);
  return [...new Set([asUtc - DAY_MS, asUtc + DAY_MS].map((at) => asUtc - offsetMinutes(at, zone) * MINUTE_MS))]
    .filter((at) => wallClock(at, zone) === asUtc)
    .sort((a, b) => a - b);
}

/**
 * The moment at which a clock of the zone shows this day and time (HH:mm or HH:mm:ss). The rule is 'compatible' of Temporal: of a repeated hour it is the
 * first pass, and a time that the clock skips lies as far behind the jump as it would have without it.
 */
export function momentOf(day: string, time: string, zone: string): number {
  const [first] = momentsOf(day, time, zone);
  if (first !== undefined) return first;
  const asUtc = Date.parse(`${day}T${time.length === 5 ? `${time}:00` : time}Z`);
  return asUtc - offsetMinutes(asUtc - DAY_MS, zone) * MINUTE_MS;
}

/** First moment of a calendar day in a zone, also where the clock skips midnight. @throws RangeError when the text is no day */
export function startOfDay(day: string, zone: string): number {
  const midnight = startInUtc(day);
  const around = [midnight - DAY_MS, midnight + DAY_MS].map((at) => offsetMinutes(at, zone));
  const candidates = around.map((minutes) => midnight - minutes * MINUTE_MS).sort((a, b) => a - b);
  const exact = candidates.find((at) => wallClock(at, zone) === midnight);
  if (exact !== undefined) return exact;
  // Midnight does not exist on this day: the day begins with the jump, which lies between both guesses.
  let [before = midnight, after = midnight] = candidates;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (wallClock(middle, zone) >= midnight) after = middle;
    else before = middle;
  }
  return after;
}
