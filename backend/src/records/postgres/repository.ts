import type { Stored, Repository, SearchOptions } from '../repository.ts';
import type { Access, Audit, AuditEntry, Db, Sql } from '../../kit/platform.ts';
import { can, inScope, mayRead, readable } from '../../access/policy.ts';
import { createNoteRefusal } from '../../access/refused-tries.ts';
import type { Actor } from '../../fhir/actor.ts';
import { FhirError, forbidden, gone, invalid, notFound } from '../../fhir/fhir-error.ts';
import { MAX_BYTES } from '../../kit/content/limits.ts';
import { auditedRepository } from '../audited-repository.ts';
import { parseJson } from '../../kit/content/json-text.ts';
import { ruleOf, type TypeRule } from '../../fhir/resource-types.ts';
import { isResource, parseReference, valuesAt, type Resource } from '../../fhir/resource.ts';
import { readQuery, writeCursor, type RawQuery, type SearchQuery } from '../../fhir/search-query.ts';
import {
  codesStatement,
  countStatement,
  exportStatement,
  pageStatement,
  searchsetStatement,
  type SearchScope,
  type Reader,
  type SearchsetRow,
} from './search-sql.ts';
import { ServerError } from '../../kit/server-error.ts';
import type { Write, Written } from '../../fhir/write-request.ts';
import { type WriteContext } from './write-context.ts';
import { isPlain, writeAll } from './write.ts';

/** Dependencies of the repository; a Platform fits. */
export interface RepositoryDeps {
  readonly db: Db;
  readonly access: Access;
  readonly audit: Audit;
  /** Called within the transaction with everything written, so that outbox rows are stored atomically. */
  readonly onWritten?: WriteContext['onWritten'];
  /** True for writes `onWritten` handles; absent means all. */
  readonly concerns?: (write: Write) => boolean;
  readonly events?: WriteContext['events'];
  readonly files?: WriteContext['files'];
}

/**
 * Runs work with at most one writing statement as a prepared statement: two round trips fewer than with begin and
 * commit.
 */
async function alone<T>(db: Db, work: (sql: Sql) => Promise<T>): Promise<T> {
  const follow: (() => void)[] = [];
  const undo: (() => void)[] = [];
  const sql: Sql = {
    query: (text, values = []) => db.prepared(text, values),
    afterCommit: (next) => {
      follow.push(next);
    },
    afterRollback: (next) => {
      undo.push(next);
    },
  };
  const result = await work(sql).catch((error: unknown) => {
    // if the connection was lost during the statement, it may have been stored
    if (!(error instanceof ServerError && error.code === 'UNAVAILABLE')) for (const next of undo) next();
    throw error;
  });
  for (const next of follow) next();
  return result;
}

interface ExportRow {
  readonly id: string;
  readonly content: string;
  readonly sort_text: string;
}
const EXPORT_PAGE = 500;

const COLUMNS = 'type, id, version, last_updated, deleted, content, patient_id, source';

/** Creates the repository used by the FHIR routes and all services. */
export function createRepository(deps: RepositoryDeps): Repository {
  const { db, audit } = deps;

  const find = async (type: string, id: string, sql: Sql = db): Promise<Stored | undefined> =>
    (
      await sql.query<Stored & Record<string, unknown>>(
        `select ${COLUMNS} from fhir_resource where type = $1 and id = $2`,
        [type, id],
      )
    )[0];

  const note = (entry: AuditEntry, sql?: Sql): Promise<void> => audit(entry, sql);

  /** Reading one's own record is not audited; another person's is. */
  const noteRead = async (
    actor: Actor,
    type: string,
    id: string | undefined,
    patientId: string | null | undefined,
    sql?: Sql,
  ): Promise<void> => {
    if (actor.kind === 'system' || patientId === null || patientId === undefined || patientId === actor.mainPatient)
      return;
    await noteOther(actor.userId, id === undefined ? type : `${type}/${id}`, patientId, sql);
  };

  const noteOther = (userId: string, entity: string, patientId: string | undefined, sql?: Sql): Promise<void> =>
    note(
      {
        action: 'read',
        type: 'rest',
        outcome: 'success',
        userId,
        entity,
        ...(patientId === undefined ? {} : { patientId }),
      },
      sql,
    );

  /** Total of a search; no query if everything fits on the first page. */
  const totalOf = async (
    reach: SearchScope,
    query: SearchQuery,
    found: number,
    sql: Sql = db,
  ): Promise<number | undefined> => {
    if (query.cursor === undefined && query.offset === 0 && found <= query.count && query.count > 0) return found;
    if (!query.total && query.count > 0) return undefined;
    const { text, values } = countStatement(reach, query);
    return (await sql.query<{ total: number }>(text, values))[0]?.total;
  };

  const reachable = async (actor: Actor, type: string, id: string, sql?: Sql): Promise<Stored> => {
    const rule = knownRule(type);
    const stored = await find(type, id, sql);
    if (stored === undefined) {
      if (rule.scope === 'directory' || actor.kind === 'system') throw notFound();
      // missing entries in the person's own record are reported as missing, everything else identically
      if (type === 'Patient' && actor.patients.has(id)) throw notFound();
      if (rule.scope === 'user' && id === actor.userId) throw notFound();
    }
    if (stored === undefined || !mayRead(actor, rule, stored)) {
      throw forbidden(
        undefined,
        actor.kind === 'system'
          ? undefined
          : {
              userId: actor.userId,
              patientId: stored?.patient_id ?? (type === 'Patient' ? id : undefined),
              action: 'read',
              type: 'rest',
              entity: `${type}/${id}`,
            },
      );
    }
    return stored;
  };

  const repository: Repository = {
    async read(actor, type, id, sql) {
      const stored = await reachable(actor, type, id, sql);
      if (stored.deleted) throw gone();
      await noteRead(actor, type, id, stored.patient_id, sql);
      return stored;
    },

    async hold(type, id, sql) {
      const [row] = await sql.query<Stored & Record<string, unknown>>(
        `select ${COLUMNS} from fhir_resource where type = $1 and id = $2 and not deleted for update`,
        [type, id],
      );
      return row;
    },

    lookup(type, by, value, sql = db) {
      const condition = by === 'identifier' ? 'identifiers && array[$2::text]' : `content::jsonb ->> 'url' = $2::text`;
      return sql.query<Stored & Record<string, unknown>>(
        `select ${COLUMNS} from fhir_resource where type = $1 and ${condition} and not deleted order by last_updated desc limit 50`,
        [type, value],
      );
    },

    async vread(actor, type, id, version) {
      const current = await reachable(actor, type, id);
      // ours are counted
      if (typeof version !== 'number') throw notFound();
      const [row] = await db.query<Stored & Record<string, unknown>>(
        'select type, id, version, last_updated, deleted, content, $4::text as patient_id from fhir_history where type = $1 and id = $2 and version = $3',
        [type, id, version, current.patient_id],
      );
      if (row === undefined) throw notFound();
      if (row.deleted) throw gone();
      if (!mayRead(actor, knownRule(type), row)) throw forbidden();
      return row;
    },

    async history(actor, type, id) {
      const current = await reachable(actor, type, id);
      const versions = await db.query<Stored & Record<string, unknown>>(
        `select type, id, version, last_updated, deleted, content, $3::text as patient_id from fhir_history
          where type = $1 and id = $2 order by version desc limit 1000`,
        [type, id, current.patient_id],
      );
      // a code-based right does not cover versions with other codes
      return versions.filter((version) => mayRead(actor, knownRule(type), version));
    },

    async search(actor, type, raw, options = {}) {
      const { rule, query: wanted, reach } = compiledQuery(type, raw, options);
      const part =
        rule.scope === 'patient'
          ? readable(actor, reach.patientId, type)
          : inScope(actor, 'read', type)
            ? 'all'
            : undefined;
      if (part === undefined)
        throw forbidden(undefined, {
          userId: actor.userId,
          patientId: reach.patientId,
          action: 'read',
          type: 'rest',
          entity: type,
        });
      const query = part === 'all' ? wanted : narrowed(wanted, part);
      const { text, values } = pageStatement(reach, query);
      const { sql = db } = options;
      const rows = query.count === 0 ? [] : await sql.query<Stored & { sort_text: string }>(text, values);
      const items = rows.slice(0, query.count);
      const last = items.at(-1);
      const more = rows.length > query.count && last !== undefined;
      const total = await totalOf(reach, query, rows.length, sql);
      if (rule.scope === 'patient') await noteRead(actor, type, undefined, reach.patientId, sql);
      return { items, total, next: more ? nextOf(query, last.sort_text, last.id) : undefined };
    },

    async searchset(reader, type, raw, urlPrefix, options = {}) {
      const { rule, query: wanted, reach } = compiledQuery(type, raw, options);
      if (!inScope({ kind: 'person', ...reader }, 'read', type)) throw forbidden();
      const ask = async (query: SearchQuery, by: Reader): Promise<SearchsetRow | undefined> => {
        const { text, values } = searchsetStatement(reach, query, by, urlPrefix);
        const [row] = await db.prepared<SearchsetRow & Record<string, unknown>>(text, values);
        return row?.may_read === true ? row : undefined;
      };
      let query = wanted;
      let row = await ask(query, reader);
      if (row === undefined && rule.parameters['code'] !== undefined) {
        // no right to all of the type, but maybe to some codes of it
        const { text, values } = codesStatement(reach, reader);
        const codes = (await db.query<{ code: string }>(text, values)).map(({ code }) => code);
        query = narrowed(wanted, codes);
        row = codes.length === 0 ? undefined : await ask(query, { ...reader, codes });
      }
      if (row === undefined)
        throw forbidden(undefined, {
          userId: reader.userId,
          patientId: reach.patientId,
          action: 'read',
          type: 'rest',
          entity: type,
        });
      const total = await totalOf(reach, query, row.found);
      if (rule.scope === 'patient' && !row.own) await noteOther(reader.userId, type, reach.patientId);
      const more = row.found > query.count && row.last_sort !== null && row.last_id !== null;
      return {
        entries: row.entries ?? '',
        total,
        next: more ? nextOf(query, row.last_sort ?? '', row.last_id ?? '') : undefined,
      };
    },

    async create(actor, resource, options = {}) {
      const write: Write = {
        method: 'POST',
        type: resource.resourceType,
        resource,
        expression: resource.resourceType,
        ...(options.ifNoneExist === undefined ? {} : { ifNoneExist: options.ifNoneExist }),
        ...(options.source === undefined ? {} : { source: options.source }),
      };
      return single(await repository.transaction(actor, [write], options.sql));
    },

    async update(actor, resource, options = {}) {
      const write: Write = {
        method: 'PUT',
        type: resource.resourceType,
        id: resource.id,
        resource,
        expression: resource.resourceType,
        mayRepeat: options.mayRepeat === true,
        ...(options.ifMatch === undefined ? {} : { ifMatch: options.ifMatch }),
      };
      return single(await repository.transaction(actor, [write], options.sql));
    },

    async delete(actor, type, id, options = {}) {
      const write: Write = {
        method: 'DELETE',
        type,
        id,
        expression: type,
        ...(options.ifMatch === undefined ? {} : { ifMatch: options.ifMatch }),
      };
      return single(await repository.transaction(actor, [write], options.sql));
    },

    transaction(actor, writes, sql) {
      const { access, onWritten, events, files, concerns = () => onWritten !== undefined } = deps;
      const inside = (tx: Sql, follow = onWritten): Promise<readonly Written[]> =>
        writeAll({ access, sql: tx, onWritten: follow, events, files }, actor, writes);
      if (sql !== undefined) return inside(sql);
      // one statement is a transaction by itself
      return writes.every((write) => isPlain(write) && !concerns(write))
        ? alone(db, (only) => inside(only, undefined))
        : db.tx(inside);
    },

    async everything(actor, patientId, { types, since }) {
      if (!can(actor, 'share', { type: 'Patient', patientId })) {
        throw forbidden(undefined, {
          userId: actor.userId,
          patientId,
          action: 'execute',
          type: 'export',
          entity: 'Patient/$everything',
        });
      }
      await note({
        action: 'execute',
        type: 'export',
        outcome: 'success',
        userId: actor.userId,
        entity: 'Patient/$everything',
        patientId,
      });
      return (async function* pages() {
        for (const type of types) {
          for (let after: ExportRow | undefined, full = true; full; ) {
            const { text, values } = exportStatement({
              type,
              patientId,
              userId: actor.userId,
              since,
              after,
              count: EXPORT_PAGE,
            });
            // no connection is held between pages, so slow readers block nobody
            const [row] = await db.query<{ kept: boolean; rows: ExportRow[] }>(text, values);
            if (row?.kept !== true) throw forbidden();
            for (const { id, content } of row.rows) yield { type, id, content };
            after = row.rows.at(-1);
            full = row.rows.length === EXPORT_PAGE;
          }
        }
      })();
    },

    async resolve(actor, items, elements) {
      if (elements.length === 0) return items.map(({ content }) => content);
      const resources = items.map(({ content }) => parseJson(content) as Resource);
      const targets = new Map<string, { type: string; id: string }>();
      const eachReference = (visit: (reference: Record<string, unknown>, owner: Resource) => void): void => {
        for (const resource of resources) {
          for (const element of elements) {
            const value = resource[element];
            for (const reference of Array.isArray(value) ? (value as readonly unknown[]) : [value]) {
              if (typeof reference === 'object' && reference !== null && 'reference' in reference)
                visit(reference as Record<string, unknown>, resource);
            }
          }
        }
      };
      eachReference((reference) => {
        const target = typeof reference['reference'] === 'string' ? parseReference(reference['reference']) : undefined;
        if (target !== undefined) targets.set(`${target.type}/${target.id}`, target);
      });
      const list = [...targets.values()];
      const rows =
        list.length === 0
          ? []
          : await db.query<Stored & Record<string, unknown>>(
              `select ${COLUMNS} from fhir_resource where (type, id) in (select * from unnest($1::text[], $2::text[])) and not deleted`,
              [list.map(({ type }) => type), list.map(({ id }) => id)],
            );
      const found = new Map(
        rows
          .filter((row) => mayRead(actor, knownRule(row.type), row))
          .map((row) => [`${row.type}/${row.id}`, row.content]),
      );
      const containedIn = new Map(resources.map((resource) => [resource, containedOf(resource)]));
      let added = 0;
      const put = (reference: Record<string, unknown>, target: Resource, length: number): void => {
        added += length;
        // a target may be referenced often, and is sent in full each time
        if (added > MAX_BYTES) throw tooLargeInline();
        reference['resource'] = target;
      };
      eachReference((reference, owner) => {
        const name = reference['reference'];
        if (typeof name !== 'string') return;
        const target = parseReference(name);
        const content = target === undefined ? undefined : found.get(`${target.type}/${target.id}`);
        const contained = containedIn.get(owner)?.get(name);
        if (content !== undefined) put(reference, parseJson(content) as Resource, content.length);
        else if (contained !== undefined) put(reference, contained.resource, contained.length);
      });
      return resources.map((resource) => JSON.stringify(resource));
    },
  };
  return auditedRepository(repository, createNoteRefusal(db));
}

/**
 * Compiles a search and its record.
 * @throws FhirError for a missing record and unknown parameters
 */
function compiledQuery(
  type: string,
  raw: RawQuery,
  { patientId, zoneMinutes = 420 }: SearchOptions,
): { readonly rule: TypeRule; readonly query: SearchQuery; readonly reach: SearchScope } {
  const rule = knownRule(type);
  // without a person this would search everybody's records
  if (rule.scope === 'user' || (rule.scope === 'patient' && patientId === undefined)) throw forbidden();
  const query = readQuery(rule, raw, zoneMinutes);
  if (query.page !== undefined && query.cursor !== undefined)
    throw invalid('page and _cursor cannot be used together', 'page');
  return { rule, query, reach: { type, patientId: rule.scope === 'patient' ? patientId : undefined } };
}

/** The same search among what holds one of these tokens. */
function narrowed(query: SearchQuery, tokens: readonly string[]): SearchQuery {
  return { ...query, tokens: [...query.tokens, { values: tokens, not: false }] };
}

function nextOf(query: SearchQuery, sort: string, id: string): Readonly<Record<string, string>> {
  return query.page === undefined ? { _cursor: writeCursor({ sort, id }) } : { page: String(query.page + 1) };
}

/**
 * A type's rules.
 * @throws FhirError 404 if unsupported
 */
function knownRule(type: string): TypeRule {
  const rule = ruleOf(type);
  if (rule === undefined) throw notFound();
  return rule;
}

function single(written: readonly Written[]): Written {
  const [first] = written;
  if (first === undefined) throw new Error('a write gave no answer');
  return first;
}

/** Contained resources by reference text, with their JSON length. */
function containedOf(
  resource: Resource,
): ReadonlyMap<string, { readonly resource: Resource; readonly length: number }> {
  const found = new Map<string, { readonly resource: Resource; readonly length: number }>();
  for (const inner of valuesAt(resource, 'contained')) {
    const name = isResource(inner) ? `#${inner.id ?? ''}` : '';
    if (isResource(inner) && !found.has(name))
      found.set(name, { resource: inner, length: JSON.stringify(inner).length });
  }
  return found;
}

function tooLargeInline(): FhirError {
  return new FhirError(413, {
    code: 'too-costly',
    diagnostics: 'The answer with all targets inline would be too large: ask for fewer entries, or without _assoc',
    expression: '_assoc',
  });
}
