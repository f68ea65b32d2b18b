import { ageInYears } from '@phr/clinical/age';
import { codesOf, STORE_KEYS } from '@phr/clinical/codings';
import { dayValues, type EqualReadings } from '@phr/clinical/day-values';
import { LEVELS } from '@phr/clinical/levels';
import { partsOf, type WrittenNumber } from '@phr/clinical/parts';
import { addDays, startOfDay } from '@phr/clinical/periods';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Platform } from '../platform.ts';
import { parseBody } from '../security/parse.ts';
import { ServerError } from '../security/server-error.ts';
import { described } from '../web/route-schema.ts';
import { Day, Id } from './fields.ts';
import { daysStatement, type DaysRow } from './observation-days-sql.ts';
import type { ServiceCalls } from './service-call.ts';

/** A year, and a little more for those who begin it elsewhere. */
const MOST_DAYS = 400;

const Zone = z.string().max(64).refine(isZone).meta({ description: 'IANA name of the zone in which days are counted' });
const Query = z.object({ patientId: Id, name: z.enum(STORE_KEYS), from: Day, to: Day, zone: Zone.default('Asia/Ho_Chi_Minh') });
const Level = z.enum(LEVELS);
const DayAnswer = z.object({
  day: Day,
  unit: z.string().meta({ description: 'UCUM code; a day with readings in two units has two entries' }),
  count: z.int(),
  first: z.iso.datetime(), last: z.iso.datetime(),
  parts: z.array(z.object({ key: z.enum(['value', 'systolic', 'diastolic']), low: z.number(), high: z.number(), mean: z.number(), median: z.number(), level: Level.optional() })),
  levels: z.partialRecord(Level, z.int()).meta({ description: 'How many readings have which level' }),
});

/**
 * GET /api/phr/observation/days: the readings of one vital in figures a day, so that a year of a sensor is one answer. A call of this product beyond the
 * catalogue: a client must live with a server that does not have it. Numbers, units and levels are those of the clinical core, as on the screens.
 */
export function registerObservationDays(app: FastifyInstance, { db, audit }: Pick<Platform, 'db' | 'audit'>, calls: ServiceCalls): void {
  app.get('/api/phr/observation/days', described({
    service: 'phr', summary: `Count, extremes, mean and median of a vital for each day of the person's calendar, at most ${MOST_DAYS} days. Not in the catalogue: an addition of this product.`, security: 'bearer', wrapped: true,
    query: Query, answer: z.array(DayAnswer),
  }), (request, reply) => calls.read(request, reply, async ({ caller: { userId } }) => {
    const { patientId, name, from, to, zone } = parseBody(Query, request.query);
    const days = daysOf(from, to);
    const asked = { userId, patientId, codes: codesOf(name), components: partsOf(name).flatMap(({ coding }) => (coding === undefined ? [] : [[...coding.written.map(({ code }) => code), ...coding.alsoRead]])), bounds: [...days, addDays(to, 1)].map((day) => startOfDay(day, zone)) };
    const { text, values } = daysStatement(asked);
    const [row] = await db.query<DaysRow & Record<string, unknown>>(text, values);
    if (row?.may_read !== true) throw new ServerError('ACCESS_DENIED', 'No right to these readings');
    // to read one's own record leaves no trace; to read another person's does
    if (!row.own) await audit({ action: 'read', type: 'rest', outcome: 'success', userId, entity: 'Observation', patientId });
    const groups = Map.groupBy(row.groups, ([place]) => place);
    const answer = days.flatMap((day, index): z.input<typeof DayAnswer>[] => dayValues(name, (groups.get(index + 1) ?? []).map(equalReadings), ageInYears(row.birth_date ?? undefined, day))
      .map(({ unit, count, first, last, parts, levels }) => ({
        day, unit, count, first: new Date(first).toISOString(), last: new Date(last).toISOString(), levels,
        parts: parts.map(({ level, ...figures }) => ({ ...figures, ...(level === undefined ? {} : { level }) })),
      })));
    return JSON.stringify(answer);
  }));
}

function daysOf(from: string, to: string): readonly string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    if (days.length === MOST_DAYS) throw new ServerError('FORM_INPUT_INVALID', `At most ${MOST_DAYS} days`, { detail: { message: 'to' } });
    days.push(day);
  }
  if (days.length === 0) throw new ServerError('FORM_INPUT_INVALID', 'The period ends before it begins', { detail: { message: 'to' } });
  return days;
}

function equalReadings([, numbers, count, first, last]: DaysRow['groups'][number]): EqualReadings {
  return { count, first, last, numbers: numbers.map(([value, code, unit, comparator]): WrittenNumber | undefined => (typeof value !== 'number' || typeof comparator === 'string' ? undefined : { value, code: textOf(code), unit: textOf(unit) })) };
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
