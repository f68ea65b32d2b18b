import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { assess } from '@phr/clinical/assess/assess';
import { codesOf, VITAL_KEYS, tokensOfPart, tokensOfVital } from '@phr/clinical/codings';
import { dayValues, type DayValues, type EqualReadings } from '@phr/clinical/day-values';
import { LEVELS } from '@phr/clinical/levels';
import { partsOf, type WrittenNumber } from '@phr/clinical/parts';
import { SAID_WORDS, SIDES } from '@phr/clinical/assess/verdict';
import { goalsIn, personIn } from '@phr/fhir/judging-person';
import { verdictOf } from '@phr/fhir/judging';
import { observation, type Observation } from '@phr/fhir/observation';
import * as plainDate from '@phr/time/plain-date';
import { parseZone, startOfDay } from '@phr/time/zone';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { forbidden } from '../../fhir/fhir-error.ts';
import type { Statement } from '../../records/postgres/search-sql.ts';
import { FACILITY_ZONE } from '../../kit/facility-zone.ts';
import type { Platform } from '../../kit/platform.ts';
import { parseBody } from '../../kit/parse.ts';
import { ServerError } from '../../kit/server-error.ts';
import { described } from '../../kit/route-schema.ts';
import { Day, Id } from './fields.ts';
import {
  countStatement,
  cacheDaysStatement,
  storedDaysStatement,
  type CountRow,
  type Group,
  type CachedDay,
  type CachedDaysRow,
  type Span,
} from './observation-days-sql.ts';
import type { ServiceCalls } from './service-call.ts';

/** A year, and a little more for those who begin it elsewhere. */
const MOST_DAYS = 400;
/** Days with this many readings (sensors) are cached. */
const MANY = 12;

const Zone = z
  .string()
  .max(64)
  .refine((name) => parseZone(name) !== undefined)
  .meta({ description: 'IANA name of the zone in which days are counted' });
const Query = z.object({
  patientId: Id,
  name: z.enum(VITAL_KEYS),
  from: Day,
  to: Day,
  zone: Zone.default(FACILITY_ZONE),
});
const Level = z.enum(LEVELS);
const DayAnswer = z.object({
  day: Day,
  unit: z.string().meta({ description: 'UCUM code; a day with readings in two units has two entries' }),
  count: z.int(),
  first: z.iso.datetime(),
  last: z.iso.datetime(),
  parts: z.array(
    z.object({
      key: z.enum(['value', 'systolic', 'diastolic']),
      low: z.number(),
      high: z.number(),
      mean: z.number(),
      median: z.number(),
      level: Level.optional(),
    }),
  ),
  levels: z.partialRecord(Level, z.int()).meta({ description: 'How many readings have which level' }),
  verdict: z
    .object({
      level: Level,
      direction: z.enum(['high', 'low']),
      side: z.enum(SIDES),
      isNeutral: z.literal(true),
      said: z.enum(SAID_WORDS),
      atLeast: z.literal(true),
    })
    .partial()
    .optional()
    .meta({ description: 'What is said of the worst reading of the day; absent where nothing judges' }),
});

/**
 * GET /api/phr/observation/days: the readings of one vital as daily figures, so that a year of a sensor fits one
 * response. This route is not in the service catalogue: a client must work with a server without it. Numbers, units and
 * levels are those of the clinical core, as on the screens. The changes of a day are read before its readings, so that
 * figures are never stored for a later state than the one they were computed from.
 */
export function registerObservationDays(
  app: FastifyInstance,
  { db, audit }: Pick<Platform, 'db' | 'audit'>,
  calls: ServiceCalls,
): void {
  const rules = clinicalRules();
  const ask = <Row extends object>({ text, values }: Statement): Promise<readonly Row[]> =>
    db.query<Row & Record<string, unknown>>(text, values);
  app.get(
    '/api/phr/observation/days',
    described({
      service: 'phr',
      summary: `Count, extremes, mean and median of a vital for each day of the person's calendar, at most ${MOST_DAYS} days. Not in the catalogue: an addition of this product.`,
      security: 'bearer',
      wrapped: true,
      query: Query,
      answer: z.array(DayAnswer),
    }),
    (request, reply) =>
      calls.read(request, reply, async ({ caller: { userId } }) => {
        const { patientId, name, from, to, zone } = parseBody(Query, request.query);
        const days = daysOf(from, to);
        const spans = days.map((day) => ({
          starts: startOfDay(day, zone),
          ends: startOfDay(plainDate.add(day, { days: 1 }), zone),
        }));
        const daysRequest = { userId, patientId, name, rules, spans };
        const [known] = await ask<CachedDaysRow>(storedDaysStatement(daysRequest));
        if (known?.may_read !== true)
          throw forbidden(undefined, { userId, patientId, action: 'read', type: 'rest', entity: 'Observation' });
        // reading one's own record is not audited; reading another's is
        if (!known.own)
          await audit({ action: 'read', type: 'rest', outcome: 'success', userId, entity: 'Observation', patientId });

        const facts = known.facts.map((one): unknown => JSON.parse(one));
        const judges = {
          person: personIn({ birthDate: known.birth_date ?? undefined, gender: known.gender ?? undefined }),
          goals: goalsIn(facts),
          zone,
          now: Date.now(),
        };
        const figures = new Map<number, unknown>();
        const open: (Span & { readonly place: number; readonly changes: number })[] = [];
        for (const [place, changes, kept] of known.days) {
          const span = spans[place - 1];
          if (kept !== null) figures.set(place, kept);
          else if (span !== undefined) open.push({ ...span, place, changes });
        }
        if (open.length > 0) {
          const components = partsOf(name).flatMap(({ coding }) =>
            coding === undefined ? [] : [tokensOfPart(coding)],
          );
          const [counted] = await ask<CountRow>(
            countStatement({
              userId,
              patientId,
              spans: open,
              codes: codesOf(name),
              tokens: tokensOfVital(name),
              components,
            }),
          );
          const groups = Map.groupBy(counted?.groups ?? [], ([place]) => place);
          const keep: CachedDay[] = [];
          open.forEach(({ place, ...span }, index) => {
            const day = days[place - 1] ?? '';
            const ofDay = groups.get(index + 1) ?? [];
            const valuesOfDay = dayValues(name, ofDay.map(equalReadings), (measured, { said }) =>
              said === undefined
                ? assess({ ...judges, vital: name, measured, at: day, origin: { kind: 'person' } })
                : verdictOf({ ...said, effectiveDateTime: day }, judges),
            ).map((values) => answerOf(day, values));
            figures.set(place, valuesOfDay);
            // days that may still grow are not cached, and few readings are counted as fast as looked up
            if (known.whole && span.ends <= Date.now() && ofDay.reduce((sum, [, , count]) => sum + count, 0) >= MANY)
              keep.push({ ...span, figures: valuesOfDay });
          });
          if (keep.length > 0)
            await ask(cacheDaysStatement({ ...daysRequest, rules: rules + known.judges }, known.birth_date, keep));
        }
        return JSON.stringify(days.flatMap((_, index) => figures.get(index + 1) ?? []));
      }),
  );
}

/** Fingerprint of the clinical core and calendar: aggregates by another release are not reused. */
function clinicalRules(): string {
  const hash = createHash('sha256');
  for (const file of ['@phr/clinical/day-values', '@phr/clinical/assess/assess', '@phr/time/age']) {
    const folder = fileURLToPath(new URL('.', import.meta.resolve(file)));
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort())
      if (name.endsWith('.ts') && !name.endsWith('.test.ts')) hash.update(readFileSync(path.join(folder, name)));
  }
  for (const file of ['@phr/fhir/judging', '@phr/fhir/judging-person'])
    hash.update(readFileSync(fileURLToPath(import.meta.resolve(file))));
  return hash.digest('base64url').slice(0, 16);
}

function answerOf(
  day: string,
  { unit, count, first, last, parts, levels, verdict }: DayValues,
): z.input<typeof DayAnswer> {
  return {
    day,
    unit,
    count,
    first: new Date(first).toISOString(),
    last: new Date(last).toISOString(),
    levels,
    ...(verdict === undefined ? {} : { verdict }),
    parts: parts.map(({ level, ...figures }) => ({ ...figures, ...(level === undefined ? {} : { level }) })),
  };
}

function daysOf(from: string, to: string): readonly string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = plainDate.add(day, { days: 1 })) {
    if (days.length === MOST_DAYS)
      throw new ServerError('FORM_INPUT_INVALID', `At most ${MOST_DAYS} days`, { detail: { message: 'to' } });
    days.push(day);
  }
  if (days.length === 0)
    throw new ServerError('FORM_INPUT_INVALID', 'The period ends before it begins', { detail: { message: 'to' } });
  return days;
}

interface StoredReadings extends EqualReadings {
  /** Others' judgement of the readings. */
  readonly said?: Observation;
}

function equalReadings([, numbers, count, first, last, written]: Group): StoredReadings {
  const said = written === null ? undefined : observation(written);
  return {
    ...(said === undefined ? {} : { said }),
    count,
    first,
    last,
    numbers: numbers.map(([value, code, unit, comparator]): WrittenNumber | undefined =>
      typeof value !== 'number' || typeof comparator === 'string'
        ? undefined
        : { value, code: textOf(code), unit: textOf(unit) },
    ),
  };
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
