import { dateBounds } from '@phr/fhir/dates';
import { normalizeText } from '@phr/fhir/normalize-text';
import { FhirError, invalid } from './fhir-error.ts';
import { FACILITY_ZONE_MINUTES } from '../kit/facility-zone.ts';
import { identifierKey } from './index-columns.ts';
import { relativeReference } from './own-address.ts';
import type { Parameter, TypeRule } from './resource-types.ts';

type SortKey = 'date' | 'lastUpdated' | 'id';

export interface DateCondition {
  readonly prefix: 'eq' | 'ne' | 'gt' | 'lt' | 'ge' | 'le';
  readonly start: Date;
  readonly end: Date;
}

/** Start of the next page: after this row of the sort order. */
export interface Cursor {
  readonly sort: string;
  readonly id: string;
}

/** A parsed and validated search. Conditions are combined with AND, their values with OR. */
export interface SearchQuery {
  readonly ids: readonly string[] | undefined;
  readonly codes: readonly string[] | undefined;
  readonly tokens: readonly { readonly values: readonly string[]; readonly not: boolean }[];
  readonly contains: readonly string[];
  readonly identifiers: readonly (readonly string[])[];
  readonly dates: readonly DateCondition[];
  readonly sort: { readonly key: SortKey; readonly descending: boolean };
  readonly count: number;
  readonly offset: number;
  readonly page: number | undefined;
  readonly cursor: Cursor | undefined;
  readonly total: boolean;
  readonly assoc: readonly string[];
}

export type RawQuery = Readonly<Record<string, string | readonly string[] | undefined>>;

const MAX_COUNT = 1_000;
const DEFAULT_COUNT = 100;
const PREFIXES = new Set(['eq', 'ne', 'gt', 'lt', 'ge', 'le']);

/**
 * Parses a type's search parameters. `zoneMinutes` applies to dates without zone. Unknown parameters are rejected:
 * ignoring a condition would return too much.
 * @throws FhirError 400
 */
export function readQuery(rule: TypeRule, raw: RawQuery, zoneMinutes: number): SearchQuery {
  const query = everything(rule);
  let onlyCount = false;

  for (const [name, value] of pairs(raw)) {
    if (value.includes('\u0000') || value.length > 20_000)
      throw invalid('The value of a search parameter is not valid', name);
    switch (name) {
      case '_id':
        query.ids = splitValues(value);
        break;
      case '_sort':
        query.sort = readSort(value, rule);
        break;
      case '_count':
        query.count = Math.min(readNumber(name, value, 0), MAX_COUNT);
        break;
      case '_total':
        query.total = readTotal(value);
        break;
      case '_summary':
        onlyCount = readSummary(value);
        break;
      case '_cursor':
        query.cursor = readCursor(value);
        break;
      case '_assoc':
        query.assoc = splitValues(value);
        break;
      case 'page':
        query.page = readNumber(name, value, 1);
        break;
      case '_ilike':
        if (rule.fold.length === 0) throw unknownParameter(name);
        query.contains.push(...foldedWords(value));
        break;
      case 'identifier':
        query.identifiers.push(splitValues(value).map(readIdentifier));
        break;
      case '_format':
      case '_pretty':
        break;
      default:
        readParameter(name, value);
    }
  }
  if (onlyCount) Object.assign(query, { count: 0, total: true });
  if (query.page !== undefined) query.offset = (query.page - 1) * query.count;
  return query;

  function readParameter(name: string, value: string): void {
    const [base = name, modifier] = name.split(':');
    const parameter = Object.hasOwn(rule.parameters, base) ? rule.parameters[base] : undefined;
    if (parameter === undefined || (modifier !== undefined && !(modifier === 'not' && parameter.kind === 'token')))
      throw unknownParameter(name);
    if (parameter.kind === 'date') query.dates.push(readDate(name, value, zoneMinutes));
    else if (parameter.kind === 'string') query.contains.push(...foldedWords(value));
    else if (base === 'code' && modifier === undefined && query.codes === undefined)
      query.codes = splitValues(value).map((item) => tokenOf(item, parameter));
    else
      query.tokens.push({
        values: splitValues(value).map((item) => `${base}=${tokenOf(item, parameter)}`),
        not: modifier === 'not',
      });
  }
}

/** A query without a condition, which the parameters narrow. */
function everything(rule: TypeRule) {
  return {
    ids: undefined as readonly string[] | undefined,
    codes: undefined as readonly string[] | undefined,
    tokens: [] as { values: readonly string[]; not: boolean }[],
    contains: [] as string[],
    identifiers: [] as (readonly string[])[],
    dates: [] as DateCondition[],
    sort: defaultSort(rule),
    count: DEFAULT_COUNT,
    offset: 0,
    page: undefined as number | undefined,
    cursor: undefined as Cursor | undefined,
    total: rule.scope === 'directory',
    assoc: [] as readonly string[],
  };
}

/** records sort newest first, term lists by their own order, other directories by last change */
function defaultSort(rule: TypeRule): SearchQuery['sort'] {
  if (rule.sort === 'id') return { key: 'id', descending: false };
  return { key: rule.date.length > 0 && rule.scope === 'patient' ? 'date' : 'lastUpdated', descending: true };
}

/** The opaque `_cursor`. It grants nothing, as every page is authorized separately, so it needs no signature. */
export function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify([cursor.sort, cursor.id])).toString('base64url');
}

function readCursor(value: string): Cursor {
  try {
    const read: unknown = JSON.parse(Buffer.from(value, 'base64url').toString('utf8'));
    if (Array.isArray(read) && read.length === 2) {
      const [sort, id] = read as readonly unknown[];
      if (
        typeof sort === 'string' &&
        typeof id === 'string' &&
        /^(-infinity|\d{4,6}-[\d :.+T-]+|id)$/.test(sort) &&
        !id.includes('\u0000')
      )
        return { sort, id };
    }
  } catch {
    /* refused below */
  }
  throw invalid('The page address is not valid', '_cursor');
}

function readSort(value: string, rule: TypeRule): SearchQuery['sort'] {
  const descending = value.startsWith('-');
  const key = descending ? value.slice(1) : value;
  if (key === '_id') return { key: 'id', descending };
  if (key === '_lastUpdated') return { key: 'lastUpdated', descending };
  if ((key === 'date' || key === 'start') && rule.date.length > 0) return { key: 'date', descending };
  throw invalid(`Sorting by ${value.slice(0, 40)} is not supported`, '_sort');
}

/** an estimate may be exact */
function readTotal(value: string): boolean {
  if (value !== 'accurate' && value !== 'estimate' && value !== 'none')
    throw invalid('_total is accurate, estimate or none', '_total');
  return value !== 'none';
}

/** True if only the count is requested. */
function readSummary(value: string): boolean {
  if (value !== 'count' && value !== 'false') throw unknownParameter(`_summary=${value}`);
  return value === 'count';
}

function readNumber(name: string, value: string, least: number): number {
  const number = /^\d{1,6}$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= least)) throw invalid(`${name} is a whole number from ${least}`, name);
  return number;
}

function readDate(name: string, value: string, zoneMinutes: number): DateCondition {
  const hasPrefix = PREFIXES.has(value.slice(0, 2));
  const prefix = hasPrefix ? (value.slice(0, 2) as DateCondition['prefix']) : 'eq';
  const sent = hasPrefix ? value.slice(2) : value;
  // a plus sign that was not escaped arrives as a space
  const date = sent.includes(' ')
    ? sent
        .trim()
        .replace(/ (\d{2}:\d{2})$/, '+$1')
        .replace(/^(\d{4}-\d{2}-\d{2}) /, '$1T')
    : sent;
  const bounds = dateBounds(date, zoneMinutes);
  if (bounds === undefined) throw invalid(`'${value.slice(0, 40)}' is not a date`, name);
  return { prefix, ...bounds };
}

/** The caller's offset in minutes east of UTC, from X-Timezone-Offset; defaults to the facilities' zone. */
export function readZone(header: string | readonly string[] | undefined): number {
  if (typeof header !== 'string') return FACILITY_ZONE_MINUTES;
  const minutes = /^[+-]?\d{1,3}$/.test(header) ? Number(header) : Number.NaN;
  if (!(Math.abs(minutes) <= 840)) throw invalid('X-Timezone-Offset is minutes east of UTC', 'X-Timezone-Offset');
  return minutes;
}

function tokenOf(item: string, parameter: Parameter): string {
  if (parameter.kind === 'reference')
    return item.includes('/') || item.includes(':') ? relativeReference(item) : `${parameter.target}/${item}`;
  // '|code' means without system, 'system|' any code: neither is indexed, so reject rather than mislead
  if (item.startsWith('|') || item.endsWith('|')) throw invalid('A code is searched as code or system|code');
  return item;
}

function readIdentifier(item: string): string {
  const bar = item.indexOf('|');
  if (bar < 0) throw invalid('An identifier is searched as system|value', 'identifier');
  return identifierKey(bar === 0 ? undefined : item.slice(0, bar), item.slice(bar + 1));
}

/** Words as indexed. */
function foldedWords(value: string): readonly string[] {
  return normalizeText(value)
    .split(' ')
    .filter((word) => word !== '');
}

/** Splits at unescaped commas. */
function splitValues(value: string): readonly string[] {
  return value
    .split(/(?<!\\),/)
    .map((item) => item.replaceAll('\\,', ',').trim())
    .filter((item) => item !== '');
}

function* pairs(raw: RawQuery): Iterable<readonly [string, string]> {
  for (const name in raw) {
    const value = raw[name];
    if (typeof value === 'string') yield [name, value];
    else for (const item of value ?? []) yield [name, item];
  }
}

function unknownParameter(name: string): FhirError {
  return new FhirError(400, {
    code: 'not-supported',
    diagnostics: `The search parameter ${name.slice(0, 64)} is not supported here`,
    expression: name.slice(0, 64),
  });
}
