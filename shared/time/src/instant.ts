/** Instants in ISO 8601, modelled on Temporal.Instant. */
import { isRealDay, utcMidnight } from './plain-date.ts';

declare const brand: unique symbol;

/** An instant with UTC offset: '2026-03-01T08:30:00+07:00', '2026-03-01T01:30:00Z'. */
export type Instant = string & { readonly [brand]: 'Instant' };

const SHAPE = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?$/;

/** Parses an instant; undefined for other text, without zone, or with an impossible day, hour or zone (25:00). */
export function parse(text: string): Instant | undefined {
  return zoneIn(text) !== undefined && epochMilliseconds(text) !== undefined ? (text as Instant) : undefined;
}

/**
 * Milliseconds since 1970; undefined for invalid text or an impossible day, hour or zone. A time without zone, as sent
 * by devices, is taken in `zoneMinutes` (east of UTC), else in the device's zone.
 */
export function epochMilliseconds(text: string, zoneMinutes?: number): number | undefined {
  if (!SHAPE.test(text)) return undefined;
  // fixed positions except for the fraction: servers parse hundreds per bundle, and regex captures would cost more than
  // the digits
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
  // JavaScript parses local times correctly up to milliseconds
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

/** The first three fraction digits of an instant. */
function millisecondsOf(text: string): number {
  let end = 20;
  while (end < 23 && text.charCodeAt(end) >= 48 && text.charCodeAt(end) <= 57) end += 1;
  return digits(text, 20, end) * 10 ** (23 - end);
}

/** Parses the digits in a range of positions. */
function digits(text: string, from: number, to: number): number {
  let number = 0;
  for (let place = from; place < to; place += 1) number = number * 10 + text.charCodeAt(place) - 48;
  return number;
}

/** Minutes east of UTC of 'Z' or '+07:00'; undefined for an impossible offset. */
function minutesOf(zone: string): number | undefined {
  if (zone === 'Z') return 0;
  const minutes = Number(zone.slice(4));
  const size = Number(zone.slice(1, 3)) * 60 + minutes;
  if (minutes > 59 || size > 14 * 60) return undefined;
  return zone.startsWith('-') ? -size : size;
}

/** True for instants (in milliseconds) in the same minute, the precision of a typed time. */
export const isSameMinute = (a: number, b: number): boolean => Math.floor(a / 60_000) === Math.floor(b / 60_000);
