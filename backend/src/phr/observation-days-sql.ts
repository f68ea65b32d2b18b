import { IN_FORCE } from '../security/access.ts';
import type { Statement } from '../fhir/search-sql.ts';

/** Which readings are counted, for whom. */
export interface DaysAsked {
  readonly userId: string;
  readonly patientId: string;
  /** Codes of the vital. */
  readonly codes: readonly string[];
  /** Codes of each component that holds a number; none when the observation itself holds it. */
  readonly components: readonly (readonly string[])[];
  /** The first instant of each day, and last the end of the last one; milliseconds. */
  readonly bounds: readonly number[];
}

/** A number as it is stored: value, UCUM code, printed unit, comparator. */
type StoredQuantity = readonly [value: unknown, code: unknown, unit: unknown, comparator: unknown];

/** What the statement answers, in one row. */
export interface DaysRow {
  /** False when the reader has no right to these readings. */
  readonly may_read: boolean;
  /** The record is the reader's own. */
  readonly own: boolean;
  readonly birth_date: string | null;
  /** Equal readings of a day together: place of the day (from 1), numbers, how many, first and last in milliseconds. */
  readonly groups: readonly (readonly [place: number, numbers: readonly StoredQuantity[], count: number, first: number, last: number])[];
}

/** Never a measurement of this person (D-45 keeps them readable). */
const VOID = ['cancelled', 'entered-in-error'];

/**
 * Statement that counts the readings of each day by what they say. The right is a part of it, as in a search: a right to some codes counts what has
 * one of them. Readings without a time of day belong to no day, those of the future (beyond a day: clocks of meters run ahead) are no measurements.
 */
export function daysStatement({ userId, patientId, codes, components, bounds }: DaysAsked): Statement {
  const ends = bounds.map((at) => new Date(at).toISOString());
  const quantities = components.length === 0 ? [`o -> 'valueQuantity'`]
    : components.map((_, index) => `jsonb_path_query_first(o, '$.component[*] ? (@.code.coding[*].code == $codes[*]).valueQuantity', jsonb_build_object('codes', $8::jsonb -> ${index}))`);
  const numbers = quantities.map((quantity) => `(select jsonb_build_array(q -> 'value', q -> 'code', q -> 'unit', q -> 'comparator') from (select ${quantity} as q) one)`).join(', ');
  return {
    text: `
    with mine as materialized (
      select source, types, codes from access where user_id = $1 and patient_id = $2 and ${IN_FORCE} and (types is null or 'Observation' = any(types))
    ), found as (
      select distinct c.id, c.date from fhir_observation_code c
       where exists (select from mine) and c.patient_id = $2 and c.code = any($3::text[])
         and c.date >= $5::timestamptz and c.date < least($6::timestamptz, now() + interval '1 day')
    ), readable as (
      -- half of a pair of surrogates (a note that was cut) is text for JSON and no text for jsonb; no number hangs on it
      select found.date, (case when strpos(r.content, '\\ud') > 0 then replace(r.content, '\\ud', '/ud') else r.content end)::jsonb as o
        from found join fhir_observation r on r.type = 'Observation' and r.id = found.id and r.patient_id = $2 and not r.deleted
       where exists (select from mine where mine.codes is null or r.tokens && mine.codes)
    ), said as (
      select width_bucket(date, $4::timestamptz[]) as place, jsonb_build_array(${numbers}) as numbers, date from readable
       where coalesce(o ->> 'effectiveDateTime', o #>> '{effectivePeriod,start}', o ->> 'effectiveInstant', o ->> 'issued') like '%T%' and not (o ->> 'status' = any($7::text[]))
    ), grouped as (
      select place, numbers, count(*)::int as count, (extract(epoch from min(date)) * 1000)::bigint as first, (extract(epoch from max(date)) * 1000)::bigint as last from said group by place, numbers
    )
    select exists (select from mine) as may_read, coalesce((select bool_or(source = 'self') from mine), false) as own,
      (select content::json ->> 'birthDate' from fhir_other where type = 'Patient' and id = $2 and not deleted
        and exists (select from mine where mine.codes is null and (mine.types is null or 'Patient' = any(mine.types)))) as birth_date,
      coalesce((select json_agg(json_build_array(place, numbers, count, first, last)) from grouped), '[]'::json) as groups`,
    values: [userId, patientId, codes, ends, ends[0], ends.at(-1), VOID, ...(components.length === 0 ? [] : [JSON.stringify(components)])],
  };
}
