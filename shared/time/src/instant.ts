/** Points in time as ISO 8601 writes them. Named after Temporal.Instant. */
import { isRealDay, utcMidnight } from './plain-date.ts';

declare const brand: unique symbol;

/** A point in time with its distance from UTC: '2026-03-01T08:30:00+07:00', '2026-03-01T01:30:00Z'. */
export type Instant = string & { readonly [brand]: 'Instant' };

const SHAPE = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?$/;

/** Reads an instant; undefined for any other text, for one without zone, and for a day, hour or zone that does not exist (25:00). */
export function parse(text: string): Instant | undefined {
  return zoneIn(text) !== undefined && epochMilliseconds(text) !== undefined ? (text as Instant) : undefined;
}

/**
 * Milliseconds since 1970; undefined for a text that is no instant or names a day, hour or zone that does not exist. A time without zone, which
 * devices send, is read in the zone given by `zoneMinutes` (east of UTC) or else the device's.
 */
export function epochMilliseconds(text: string, zoneMinutes?: number): number | undefined {
  if (!SHAPE.test(text)) return undefined;
  // every part but the fraction stands at a known place: servers read hundreds of these in a bundle, and captured texts cost more than the digits
  const [year, month, day, hour, minute] = [
    digits(text, 0, 4),
    digits(text, 5, 7),
    digits(text, 8, 10),
    digits(text, 11, 13),
    digits(text, 14, 16),
  ];
  const second = text[16] === ':' ? digits(text, 17, 19) : 0;
  if (!isRealDay(year, month, day) || hour > 23 || minute > 59 || second > 59) return undefined;
  const zone = zoneIn(text);
  const east = zone === undefined ? zoneMinutes : minutesOf(zone);
  // up to the millisecond it is as JavaScript reads local times
  if (east === undefined) return zone === undefined ? new Date(text.slice(0, 23)).getTime() : undefined;
  return (
    utcMidnight(year, month, day) +
    ((hour * 60 + minute - east) * 60 + second) * 1_000 +
    (text[19] === '.' ? millisecondsOf(text) : 0)
  );
}

/** 'Z' or '+07:00' at the end of an instant. */
function zoneIn(text: string): string | undefined {
  if (text.endsWith('Z')) return 'Z';
  const sign = text[text.length - 6];
  return (sign === '+' || sign === '-') && text[text.length - 3] === ':' ? text.slice(-6) : undefined;
}

/** The first three digits behind the point of an instant. */
function millisecondsOf(text: string): number {
  let end = 20;
  while (end < 23 && text.charCodeAt(end) >= 48 && text.charCodeAt(end) <= 57) end += 1;
  return digits(text, 20, end) * 10 ** (23 - end);
}

/** The number that the digits from one place up to another write. */
function digits(text: string, from: number, to: number): number {
  let number = 0;
  for (let place = from; place < to; place += 1) number = number * 10 + text.charCodeAt(place) - 48;
  return number;
}

/** Minutes east of UTC of 'Z' or '+07:00'; undefined for a zone that does not exist. */
function minutesOf(zone: string): number | undefined {
  if (zone === 'Z') return 0;
  const minutes = Number(zone.slice(4));
  const size = Number(zone.slice(1, 3)) * 60 + minutes;
  if (minutes > 59 || size > 14 * 60) return undefined;
  return zone.startsWith('-') ? -size : size;
}

/** True for two instants (milliseconds) of one minute: a time of day as people type it names both. */
export const isSameMinute = (a: number, b: number): boolean => Math.floor(a / 60_000) === Math.floor(b / 60_000);
