import { isObject } from '@phr/fhir/json';
import type { Access, Audit } from '../../kit/platform.ts';
import { can, inScope, mayRead, readable } from '../../access/policy.ts';
import { SYSTEM_ACTOR, type Actor } from '../../fhir/actor.ts';
import { FhirError, forbidden } from '../../fhir/fhir-error.ts';
import type { AuditedSource } from './check.ts';
import { placeCursors, type Place } from './cursor.ts';
import { fits } from './fit.ts';
import { createNote } from './note.ts';
import { upstreamQuery } from './query.ts';
import { createUpstreamReader, knownRule, storedOf } from './reader.ts';
import type { UpstreamServer } from './server.ts';
import type { Units } from './unit.ts';
import { createUpstreamWriter } from './writer.ts';
import { patientsOf } from '../../fhir/index-columns.ts';
import { parseJson } from '../../kit/content/json-text.ts';
import type { Page, Repository, Stored } from '../repository.ts';
import { ruleOf } from '../../fhir/resource-types.ts';
import { parseReference, valuesAt, type Resource } from '../../fhir/resource.ts';
import { readQuery } from '../../fhir/search-query.ts';
import type { Written } from '../../fhir/write-request.ts';
import type { WriteContext } from '../postgres/write-context.ts';

export interface UpstreamDeps {
  readonly server: UpstreamServer;
  /** Transactions of ours that end on the other server. */
  readonly units: Units;
  readonly access: Access;
  readonly audit: Audit;
  /** Holds what other servers do not know: User and Concept. */
  readonly local: Repository;
  /** Signs next-page cursors. */
  readonly cursorKey: string;
  /** Called within a transaction with everything written. */
  readonly onWritten?: WriteContext['onWritten'];
  readonly files?: WriteContext['files'];
  readonly auditedSource: AuditedSource;
}

const LOCAL = new Set(['User', 'Concept']);

/**
 * The repository on another FHIR R4 server. Rights are enforced here: record searches name the person, and every
 * returned resource is checked for person and query.
 */
export function createUpstreamRepository(deps: UpstreamDeps): Repository {
  const { server, units, access, audit, local } = deps;
  const cursors = placeCursors(deps.cursorKey);
  const note = createNote(audit);
  const reader = createUpstreamReader({ server, units });
  const write = createUpstreamWriter({
    server,
    units,
    reader,
    note,
    access,
    local,
    onWritten: deps.onWritten,
    files: deps.files,
    auditedSource: deps.auditedSource,
  });

  const repository: Repository = {
    async read(actor, type, id, sql) {
      if (LOCAL.has(type)) return local.read(actor, type, id, sql);
      const stored = await reader.reachable(actor, type, id, { sql });
      await note(actor, 'read', 'success', `${type}/${id}`, stored.patient_id ?? undefined, sql);
      return stored;
    },

    async hold(type, id, sql) {
      if (LOCAL.has(type)) return local.hold(type, id, sql);
      // serializes our own processes; others are detected by version
      await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 6))', [`${type}/${id}`]);
      try {
        return await reader.reachable(SYSTEM_ACTOR, type, id, { sql });
      } catch (error) {
        if (error instanceof FhirError && (error.statusCode === 404 || error.statusCode === 410)) return undefined;
        throw error;
      }
    },

    async lookup(type, by, value, sql) {
      if (LOCAL.has(type)) return local.lookup(type, by, value, sql);
      return reader.lookup(type, by, value);
    },

    async vread(actor, type, id, version) {
      if (LOCAL.has(type)) return local.vread(actor, type, id, version);
      await reader.reachable(actor, type, id);
      return reader.reachable(actor, type, id, { suffix: `/_history/${version}` });
    },

    async history(actor, type, id) {
      if (LOCAL.has(type)) return local.history(actor, type, id);
      const current = await reader.reachable(actor, type, id);
      // a code-based right does not cover versions with other codes
      return (await reader.versionsOf(type, id)).filter((version) =>
        mayRead(actor, knownRule(type), { ...version, patient_id: current.patient_id }),
      );
    },

    async search(actor, type, raw, options = {}): Promise<Page> {
      if (LOCAL.has(type)) return local.search(actor, type, raw, options);
      const rule = knownRule(type);
      const { patientId } = options;
      const part =
        rule.scope === 'patient' ? readable(actor, patientId, type) : inScope(actor, 'read', type) ? 'all' : undefined;
      if (part === undefined)
        throw forbidden(undefined, { userId: actor.userId, patientId, action: 'read', type: 'rest', entity: type });
      const { _cursor: cursor, ...rest } = raw;
      const query = readQuery(rule, rest, options.zoneMinutes ?? 420);
      // code-based rights query only these codes, so that pages and totals reveal nothing else
      const codes =
        part === 'all' ? '' : `&code=${encodeURIComponent(part.map((token) => token.replace(/^code=/, '')).join(','))}`;
      const start: Place =
        cursor === undefined
          ? { path: `/${type}?${upstreamQuery(type, rest, query, patientId)}${codes}`, skip: query.offset }
          : cursors.read(cursor, type, patientId);
      const stored = (resource: Resource): Stored => ({
        ...storedOf(resource),
        patient_id: rule.scope === 'patient' ? (patientId ?? null) : null,
      });
      // final check: never return another person's resource
      const isIt = (resource: Resource): boolean =>
        (rule.scope !== 'patient' || patientsOf(resource).includes(patientId ?? '')) &&
        fits(resource, query) &&
        mayRead(actor, rule, stored(resource));
      const { rows, total, next } = await reader.rowsFrom(start, type, query.count, isIt, options.sql);
      if (rule.scope === 'patient') await note(actor, 'read', 'success', type, patientId, options.sql);
      return {
        items: rows.map(stored),
        // the last page reveals the total
        total:
          cursor === undefined && next === undefined && query.count > 0 && (query.offset === 0 || rows.length > 0)
            ? query.offset + rows.length
            : total,
        next:
          next === undefined
            ? undefined
            : query.page !== undefined
              ? { page: String(query.page + 1) }
              : { _cursor: cursors.write(next, type, patientId) },
      };
    },

    async searchset(reader, type, raw, urlPrefix, options = {}) {
      if (LOCAL.has(type)) return local.searchset(reader, type, raw, urlPrefix, options);
      const { userId, scopeOfModule } = reader;
      const actor: Actor = {
        kind: 'person',
        userId,
        ...(await access.rightsOf(userId)),
        ...(scopeOfModule === undefined ? {} : { scopeOfModule }),
      };
      const { items, total, next } = await repository.search(actor, type, raw, options);
      const entries = items
        .map(
          ({ id, content }) =>
            `{"fullUrl":${JSON.stringify(urlPrefix + id)},"resource":${content},"search":{"mode":"match"}}`,
        )
        .join(',');
      return { entries, total, next };
    },

    async create(actor, resource, options = {}) {
      return first(
        await repository.transaction(
          actor,
          [
            {
              method: 'POST',
              type: resource.resourceType,
              resource,
              expression: resource.resourceType,
              ...(options.ifNoneExist === undefined ? {} : { ifNoneExist: options.ifNoneExist }),
              ...(options.source === undefined ? {} : { source: options.source }),
            },
          ],
          options.sql,
        ),
      );
    },

    async update(actor, resource, options = {}) {
      return first(
        await repository.transaction(
          actor,
          [
            {
              method: 'PUT',
              type: resource.resourceType,
              id: resource.id,
              resource,
              expression: resource.resourceType,
              ...(options.ifMatch === undefined ? {} : { ifMatch: options.ifMatch }),
            },
          ],
          options.sql,
        ),
      );
    },

    async delete(actor, type, id, options = {}) {
      return first(
        await repository.transaction(
          actor,
          [
            {
              method: 'DELETE',
              type,
              id,
              expression: type,
              ...(options.ifMatch === undefined ? {} : { ifMatch: options.ifMatch }),
            },
          ],
          options.sql,
        ),
      );
    },

    async transaction(actor, writes, sql) {
      if (writes.length > 0 && writes.every(({ type }) => LOCAL.has(type)))
        return local.transaction(actor, writes, sql);
      const strange = writes.find(({ type }) => LOCAL.has(type));
      if (strange !== undefined)
        throw new FhirError(400, {
          code: 'not-supported',
          diagnostics: `${strange.type} is not stored beside other types here`,
          expression: strange.expression,
        });
      return write(actor, writes, sql);
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
      await audit({
        action: 'execute',
        type: 'export',
        outcome: 'success',
        userId: actor.userId,
        entity: 'Patient/$everything',
        patientId,
      });
      const silent: Actor = { ...actor, mainPatient: patientId };
      return (async function* pages() {
        for (const type of types) {
          for (let cursor: string | undefined, more = true; more; ) {
            const page = await repository.search(
              silent,
              type,
              { _count: '200', ...(cursor === undefined ? {} : { _cursor: cursor }) },
              { patientId },
            );
            yield* page.items.filter(({ last_updated }) => since === undefined || last_updated >= since);
            cursor = page.next?.['_cursor'];
            more = cursor !== undefined;
          }
        }
        if (!can((await access.allowedPatients(actor.userId)).get(patientId), 'share')) throw forbidden();
      })();
    },

    async resolve(actor, items, elements) {
      if (elements.length === 0) return items.map(({ content }) => content);
      const known = new Map<string, Promise<Resource | undefined>>();
      return Promise.all(
        items.map(async ({ content }) => {
          const resource = parseJson(content) as Resource;
          for (const reference of elements
            .flatMap((element) => valuesAt(resource, element))
            .filter((value): value is Record<string, unknown> => isObject(value))) {
            const target =
              typeof reference['reference'] === 'string' ? parseReference(reference['reference']) : undefined;
            if (target === undefined || ruleOf(target.type) === undefined) continue;
            const name = `${target.type}/${target.id}`;
            const found =
              known.get(name) ??
              reader.reachable(actor, target.type, target.id).then(
                (stored) => parseJson(stored.content) as Resource,
                () => undefined,
              );
            known.set(name, found);
            const inline = await found;
            if (inline !== undefined) reference['resource'] = inline;
          }
          return JSON.stringify(resource);
        }),
      );
    },
  };

  return repository;
}

function first(written: readonly Written[]): Written {
  const [one] = written;
  if (one === undefined) throw new Error('a write gave no answer');
  return one;
}
