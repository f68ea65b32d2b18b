import { isAppError } from '@phr/contract/app-error';
import type { RequestPort } from '@phr/contract/host-api';
import type { VitalKey } from '@phr/clinical/codings';
import type { DayPart } from '@phr/clinical/day-values';
import { SAID_WORDS, SIDES, type ToldVerdict } from '@phr/clinical/assess/verdict';
import { LEVELS, type Level } from '@phr/clinical/levels';
import type { PartKey } from '@phr/clinical/parts';
import { unitOf, type Unit } from '@phr/clinical/units';
import { list, number, lenientObject, text, type Parser, type Read } from '@phr/fhir/json';
import type { Period } from '@phr/time/period';

/** The server's aggregate of one day's readings in one unit. */
export interface DayAggregate {
  /** Calendar day YYYY-MM-DD of the person. */
  readonly day: string;
  readonly unit: Unit;
  readonly count: number;
  /** Instants of the first and last reading, in milliseconds. */
  readonly first: number;
  readonly last: number;
  readonly parts: readonly Pick<DayPart, 'key' | 'low' | 'high' | 'mean' | 'level'>[];
  /** How many readings have which level. */
  readonly levels: Readonly<Partial<Record<Level, number>>>;
  /** Verdict of the worst reading; absent if unjudged or unsupported. */
  readonly verdict?: ToldVerdict;
}

export interface DayAggregates {
  readonly days: readonly DayAggregate[];
  readonly receivedAt: string;
}

/** Hosts whose server has no day aggregates, remembered to avoid further calls. */
const withoutDays = new WeakSet<RequestPort>();

/** Day aggregates of a period; null if unsupported: then load the readings. Rejects with AppError. */
export async function fetchDays(
  request: RequestPort,
  patientId: string,
  vitalKey: VitalKey,
  period: Period,
  zone: string,
  signal: AbortSignal,
): Promise<DayAggregates | null> {
  if (withoutDays.has(request)) return null;
  try {
    const { body, receivedAt } = await request.send({
      service: 'phr',
      method: 'GET',
      path: '/api/phr/observation/days',
      query: { patientId, name: vitalKey, from: period.firstDay, to: period.lastDay, zone },
      signal,
    });
    const days = readDays(body);
    return days === undefined ? null : { days, receivedAt };
  } catch (error) {
    if (!isAppError(error) || (error.httpStatus !== 404 && error.httpStatus !== 501)) throw error;
    withoutDays.add(request);
    return null;
  }
}

/** Parses the response; undefined unless complete: half a year of days would look like a year. */
export function readDays(body: unknown): readonly DayAggregate[] | undefined {
  if (!Array.isArray(body)) return undefined;
  const days = body.map(readDay).filter((day) => day !== undefined);
  return days.length === body.length ? days : undefined;
}

/** One of some known values. */
function oneOf<const T>(values: readonly T[]): Parser<T> {
  return (value) => values.find((one) => one === value);
}

const FIGURES = lenientObject({ key: text, low: number, high: number, mean: number, level: oneOf(LEVELS) });
const DAY = lenientObject({
  day: text,
  unit: text,
  count: number,
  first: text,
  last: text,
  parts: list(FIGURES),
  levels: lenientObject(Object.fromEntries(LEVELS.map((level) => [level, number]))),
  verdict: lenientObject({
    level: oneOf(LEVELS),
    direction: oneOf(['high', 'low']),
    side: oneOf(SIDES),
    isNeutral: oneOf([true]),
    said: oneOf(SAID_WORDS),
    atLeast: oneOf([true]),
  }),
});
const KEYS: readonly PartKey[] = ['value', 'systolic', 'diastolic'];

function readDay(entry: unknown): DayAggregate | undefined {
  const {
    day = '',
    unit: code,
    count = 0,
    parts: told = [],
    levels: counts = {},
    verdict,
    ...times
  } = DAY(entry) ?? {};
  const unit = unitOf(code);
  const [first, last] = [Date.parse(times.first ?? ''), Date.parse(times.last ?? '')];
  const parts = told.map(readPart).filter((part) => part !== undefined);
  if (
    !/^\d{4}-\d{2}-\d{2}$/.test(day) ||
    unit === undefined ||
    count < 1 ||
    Number.isNaN(first) ||
    Number.isNaN(last) ||
    parts.length === 0
  )
    return undefined;
  const levels: Partial<Record<Level, number>> = {};
  for (const level of LEVELS) {
    const readings = counts[level];
    if (readings !== undefined) levels[level] = readings;
  }
  return { day, unit, count, first, last, parts, levels, ...(verdict === undefined ? {} : { verdict }) };
}

function readPart({
  key: name,
  low,
  high,
  mean,
  level,
}: Exclude<Read<typeof FIGURES>, undefined>): DayAggregate['parts'][number] | undefined {
  const key = KEYS.find((one) => one === name);
  return key === undefined || low === undefined || high === undefined || mean === undefined
    ? undefined
    : { key, low, high, mean, ...(level === undefined ? {} : { level }) };
}
