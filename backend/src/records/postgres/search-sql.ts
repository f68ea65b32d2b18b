import type { Caller } from '../../kit/platform.ts';
import { ACTIVE_GRANT_SQL } from '../../access/access.ts';
import { rightsSql } from '../../access/levels.ts';
import type { DateCondition, SearchQuery } from '../../fhir/search-query.ts';

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Visible rows of a search: one person's, or directory entries. */
export interface SearchScope {
  readonly type: string;
  readonly patientId: string | undefined;
}

/** Searching user: the statement itself checks the right. */
export interface Reader {
  readonly userId: string;
  /** For a partner's token: its module's calls. */
  readonly scopeOfModule?: Caller['scopeOfModule'];
  /** Code tokens the search is restricted to, for code-based rights. */
  readonly codes?: readonly string[];
}

/** Result row of a searchset statement. */
export interface SearchsetRow {
  /** False if the reader may not read the type in this record. */
  readonly may_read: boolean;
  /** The record is the reader's own. */
  readonly own: boolean;
  /** Rows found, one more than requested if there is a next page. */
  readonly found: number;
  /** Bundle entries as JSON text; null if none. */
  readonly entries: string | null;
  /** Sort position of the last row, if the page is full. */
  readonly last_sort: string | null;
  readonly last_id: string | null;
}

const STORED = 'r.type, r.id, r.version, r.last_updated, r.deleted, r.content, r.patient_id, r.source';

/** Statement for a page of resources, plus one to detect a next page. */
export function pageStatement(reach: SearchScope, query: SearchQuery): Statement {
  const sql = new Values();
  return sql.statement(pageOf(reach, query, sql, `${STORED}, ${sortText(query)} as sort_text`));
}

/**
 * Statement for a page as ready-to-send text, including the reader's right to a record: a single round trip. Entry URLs
 * start with `urlPrefix`.
 */
export function searchsetStatement(
  reach: SearchScope,
  query: SearchQuery,
  reader: Reader,
  urlPrefix: string,
): Statement {
  const sql = new Values();
  const right =
    reach.patientId === undefined
      ? `select true as may_read, false as own`
      : `select count(*) > 0 as may_read, coalesce(bool_or(source = 'self'), false) as own from held_access where user_id = ${sql.add(reader.userId)} and patient_id = ${sql.add(reach.patientId)} and ${rightsSql('read')} and ${ACTIVE_GRANT_SQL}
      and (types is null or ${sql.add(reach.type)} = any(types)) and ${reader.codes === undefined ? 'codes is null' : `(codes is null or codes <@ ${sql.add(reader.codes)}::text[])`}`;
  const page = pageOf(
    reach,
    query,
    sql,
    `r.id, r.content, ${sortText(query)} as sort_text`,
    reach.patientId === undefined ? undefined : '(select may_read from reader)',
  );
  const last = `filter (where place = ${sql.add(query.count)}::int)`;
  return sql.statement(`
    with reader as materialized (${right})
    select (select may_read from reader) as may_read, (select own from reader) as own, count(*)::int as found,
      string_agg(${sql.add(`{"fullUrl":"${urlPrefix}`)} || id || '","resource":' || content || ',"search":{"mode":"match"}}', ',') filter (where place <= ${sql.add(query.count)}::int) as entries,
      max(sort_text) ${last} as last_sort, max(id) ${last} as last_id
    from (select id, content, sort_text, row_number() over () as place from (${page}) page) placed`);
}

/** Statement that counts all rows of a search. */
export function countStatement(reach: SearchScope, query: SearchQuery): Statement {
  const sql = new Values();
  return sql.statement(
    `select count(*)::int as total from ${tableOf(reach.type)} r where ${conditionsOf(reach, query, sql, 'r').join(' and ')}`,
  );
}

/** Statement for the codes limiting a reader's rights to a type in a record. */
export function codesStatement({ type, patientId }: SearchScope, { userId }: Reader): Statement {
  return {
    text: `select distinct code from held_access, unnest(codes) code where user_id = $1 and patient_id = $2 and ${rightsSql('read')} and ${ACTIVE_GRANT_SQL} and (types is null or $3 = any(types))`,
    values: [userId, patientId, type],
  };
}

interface ExportPage {
  readonly type: string;
  readonly patientId: string;
  readonly userId: string;
  readonly since: Date | undefined;
  /** The last row of the page before. */
  readonly after: { readonly id: string; readonly sort_text: string } | undefined;
  readonly count: number;
}

/** Statement for whether the user keeps the record, and if so a page of it, newest first, in one row. */
export function exportStatement({ type, patientId, userId, since, after, count }: ExportPage): Statement {
  const sql = new Values();
  const patient = sql.add(patientId);
  const kept = `select exists (select from held_access where user_id = ${sql.add(userId)} and patient_id = ${patient} and ${rightsSql('share')} and ${ACTIVE_GRANT_SQL}) as kept`;
  const conditions = [
    '(select kept from reader)',
    `r.type = ${sql.add(type)}`,
    'not r.deleted',
    `r.patient_id = ${patient}`,
    ...(since === undefined ? [] : [`r.last_updated >= ${sql.add(since.toISOString())}::timestamptz`]),
    ...(after === undefined
      ? []
      : [`(r.date, r.id) < (${sql.add(after.sort_text)}::timestamptz, ${sql.add(after.id)})`]),
  ];
  const page = `select r.id, r.content, r.date::text as sort_text from ${tableOf(type)} r where ${conditions.join(' and ')} order by r.date desc, r.id desc limit ${sql.add(count)}`;
  return sql.statement(
    `with reader as materialized (${kept}) select (select kept from reader) as kept, coalesce((select json_agg(page) from (${page}) page), '[]'::json) as rows`,
  );
}

/** A sorted page. `guard` is a row-independent condition that skips the search if false. */
function pageOf(reach: SearchScope, query: SearchQuery, sql: Values, columns: string, guard?: string): string {
  const table = tableOf(reach.type);
  const column = SORT_COLUMN[query.sort.key];
  const direction = query.sort.descending ? 'desc' : 'asc';
  const limit = sql.add(query.count + 1);
  const offset = query.offset === 0 ? '' : ` offset ${sql.add(query.offset)}`;
  const guards = guard === undefined ? [] : [guard];

  if (!usesCodeTable(reach, query)) {
    const conditions = [...guards, ...conditionsOf(reach, query, sql, 'r'), ...afterCursor(query, 'r', sql)];
    const order = column === 'id' ? `r.id ${direction}` : `r.${column} ${direction}, r.id ${direction}`;
    return `select ${columns} from ${table} r where ${conditions.join(' and ')} order by ${order} limit ${limit}${offset}`;
  }
  // index-only newest rows per code, then the newest overall; contents are fetched for those alone
  const others = isByCodeAlone(query)
    ? ''
    : `join ${table} r on r.type = 'Observation' and r.id = c.id and ${[...guards, ...conditionsOf(reach, query, sql, 'c')].join(' and ')}`;
  const dates = [
    ...query.dates.map((date) => dateCondition(date, 'c', sql)),
    ...afterCursor(query, 'c', sql),
    ...guards,
  ];
  const ofOneCode = `select c.date, c.id from fhir_observation_code c ${others}
    where c.patient_id = ${sql.add(reach.patientId)} and c.code = wanted.code ${dates.map((condition) => `and ${condition} `).join('')}
    order by c.date ${direction}, c.id ${direction} limit ${limit}::bigint + ${sql.add(query.offset)}::bigint`;
  return `select ${columns} from (
      select distinct found.date, found.id from unnest(${sql.add([...new Set(query.codes)])}::text[]) as wanted(code) cross join lateral (${ofOneCode}) found
      order by found.date ${direction}, found.id ${direction} limit ${limit}${offset}
    ) newest join ${table} r on r.type = 'Observation' and r.id = newest.id order by newest.date ${direction}, newest.id ${direction}`;
}

const SORT_COLUMN = { date: 'date', lastUpdated: 'last_updated', id: 'id' } as const;

/** Sort value in the cursor; sorting by id uses the id only. */
function sortText(query: SearchQuery): string {
  return query.sort.key === 'id' ? `'id'::text` : `r.${SORT_COLUMN[query.sort.key]}::text`;
}

/** Naming the partition saves planning the others. */
export function tableOf(type: string): string {
  return type === 'Observation' ? 'fhir_observation' : 'fhir_other';
}

function usesCodeTable(reach: SearchScope, query: SearchQuery): boolean {
  return reach.type === 'Observation' && query.codes !== undefined && query.sort.key === 'date';
}

/** True if the code table covers the whole query. */
function isByCodeAlone(query: SearchQuery): boolean {
  return (
    query.ids === undefined &&
    query.tokens.length === 0 &&
    query.identifiers.length === 0 &&
    query.contains.length === 0
  );
}

function afterCursor(query: SearchQuery, row: 'c' | 'r', sql: Values): readonly string[] {
  if (query.cursor === undefined) return [];
  const sign = query.sort.descending ? '<' : '>';
  if (query.sort.key === 'id') return [`${row}.id ${sign} ${sql.add(query.cursor.id)}`];
  return [
    `(${row}.${SORT_COLUMN[query.sort.key]}, ${row}.id) ${sign} (${sql.add(query.cursor.sort)}::timestamptz, ${sql.add(query.cursor.id)})`,
  ];
}

/** Conditions on the resource row; with 'c', codes and dates use the code table. */
function conditionsOf(reach: SearchScope, query: SearchQuery, sql: Values, by: 'c' | 'r'): readonly string[] {
  const conditions = [
    `r.type = ${sql.add(reach.type)}`,
    'not r.deleted',
    reach.patientId === undefined ? 'r.patient_id is null' : `r.patient_id = ${sql.add(reach.patientId)}`,
  ];
  if (query.ids !== undefined) conditions.push(`r.id = any(${sql.add(query.ids)}::text[])`);
  if (by === 'r' && query.codes !== undefined)
    conditions.push(`r.tokens && ${sql.add(query.codes.map((code) => `code=${code}`))}::text[]`);
  for (const { values, not } of query.tokens) {
    const [only = ''] = values;
    // a slot has one schedule, and an index that begins with it
    const isOfSchedule = reach.type === 'Slot' && values.length === 1 && only.startsWith('schedule=');
    conditions.push(
      isOfSchedule
        ? `slot_schedule(r.tokens) = ${sql.add(only)}`
        : `${not ? 'not ' : ''}r.tokens && ${sql.add(values)}::text[]`,
    );
  }
  for (const values of query.identifiers) conditions.push(`r.identifiers && ${sql.add(values)}::text[]`);
  for (const word of query.contains) conditions.push(`r.fold like ${sql.add(`%${word.replace(/[\\%_]/g, '\\$&')}%`)}`);
  if (by === 'r') for (const date of query.dates) conditions.push(dateCondition(date, 'r', sql));
  return conditions;
}

/** FHIR compares ranges: 'ge' matches if any part of the resource's time is not before the given one. */
function dateCondition({ prefix, start, end }: DateCondition, row: 'c' | 'r', sql: Values): string {
  const from = (): string => `${sql.add(start.toISOString())}::timestamptz`;
  const to = (): string => `${sql.add(end.toISOString())}::timestamptz`;
  const dated = `${row}.date > '-infinity'`;
  switch (prefix) {
    case 'ge':
      return `${dated} and ${row}.date_end >= ${from()}`;
    case 'gt':
      return `${dated} and ${row}.date_end > ${to()}`;
    case 'le':
      return `${dated} and ${row}.date <= ${to()}`;
    case 'lt':
      return `${dated} and ${row}.date < ${from()}`;
    case 'ne':
      return `not (${row}.date >= ${from()} and ${row}.date_end <= ${to()})`;
    case 'eq':
      return `${dated} and ${row}.date >= ${from()} and ${row}.date_end <= ${to()}`;
  }
}

/** Collects a statement's parameters and numbers them. */
class Values {
  readonly #values: unknown[] = [];

  add(value: unknown): string {
    return `$${this.#values.push(value)}`;
  }

  statement(text: string): Statement {
    return { text, values: this.#values };
  }
}
