/**
 * Calendar days and periods in a person's IANA zone. A calendar day is a text YYYY-MM-DD and equal everywhere; an instant is milliseconds
 * since 1970. Days are never taken as 24 hours: where clocks change a day has 23 or 25 (D-120).
 */
const DAY_MS = 86_400_000;

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

/** Distance of a zone's clock from UTC at an instant, in milliseconds, as the engine tells it: exact and slow. */
function exactOffset(instant: number, zone: string): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatterOf(zone).formatToParts(instant)) parts[type] = Number(value);
  const { year = NaN, month = NaN, day = NaN, hour = NaN, minute = NaN, second = NaN } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000;
}

/** Offsets at the beginning of days, by zone: a year of a sensor's readings asks for the same few hundred. */
const offsets = new Map<string, Map<number, number>>();
const MOST_OFFSETS = 4000;

function offsetAtDay(day: number, zone: string): number {
  let known = offsets.get(zone);
  if (known === undefined || known.size > MOST_OFFSETS) offsets.set(zone, (known = new Map()));
  let offset = known.get(day);
  if (offset === undefined) known.set(day, (offset = exactOffset(day * DAY_MS, zone)));
  return offset;
}

/** Wall clock of a zone at an instant, as if it were UTC. */
function wallClock(instant: number, zone: string): number {
  const day = Math.floor(instant / DAY_MS);
  const offset = offsetAtDay(day, zone);
  // A clock that is as far from UTC at both ends of a day was not changed within it.
  return (
    Math.floor(instant / 1000) * 1000 + (offset === offsetAtDay(day + 1, zone) ? offset : exactOffset(instant, zone))
  );
}

const textOf = (utc: number): string => new Date(utc).toISOString().slice(0, 10);

function utcOf(day: string): number {
  const utc = Date.parse(`${day}T00:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(utc) || textOf(utc) !== day)
    throw new RangeError(`Not a calendar day: ${day}`);
  return utc;
}

/** The zone of this device, e.g. 'Asia/Ho_Chi_Minh'. */
export function deviceZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Calendar day of an instant in a zone. Throws RangeError for an unknown zone or an invalid instant. */
export function dayOf(instant: number, zone: string): string {
  return textOf(wallClock(instant, zone));
}

/** Minutes after midnight that a clock of the zone shows at an instant. */
export function minuteOfDay(instant: number, zone: string): number {
  return Math.floor((wallClock(instant, zone) % DAY_MS) / 60_000);
}

/** Minutes east of UTC at an instant; Viet Nam 420. */
export function offsetMinutes(instant: number, zone: string): number {
  return Math.round((wallClock(instant, zone) - Math.floor(instant / 1000) * 1000) / 60_000);
}

/** An instant as ISO 8601 with the zone's offset, e.g. '2026-03-01T08:30:00+07:00'. */
export function isoWithOffset(instant: number, zone: string): string {
  const minutes = offsetMinutes(instant, zone);
  const two = (value: number): string => String(value).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${new Date(wallClock(instant, zone)).toISOString().slice(0, 19)}${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** The instant at which a clock of the zone shows this day and time (HH:mm). A time that the clock skips counts as the one after the jump. */
export function instantOf(day: string, time: string, zone: string): number {
  const asUtc = Date.parse(`${day}T${time}:00Z`);
  const first = asUtc - offsetMinutes(asUtc, zone) * 60_000;
  return asUtc - offsetMinutes(first, zone) * 60_000;
}

/** The calendar day `count` days later (earlier when negative). */
export function addDays(day: string, count: number): string {
  return textOf(utcOf(day) + count * DAY_MS);
}

/** The calendar day `count` months later; the 31st becomes the last day of a shorter month. */
export function addMonths(day: string, count: number): string {
  utcOf(day);
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  return textOf(Date.UTC(year, month - 1 + count, Math.min(date, last)));
}

/** First instant of a calendar day in a zone, also where the clock skips midnight. */
export function startOfDay(day: string, zone: string): number {
  const midnight = utcOf(day);
  const offsets = [midnight - DAY_MS, midnight + DAY_MS].map((around) => offsetMinutes(around, zone));
  const candidates = offsets.map((minutes) => midnight - minutes * 60_000).sort((a, b) => a - b);
  const exact = candidates.find((instant) => wallClock(instant, zone) === midnight);
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

/** Monday of the week that holds the day (weeks run Monday to Sunday, D-89). */
export function mondayOf(day: string): string {
  const weekday = new Date(utcOf(day)).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

export interface Period {
  readonly firstDay: string;
  readonly lastDay: string;
  /** First instant, in milliseconds. */
  readonly start: number;
  /** First instant after the period. */
  readonly end: number;
}

/** The period from one calendar day to another, both included. */
export function periodOf(firstDay: string, lastDay: string, zone: string): Period {
  return { firstDay, lastDay, start: startOfDay(firstDay, zone), end: startOfDay(addDays(lastDay, 1), zone) };
}

/** Presets of the vitals lists, in menu order; each is the end of a text key `preset.<name>` (or `range.<name>` for 7, 14 and 30 days). */
export const PRESETS = [
  'today',
  'yesterday',
  '2daysAgo',
  'thisWeek',
  'lastWeek',
  '2weeksAgo',
  '7d',
  '14d',
  '30d',
] as const;
export type Preset = (typeof PRESETS)[number];

/** Range buttons of a chart (D-88); each is the end of a text key `range.<name>`. */
export const CHART_RANGES = ['day', 'week', 'month', 'year', '7d', '14d', '30d'] as const;
export type ChartRange = (typeof CHART_RANGES)[number];

/** Unit of the x axis: hour for a day, day for weeks, months and 7 to 30 days, month for a year (D-88). */
export function axisUnit(range: ChartRange): 'hour' | 'day' | 'month' {
  if (range === 'day') return 'hour';
  return range === 'year' ? 'month' : 'day';
}

const LENGTH_IN_DAYS = { '7d': 7, '14d': 14, '30d': 30 } as const;

/**
 * The period that a chart shows. @param anchorDay a day inside it: any day of the calendar day, week, month or year, the last day of 7, 14 or 30 days
 */
export function chartPeriod(range: ChartRange, anchorDay: string, zone: string): Period {
  switch (range) {
    case 'day':
      return periodOf(anchorDay, anchorDay, zone);
    case 'week': {
      const monday = mondayOf(anchorDay);
      return periodOf(monday, addDays(monday, 6), zone);
    }
    case 'month': {
      const first = `${anchorDay.slice(0, 7)}-01`;
      return periodOf(first, addDays(addMonths(first, 1), -1), zone);
    }
    case 'year':
      return periodOf(`${anchorDay.slice(0, 4)}-01-01`, `${anchorDay.slice(0, 4)}-12-31`, zone);
    case '7d':
    case '14d':
    case '30d':
      return periodOf(addDays(anchorDay, 1 - LENGTH_IN_DAYS[range]), anchorDay, zone);
  }
}

/** The anchor of the next (1) or previous (-1) period of a chart. */
export function shiftAnchor(range: ChartRange, anchorDay: string, step: 1 | -1): string {
  switch (range) {
    case 'day':
      return addDays(anchorDay, step);
    case 'week':
      return addDays(anchorDay, 7 * step);
    case 'month':
      return addMonths(anchorDay, step);
    case 'year':
      return addMonths(anchorDay, 12 * step);
    case '7d':
    case '14d':
    case '30d':
      return addDays(anchorDay, LENGTH_IN_DAYS[range] * step);
  }
}
