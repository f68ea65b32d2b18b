/**
 * Local dates and times in an IANA zone. Instants are milliseconds since 1970. Days are not assumed to have 24 hours:
 * with clock changes they have 23 or 25 (D-120). Functions throw RangeError for an unknown zone or a NaN instant.
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

/** UTC offset in milliseconds from Intl: exact but slow. */
function exactOffset(at: number, zone: string): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatterOf(zone).formatToParts(at)) parts[type] = Number(value);
  const { year = NaN, month = NaN, day = NaN, hour = NaN, minute = NaN, second = NaN } = parts;
  return utcMidnight(year, month, day) + ((hour * 60 + minute) * 60 + second) * 1000 - wholeSeconds(at);
}

/** Cached offsets at day starts, by zone: a year of sensor readings needs the same few hundred. */
const offsets = new Map<string, Map<number, number>>();
const MOST_OFFSETS = 4000;

function offsetAtDay(day: number, zone: string): number {
  let known = offsets.get(zone);
  if (known === undefined || known.size > MOST_OFFSETS) offsets.set(zone, (known = new Map<number, number>()));
  let offset = known.get(day);
  if (offset === undefined) known.set(day, (offset = exactOffset(day * DAY_MS, zone)));
  return offset;
}

/** Wall clock of a zone, expressed as if UTC. */
function wallClock(at: number, zone: string): number {
  const day = Math.floor(at / DAY_MS);
  const offset = offsetAtDay(day, zone);
  // equal offsets at both ends of a day mean no change within it
  return wholeSeconds(at) + (offset === offsetAtDay(day + 1, zone) ? offset : exactOffset(at, zone));
}

let device: string | undefined;

/**
 * This device's zone, e.g. 'Asia/Ho_Chi_Minh'. Slow to determine and used in every row, so cached within a task:
 * everything rendered together uses one zone, and travel is noticed in the next task.
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

/** Canonical name of a zone; undefined if unknown. */
export function parseZone(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** Local day of an instant. */
export function dayOf(at: number, zone: string): PlainDate {
  return utcDay(wallClock(at, zone));
}

/** Local minutes after midnight. */
export function minuteOfDay(at: number, zone: string): number {
  const { hour, minute } = clockOf(at, zone);
  return hour * 60 + minute;
}

/** Minutes east of UTC; 420 for Viet Nam. */
export function offsetMinutes(at: number, zone: string): number {
  return Math.round((wallClock(at, zone) - wholeSeconds(at)) / MINUTE_MS);
}

/** Local date and time parts; months count from 1. */
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

/** An instant as ISO 8601 with the zone's offset, to the second: '2026-03-01T08:30:00+07:00'. */
export function toZoned(at: number, zone: string): Instant {
  const minutes = offsetMinutes(at, zone);
  const two = (value: number): string => String(value).padStart(2, '0');
  const size = Math.abs(minutes);
  const wall = new Date(wallClock(at, zone)).toISOString().slice(0, -'.000Z'.length);
  return `${wall}${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}` as Instant;
}

/**
 * All instants with this local day and time (HH:mm or HH:mm:ss), earliest first: two in a repeated hour, none in a
 * skipped one.
 */
export function momentsOf(day: string, time: string, zone: string): readonly number[] {
  const asUtc = Date.parse(`${day}T${time.length === 5 ? `${time}:00` : time}Z`);
  return [...new Set([asUtc - DAY_MS, asUtc + DAY_MS].map((at) => asUtc - offsetMinutes(at, zone) * MINUTE_MS))]
    .filter((at) => wallClock(at, zone) === asUtc)
    .sort((a, b) => a - b);
}

/**
 * The instant of a local day and time (HH:mm or HH:mm:ss), by Temporal's 'compatible' rule: the first pass of a
 * repeated hour; a skipped time moves forward by the gap.
 */
export function momentOf(day: string, time: string, zone: string): number {
  const [first] = momentsOf(day, time, zone);
  if (first !== undefined) return first;
  const asUtc = Date.parse(`${day}T${time.length === 5 ? `${time}:00` : time}Z`);
  return asUtc - offsetMinutes(asUtc - DAY_MS, zone) * MINUTE_MS;
}

/**
 * First instant of a calendar day in a zone, even if midnight is skipped.
 * @throws RangeError for an invalid day
 */
export function startOfDay(day: string, zone: string): number {
  const midnight = startInUtc(day);
  const around = [midnight - DAY_MS, midnight + DAY_MS].map((at) => offsetMinutes(at, zone));
  const candidates = around.map((minutes) => midnight - minutes * MINUTE_MS).sort((a, b) => a - b);
  const exact = candidates.find((at) => wallClock(at, zone) === midnight);
  if (exact !== undefined) return exact;
  // midnight is skipped: the day starts at the change, which lies between both guesses
  let [before = midnight, after = midnight] = candidates;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (wallClock(middle, zone) >= midnight) after = middle;
    else before = middle;
  }
  return after;
}
