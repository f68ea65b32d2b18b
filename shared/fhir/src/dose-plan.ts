import { add, dayOfWeek, until } from '@phr/time/plain-date';
import { dayOf } from '@phr/time/zone';
import { isConditional } from './conditional.ts';
import type { Dosage, Period, Quantity } from './datatypes.ts';
import { dosage as readDosage, period as readPeriod } from './datatypes.ts';
import { parseDate } from './dates.ts';
import { isObject } from './json.ts';

// When a medicine is taken, from `dosage.timing` (FHIR R4). Anything not supported here yields no plan: a partial plan
// is a wrong dose, and a weekly medicine taken daily kills. So supported elements are listed explicitly, and any other
// aborts.

export const WEEK_DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type WeekDay = (typeof WEEK_DAYS)[number];

/** Planned doses of one medicine, in local time of the person taking it. */
export interface DosePlan {
  /** HH:mm, sorted, unique. */
  readonly times: readonly string[];
  /** Days of the week; absent means every day. */
  readonly days?: readonly WeekDay[];
  /** Interval in days, counted from `start`; absent means every day or `days`. */
  readonly everyDays?: number;
  /** First and last day, YYYY-MM-DD. */
  readonly start?: string;
  readonly end?: string;
}

/** Elements that affect neither the day nor the hour of a dose. */
const DOSAGE = new Set([
  'id',
  'sequence',
  'text',
  'additionalInstruction',
  'patientInstruction',
  'timing',
  'asNeededBoolean',
  'route',
  'site',
  'method',
  'doseAndRate',
]);
const RHYTHM = ['id', 'boundsPeriod', 'boundsDuration', 'frequency', 'period', 'periodUnit', 'dayOfWeek'];
const REPEAT = new Set([...RHYTHM, 'timeOfDay']);

/** Elements of a timing by events of the day; an offset from an event is not supported. */
const EVENT_REPEAT = new Set([...RHYTHM, 'when']);
/** The events of http://hl7.org/fhir/event-timing and v3 TimingEvent that say when in a day. */
const EVENTS =
  /^(?:MORN(?:\.early|\.late)?|NOON|AFT(?:\.early|\.late)?|EVE(?:\.early|\.late)?|NIGHT|PHS|HS|WAKE|C[MDV]?|AC[MDV]?|PC[MDV]?)$/;
/** The events of any meal, each of which may stand for several doses. */
const ANY_MEAL = new Set(['C', 'AC', 'PC']);
/** Meals of a day. */
const MEALS = 3;

/**
 * The plan in the single structured dosage of a MedicationStatement or MedicationRequest; undefined if there is none or
 * any part is unsupported. A plan is only a proposal until the person confirms it (`confirmedAt`).
 * @param zone IANA zone that maps instants in its bounds to days
 */
export function readPlan(resource: unknown, zone: string): DosePlan | undefined {
  return planOf(resource, zone, REPEAT, ({ timeOfDay }) => timesOf(timeOfDay));
}

/**
 * The plan of a medicine whose timing names parts of the day but no times, with these events in their place: 'EVE', or
 * 'AC' and 'AC-2' for two meals. Undefined as for `readPlan`.
 */
export function readEventPlan(resource: unknown, zone: string): DosePlan | undefined {
  return planOf(resource, zone, EVENT_REPEAT, eventsOf);
}

function planOf(
  resource: unknown,
  zone: string,
  known: ReadonlySet<string>,
  dosesOf: (repeat: Repeat) => readonly string[] | undefined,
): DosePlan | undefined {
  if (!isObject(resource) || resource['doNotPerform'] === true || isConditional(resource)) return undefined;
  const [raw, ...others] = listOf(resource['dosage'] ?? resource['dosageInstruction']);
  const dosage = readDosage(raw);
  // several doses follow one another, or differ by time of day
  if (others.length > 0 || dosage === undefined || !isObject(raw) || !hasOnly(raw, DOSAGE)) return undefined;
  if (dosage.asNeededBoolean === true) return undefined;
  const timing = raw['timing'];
  if (!isObject(timing) || !hasOnly(timing, new Set(['id', 'repeat']))) return undefined;
  const repeat = timing['repeat'];
  if (!isObject(repeat) || !hasOnly(repeat, known)) return undefined;
  const given = dosage.timing?.repeat;
  const times = given === undefined ? undefined : dosesOf(given);
  if (given === undefined || times === undefined) return undefined;
  return within(
    given,
    times,
    daysOf(readPeriod(resource['effectivePeriod']), resource['effectiveDateTime'], zone),
    zone,
  );
}

type Repeat = NonNullable<NonNullable<Dosage['timing']>['repeat']>;
interface Days {
  readonly start?: string | undefined;
  readonly end?: string | undefined;
  /** False if the first day is only a month or year, or two starts differ, so intervals cannot be counted. */
  readonly isExact: boolean;
}

function within(repeat: Repeat, times: readonly string[], used: Days | undefined, zone: string): DosePlan | undefined {
  const bounds = used === undefined ? undefined : boundsOf(repeat, used, zone);
  const rhythm = bounds === undefined ? undefined : rhythmOf(repeat, times.length);
  if (bounds === undefined || rhythm === undefined) return undefined;
  // an interval in days is meaningless without its first day
  if (rhythm.everyDays !== undefined && (bounds.start === undefined || !bounds.isExact)) return undefined;
  return {
    times,
    ...rhythm,
    ...(bounds.start === undefined ? {} : { start: bounds.start }),
    ...(bounds.end === undefined ? {} : { end: bounds.end }),
  };
}

/** Times as HH:mm, sorted; undefined if empty or any is invalid. */
function timesOf(given: readonly string[] | undefined): readonly string[] | undefined {
  const times = (given ?? []).map((time) => /^([01]\d|2[0-3]):[0-5]\d(?=(?::00(?:\.0+)?)?$)/.exec(time)?.[0]);
  const known = times.filter((time) => time !== undefined);
  return known.length === 0 || known.length < times.length ? undefined : [...new Set(known)].sort();
}

function eventsOf({ when, frequency }: Repeat): readonly string[] | undefined {
  const events = [...new Set(when)];
  const [only] = events;
  if (only === undefined || !events.every((event) => EVENTS.test(event))) return undefined;
  if (events.length > 1 || !ANY_MEAL.has(only) || frequency === undefined || frequency > MEALS) return events;
  return Array.from({ length: frequency }, (_, index) => (index === 0 ? only : `${only}-${index + 1}`));
}

/** The days: every day, an interval, or weekdays. The frequency must match the number of times. */
function rhythmOf(
  { frequency, period, periodUnit, dayOfWeek: days }: Repeat,
  times: number,
): Pick<DosePlan, 'days' | 'everyDays'> | undefined {
  const week = days === undefined ? undefined : WEEK_DAYS.filter((day) => days.includes(day));
  if (week !== undefined && new Set(days).size !== week.length) return undefined;
  const fits = (doses: number): boolean => frequency === undefined || frequency === doses;
  if (period === undefined && periodUnit === undefined)
    return week !== undefined && fits(times) ? { days: week } : undefined;
  if (periodUnit === 'd' && period === 1 && fits(times)) return week === undefined ? {} : { days: week };
  if (periodUnit === 'd' && period !== undefined && Number.isInteger(period) && period > 1 && period <= 90)
    return week === undefined && fits(times) ? { everyDays: period } : undefined;
  if (periodUnit === 'wk' && period === 1 && week !== undefined)
    return fits(times * week.length) ? { days: week } : undefined;
  return undefined;
}

/** First and last day, the intersection of bounds and period of use; undefined if either is unreadable. */
function boundsOf({ boundsPeriod, boundsDuration }: Repeat, used: Days, zone: string): Days | undefined {
  const given = boundsPeriod === undefined ? { isExact: true } : daysOf(boundsPeriod, undefined, zone);
  if (given === undefined) return undefined;
  const start = latest(given.start, used.start);
  const isSame = given.start === undefined || used.start === undefined || given.start === used.start;
  const isExact = given.isExact && used.isExact && isSame;
  const lasts = boundsDuration === undefined || !isExact ? undefined : lastDay(boundsDuration, start);
  if (boundsDuration !== undefined && lasts === undefined) return undefined;
  return { start, end: earliest(given.end, used.end, lasts), isExact };
}

const inTime = (days: readonly (string | undefined)[]) => days.filter((day) => day !== undefined).toSorted();
const latest = (...days: readonly (string | undefined)[]) => inTime(days).at(-1);
const earliest = (...days: readonly (string | undefined)[]) => inTime(days).at(0);

function lastDay({ value, code, unit, comparator }: Quantity, start: string | undefined): string | undefined {
  const days = { d: 1, wk: 7 }[code ?? unit ?? ''];
  if (start === undefined || days === undefined || value === undefined || comparator !== undefined) return undefined;
  return Number.isInteger(value) && value > 0 ? add(start, { days: value * days - 1 }) : undefined;
}

/**
 * The days of a period; a month or year alone means all of it (FHIR R4, datatypes, Period). Undefined for an unreadable
 * date.
 */
function daysOf(period: Period | undefined, from: unknown, zone: string): Days | undefined {
  const begin = period?.start ?? (typeof from === 'string' ? from : undefined);
  const start = begin === undefined ? undefined : edge(begin, 'first', zone);
  const end = period?.end === undefined ? undefined : edge(period.end, 'last', zone);
  return (begin !== undefined && start === undefined) || (period?.end !== undefined && end === undefined)
    ? undefined
    : { start, end, isExact: begin === undefined || begin.length >= DAY_LENGTH };
}

const DAY_LENGTH = 'YYYY-MM-DD'.length;

function edge(date: string, side: 'first' | 'last', zone: string): string | undefined {
  const parsed = parseDate(date);
  if (parsed === undefined) return undefined;
  if (parsed.precision === 'instant') return dayOf(parsed.at.getTime(), zone);
  if (date.length === DAY_LENGTH) return date;
  const first = date.length === 4 ? `${date}-01-01` : `${date}-01`;
  return side === 'first' ? first : add(add(first, { months: date.length === 4 ? 12 : 1 }), { days: -1 });
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function hasOnly(value: object, known: ReadonlySet<string>): boolean {
  return Object.keys(value).every((key) => known.has(key));
}

/**
 * Planned times of a day, HH:mm.
 * @param day YYYY-MM-DD
 */
export function timesOn({ times, days, everyDays, start, end }: DosePlan, day: string): readonly string[] {
  if ((start !== undefined && day < start) || (end !== undefined && day > end)) return [];
  if (days !== undefined && !days.some((one) => one === weekDayOf(day))) return [];
  if (everyDays !== undefined && start !== undefined && until(start, day) % everyDays !== 0) return [];
  return times;
}

function weekDayOf(day: string): WeekDay | undefined {
  return WEEK_DAYS[dayOfWeek(day) - 1];
}

/** A plan as `dosage.timing`; its first and last day go into `effectivePeriod`. */
export function timingOf({ times, days, everyDays }: DosePlan) {
  const perDay = {
    frequency: times.length * (days?.length ?? 1),
    period: everyDays ?? 1,
    periodUnit: days === undefined ? 'd' : 'wk',
  };
  return {
    repeat: {
      ...perDay,
      ...(days === undefined ? {} : { dayOfWeek: days }),
      timeOfDay: times.map((time) => `${time}:00`),
    },
  };
}

/** Extension: when the person confirmed the times of a medicine. */
export const CONFIRMED_URL = 'https://phr.example/fhir/StructureDefinition/plan-confirmed';

/** When the person confirmed a statement's times, ISO 8601; undefined while they are a proposal. */
export function confirmedAt(resource: unknown): string | undefined {
  const extensions = isObject(resource) ? resource['extension'] : undefined;
  const found = listOf(extensions).find((one) => isObject(one) && one['url'] === CONFIRMED_URL);
  const at = isObject(found) ? found['valueDateTime'] : undefined;
  return typeof at === 'string' && parseDate(at) !== undefined ? at : undefined;
}
