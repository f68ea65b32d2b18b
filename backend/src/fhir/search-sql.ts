import type { DateCondition, SearchQuery } from './search-query.ts';

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Which rows a search may see at all: those of one person, or directory entries. */
export interface Reach {
  readonly type: string;
  readonly patientId: string | undefined;
}

const COLUMNS = 'r.type, r.id, r.version, r.last_updated, r.deleted, r.content, r.patient_id';

/** Statement for one page of a search: one row more than asked, to know whether there is a next page. */
export function pageStatement(reach: Reach, query: SearchQuery): Statement {
  const sql = new Values();
  const column = query.sort.key === 'date' ? 'date' : 'last_updated';
  const order = `r.${column} ${query.sort.descending ? 'desc' : 'asc'}, r.id ${query.sort.descending ? 'desc' : 'asc'}`;
  const sign = query.sort.descending ? '<' : '>';
  // in the code table the same dates stand in the index, so that no resource is fetched in vain
  const byCode = usesCodeTable(reach, query);
  const dates = byCode ? 'c' : 'r';
  const after = query.cursor === undefined ? [] : [`(${dates}.${column}, ${dates}.id) ${sign} (${sql.add(query.cursor.sort)}::timestamptz, ${sql.add(query.cursor.id)})`];
  const limit = `limit ${sql.add(query.count + 1)} offset ${sql.add(query.offset)}`;
  const select = `select ${COLUMNS}, r.${column}::text as sort`;

  if (byCode) {
    // for each code the newest rows by the index, then the newest of all
    const conditions = [...conditionsOf(reach, query, sql, true), ...after];
    const codeOrder = query.sort.descending ? 'c.date desc, c.id desc' : 'c.date asc, c.id asc';
    return sql.statement(`
      select * from (
        select distinct on (found.sort_date, found.id) found.* from unnest(${sql.add(query.codes)}::text[]) as wanted(code)
        cross join lateral (
          ${select}, r.date as sort_date from fhir_observation_code c join fhir_resource r on r.type = 'Observation' and r.id = c.id
          where c.patient_id = ${sql.add(reach.patientId)} and c.code = wanted.code and ${conditions.join(' and ')}
          order by ${codeOrder} limit ${sql.add(query.count + 1 + query.offset)}
        ) found
      ) r order by r.sort_date ${query.sort.descending ? 'desc' : 'asc'}, r.id ${query.sort.descending ? 'desc' : 'asc'} ${limit}`);
  }
  const conditions = [...conditionsOf(reach, query, sql, false), ...after];
  return sql.statement(`${select} from fhir_resource r where ${conditions.join(' and ')} order by ${order} ${limit}`);
}

/** Statement that counts all rows of a search. */
export function countStatement(reach: Reach, query: SearchQuery): Statement {
  const sql = new Values();
  return sql.statement(`select count(*)::int as total from fhir_resource r where ${conditionsOf(reach, query, sql, false).join(' and ')}`);
}

function usesCodeTable(reach: Reach, query: SearchQuery): boolean {
  return reach.type === 'Observation' && query.codes !== undefined && query.sort.key === 'date';
}

function conditionsOf(reach: Reach, query: SearchQuery, sql: Values, byCode: boolean): readonly string[] {
  const conditions = [`r.type = ${sql.add(reach.type)}`, 'not r.deleted', reach.patientId === undefined ? 'r.patient_id is null' : `r.patient_id = ${sql.add(reach.patientId)}`];
  if (query.ids !== undefined) conditions.push(`r.id = any(${sql.add(query.ids)}::text[])`);
  if (!byCode && query.codes !== undefined) conditions.push(`r.tokens && ${sql.add(query.codes.map((code) => `code=${code}`))}::text[]`);
  for (const { values, not } of query.tokens) conditions.push(`${not ? 'not ' : ''}r.tokens && ${sql.add(values)}::text[]`);
  for (const values of query.identifiers) conditions.push(`r.identifiers && ${sql.add(values)}::text[]`);
  for (const word of query.contains) conditions.push(`r.fold like ${sql.add(`%${word.replace(/[\\%_]/g, '\\$&')}%`)}`);
  for (const date of query.dates) conditions.push(dateCondition(date, byCode ? 'c' : 'r', sql));
  return conditions;
}

/** FHIR compares ranges: 'ge' holds when any part of the resource's time is not before the asked one. */
function dateCondition({ prefix, start, end }: DateCondition, row: 'c' | 'r', sql: Values): string {
  const from = (): string => `${sql.add(start.toISOString())}::timestamptz`;
  const to = (): string => `${sql.add(end.toISOString())}::timestamptz`;
  const dated = `${row}.date > '-infinity'`;
  switch (prefix) {
    case 'ge': return `${dated} and ${row}.date_end >= ${from()}`;
    case 'gt': return `${dated} and ${row}.date_end > ${to()}`;
    case 'le': return `${dated} and ${row}.date <= ${to()}`;
    case 'lt': return `${dated} and ${row}.date < ${from()}`;
    case 'ne': return `not (${row}.date >= ${from()} and ${row}.date_end <= ${to()})`;
    case 'eq': return `${dated} and ${row}.date >= ${from()} and ${row}.date_end <= ${to()}`;
  }
}

/** Collects the values of a statement and gives each its number. */
class Values {
  readonly #values: unknown[] = [];

  add(value: unknown): string {
    return `$${this.#values.push(value)}`;
  }

  statement(text: string): Statement {
    return { text, values: this.#values };
  }
}
