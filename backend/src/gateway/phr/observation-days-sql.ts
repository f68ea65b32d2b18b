import { DEVICE_STATUS_URL, HARMLESS_STATUSES } from '@phr/fhir/device-status';
import { sourceUri, type Source } from '@phr/fhir/source';
import { ACTIVE_GRANT_SQL } from '../../access/access.ts';
import { rightsSql } from '../../access/levels.ts';
import type { Statement } from '../../records/postgres/search-sql.ts';

/** Milliseconds from a day's start to the next day's. */
export interface Span {
  readonly starts: number;
  readonly ends: number;
}

/** The requested readings, and the requester. */
interface Asked {
  readonly userId: string;
  readonly patientId: string;
  readonly spans: readonly Span[];
}

export interface CachedDaysQuery extends Asked {
  /** Name of the vital. */
  readonly name: string;
  /** Sign of the clinical core by which figures are judged. */
  readonly rules: string;
}

/** What is known about the days before aggregating. */
export interface CachedDaysRow {
  /** False when the reader has no right to these readings. */
  readonly may_read: boolean;
  /** The reader may see all readings, not just some codes. */
  readonly whole: boolean;
  /** The record is the reader's own. */
  readonly own: boolean;
  readonly birth_date: string | null;
  readonly gender: string | null;
  /** JSON of further data the reader may see and that affects judging: goals and their authors. */
  readonly facts: readonly string[];
  /** Fingerprint of sex and facts: aggregates judged with others are not reused. */
  readonly judges: string;
  /** Days with any observations: span number (from 1), change count, and cached aggregates. */
  readonly days: readonly (readonly [place: number, changes: number, figures: unknown])[];
}

export interface CountAsked extends Asked {
  /** Codes of the vital, by which observations are looked up. */
  readonly codes: readonly string[];
  /** The same codes with system names, as resources write them; equal codes of other systems do not match. */
  readonly tokens: readonly string[];
  /** Codes of each component holding a number; empty if the observation itself does. */
  readonly components: readonly (readonly string[])[];
}

/** A stored number: value, UCUM code, printed unit, comparator. */
type StoredQuantity = readonly [value: unknown, code: unknown, unit: unknown, comparator: unknown];

/** Equal readings of a day: span number (from 1), numbers, count, first and last in milliseconds. */
export type Group = readonly [
  place: number,
  numbers: readonly StoredQuantity[],
  count: number,
  first: number,
  last: number,
  /** The parts of the Observation with another's judgement; null if none. */
  said: object | null,
];

export interface CountRow {
  readonly groups: readonly Group[];
}

/** A day's aggregates to cache. */
export interface CachedDay extends Span {
  readonly changes: number;
  readonly figures: unknown;
}

/** Never this person's measurement (D-45 keeps them readable). */
const VOID = ['cancelled', 'entered-in-error'];

/** Readings the meter doubts are excluded from means. */
const DOUBTED = JSON.stringify({ url: DEVICE_STATUS_URL, codes: HARMLESS_STATUSES });

/** Observation elements with the writer's judgement and identity. */
const SAYING = ['status', 'meta', 'code', 'category', 'performer', 'contained', 'interpretation', 'referenceRange'];
/** Own entries are judged by the product, whatever they contain: equal readings are counted together. */
const OWN = ['person', 'partner', 'device'].map((source) => sourceUri(source as Source));
/** Statuses under which nothing is judged, though the number is shown. */
const UNJUDGED = ['registered', 'unknown'];

/** SQL for another's judgement of the reading `o`, null if none. */
const SAID = `case when coalesce(o #>> '{meta,source}', '') = any(array[${OWN.map((uri) => `'${uri}'`).join(', ')}])
            then case when o ->> 'status' in (${UNJUDGED.map((one) => `'${one}'`).join(', ')}) then jsonb_build_object('status', o -> 'status') end
          when o ? 'interpretation' or o ? 'referenceRange' or o ->> 'status' in (${UNJUDGED.map((one) => `'${one}'`).join(', ')})
            or jsonb_path_exists(o, '$.component[*] ? (exists(@.interpretation) || exists(@.referenceRange))')
            then jsonb_build_object(${SAYING.map((name) => `'${name}', o -> '${name}'`).join(', ')},
              'component', o -> 'component', 'valueQuantity', o -> 'valueQuantity', 'meta', jsonb_build_object('source', o #> '{meta,source}')) end`;

/**
 * SQL for whether an observation's or component's code is in a list: bare without system, else with a name of its own
 * system.
 */
const isNamed = (part: string, tokens: string): string =>
  `exists (select from jsonb_path_query(${part}, '$.code.coding[*]') coding where ${tokens} ? (coalesce(coding ->> 'system' || '|', '') || (coding ->> 'code')))`;

/** Rights to observations, embedded in each statement as in searches. */
const MINE = `mine as materialized (
      select source, types, codes from held_access where user_id = $1 and patient_id = $2 and ${rightsSql('read')} and ${ACTIVE_GRANT_SQL} and (types is null or 'Observation' = any(types))
    ), span as (
      select starts, ends, place from unnest($3::timestamptz[], $4::timestamptz[]) with ordinality as s(starts, ends, place)
    )`;

function common({ userId, patientId, spans }: Asked): readonly unknown[] {
  return [userId, patientId, spans.map(({ starts }) => iso(starts)), spans.map(({ ends }) => iso(ends))];
}

const iso = (at: number): string => new Date(at).toISOString();

/** Statement for rights, days with observations, and cached aggregates. */
export function storedDaysStatement(asked: CachedDaysQuery): Statement {
  return {
    text: `
    with ${MINE}, person as (
      select content::json ->> 'birthDate' as birth_date, content::json ->> 'gender' as gender from fhir_other where type = 'Patient' and id = $2 and not deleted
        and exists (select from mine where mine.codes is null and (mine.types is null or 'Patient' = any(mine.types)))
    ), fact as (
      select r.type, r.id, content from fhir_resource r
       where r.patient_id = $2 and not deleted and (r.type = 'Goal' or (r.type = 'Provenance' and strpos(content, 'Goal/') > 0))
         and exists (select from mine where mine.codes is null and (mine.types is null or r.type = any(mine.types)))
    ), judges as (
      select coalesce(json_agg(content order by type, id), '[]') as facts,
        encode(sha256(convert_to(coalesce((select gender from person), '') || coalesce(string_agg(content, ',' order by type, id), ''), 'UTF8')), 'hex') as sign from fact
    ), changed as materialized (
      select place, starts, ends, (select sum(changes)::bigint from observation_change c where c.patient_id = $2
          and c.day between (starts at time zone 'UTC')::date and ((ends - interval '1 millisecond') at time zone 'UTC')::date) as changes
        from span where exists (select from mine)
    )
    select exists (select from mine) as may_read, exists (select from mine where codes is null) as whole, coalesce((select bool_or(source = 'self') from mine), false) as own,
      (select birth_date from person) as birth_date, (select gender from person) as gender, (select facts from judges) as facts, (select sign from judges) as judges,
      coalesce((select json_agg(json_build_array(place, changed.changes, figures)) from changed left join observation_day kept
          on kept.patient_id = $2 and kept.name = $5 and kept.starts = changed.starts and kept.ends = changed.ends and kept.changes = changed.changes
            and kept.birth_date = coalesce((select birth_date from person), '') and kept.rules = $6 || (select sign from judges) and exists (select from mine where codes is null)
        where changed.changes is not null), '[]'::json) as days`,
    values: [...common(asked), asked.name, asked.rules],
  };
}

/**
 * Statement that counts each span's readings by content. Includes the right: a code-based one counts matching readings.
 * Excludes readings without time, future ones (beyond a day, for fast clocks), and those the meter doubts.
 */
export function countStatement(asked: CountAsked): Statement {
  const quantities =
    asked.components.length === 0
      ? [`o -> 'valueQuantity'`]
      : asked.components.map(
          (_, index) =>
            `(select part -> 'valueQuantity' from jsonb_path_query(o, '$.component[*]') part where ${isNamed('part', `$9::jsonb -> ${index}`)} limit 1)`,
        );
  const numbers = quantities
    .map(
      (quantity) =>
        `(select jsonb_build_array(q -> 'value', q -> 'code', q -> 'unit', q -> 'comparator') from (select ${quantity} as q) one)`,
    )
    .join(', ');
  return {
    text: `
    with ${MINE}, found as (
      select distinct place, c.id, c.date from span join fhir_observation_code c
          on c.patient_id = $2 and c.code = any($5::text[]) and c.date >= starts and c.date < least(ends, now() + interval '1 day')
       where exists (select from mine)
    ), said as (
      -- "offset 0": each reading is fetched by its id, and its text is parsed once and not once for each thing that is read from it
      select place, jsonb_build_array(${numbers}) as numbers, ${SAID} as said, found.date
        from found cross join lateral (
          -- half of a pair of surrogates (a note that was cut) is text for JSON and no text for jsonb; no number hangs on it
          select (case when strpos(content, '\\ud') > 0 then replace(content, '\\ud', '/ud') else content end)::jsonb as o from fhir_observation r
           where r.type = 'Observation' and r.id = found.id and r.patient_id = $2 and not r.deleted and exists (select from mine where mine.codes is null or r.tokens && mine.codes) offset 0
        ) reading
       where ${isNamed('o', '$8::jsonb')} and coalesce(o ->> 'effectiveDateTime', o #>> '{effectivePeriod,start}', o ->> 'effectiveInstant', o ->> 'issued') like '%T%' and not (o ->> 'status' = any($6::text[]))
         and not o ? 'modifierExtension' and not o ? 'implicitRules' and not jsonb_path_exists(o, '$.component[*].modifierExtension')
         and not jsonb_path_exists(o, '$.extension[*] ? (@.url == $url && !(@.valueCode == $codes[*]))', $7::jsonb)
    ), grouped as (
      select place, numbers, said, count(*)::int as count, (extract(epoch from min(date)) * 1000)::bigint as first, (extract(epoch from max(date)) * 1000)::bigint as last from said group by place, numbers, said
    )
    select coalesce(json_agg(json_build_array(place, numbers, count, first, last, said)), '[]'::json) as groups from grouped`,
    values: [
      ...common(asked),
      asked.codes,
      VOID,
      DOUBTED,
      JSON.stringify(asked.tokens),
      ...(asked.components.length === 0 ? [] : [JSON.stringify(asked.components)]),
    ],
  };
}

/** Statement that keeps figures of days for the next time. */
export function cacheDaysStatement(
  { patientId, name, rules }: Pick<CachedDaysQuery, 'patientId' | 'name' | 'rules'>,
  birthDate: string | null,
  days: readonly CachedDay[],
): Statement {
  return {
    text: `insert into observation_day (patient_id, name, starts, ends, changes, birth_date, rules, figures)
      select $1, $2, starts, ends, changes, $3, $4, figures from json_to_recordset($5::json) as day(starts timestamptz, ends timestamptz, changes bigint, figures json)
      on conflict (patient_id, name, starts, ends) do update set changes = excluded.changes, birth_date = excluded.birth_date, rules = excluded.rules, figures = excluded.figures`,
    values: [
      patientId,
      name,
      birthDate ?? '',
      rules,
      JSON.stringify(days.map(({ starts, ends, ...day }) => ({ ...day, starts: iso(starts), ends: iso(ends) }))),
    ],
  };
}
