import { readSource } from '@phr/fhir/source';
import type { Sql } from '../../kit/platform.ts';
import type { Actor } from '../../fhir/actor.ts';
import { mayRead, readable } from '../../access/policy.ts';
import { FhirError, forbidden, gone, notFound } from '../../fhir/fhir-error.ts';
import type { Place } from './cursor.ts';
import { versionOf, type UpstreamPage, type UpstreamServer } from './server.ts';
import type { Units } from './unit.ts';
import { indexColumns, patientsOf } from '../../fhir/index-columns.ts';
import type { Stored } from '../repository.ts';
import { ruleOf, type TypeRule } from '../../fhir/resource-types.ts';
import { textAt, type Resource } from '../../fhir/resource.ts';

interface ReachOptions {
  /** URL suffix, such as '/_history/2'. */
  readonly suffix?: string;
  readonly sql?: Sql | undefined;
}

interface Rows {
  readonly rows: readonly Resource[];
  /** The server's count; undefined if it includes rows we dropped. */
  readonly total: number | undefined;
  readonly next: Place | undefined;
}

/** Reads another FHIR server with our rights, including pending writes of our transaction. */
export interface UpstreamReader {
  /**
   * A visible resource; missing and foreign ones are refused identically. 410 if deleted from a record of the
   * actor's.
   */
  reachable(actor: Actor, type: string, id: string, options?: ReachOptions): Promise<Stored>;
  /** All resources of a type with this identifier ('system|value') or canonical URL, in any record. */
  lookup(type: string, by: 'identifier' | 'url', value: string): Promise<readonly Stored[]>;
  /** All versions, newest first, without a check. */
  versionsOf(type: string, id: string): Promise<readonly Stored[]>;
  /** Matching rows from a position. Loads pages until there are `count`, as servers choose their page size. */
  rowsFrom(start: Place, type: string, count: number, isIt: (resource: Resource) => boolean, sql?: Sql): Promise<Rows>;
}

/** Limit of resources per identifier, and of versions per resource. */
const MOST_ALIKE = 50;
const MOST_VERSIONS = 1_000;
/** Upstream pages per search; the rest comes with the next page. */
const MOST_PAGES = 100;

/** Makes the reading side of the repository on another server. */
export function createUpstreamReader({
  server,
  units,
}: {
  readonly server: UpstreamServer;
  readonly units: Units;
}): UpstreamReader {
  const reader: UpstreamReader = {
    async reachable(actor, type, id, { suffix = '', sql } = {}) {
      const rule = knownRule(type);
      const refusal = (patientId: string | null | undefined): FhirError =>
        forbidden(
          undefined,
          actor.kind === 'system'
            ? undefined
            : {
                userId: actor.userId,
                patientId: patientId ?? undefined,
                action: 'read',
                type: 'rest',
                entity: `${type}/${id}`,
              },
        );
      // a patient's own id suffices, so skip the search
      if (type === 'Patient' && readable(actor, id, type) !== 'all') throw refusal(id);
      const waiting = suffix === '' ? units.of(sql)?.pending.get(`${type}/${id}`) : undefined;
      if (waiting?.write.method === 'DELETE') throw gone();
      const resource =
        waiting?.write.resource ??
        (await server.get(`/${type}/${encodeURIComponent(id)}${suffix}`).catch(async (error: unknown) => {
          // deleted resources still belong to someone, and others must not learn of them
          if (
            !isGoneError(error) ||
            actor.kind === 'system' ||
            rule.scope !== 'patient' ||
            (await ownedBefore(actor, rule, type, id))
          )
            throw error;
          return undefined;
        }));
      if (resource === undefined && (rule.scope === 'directory' || actor.kind === 'system' || type === 'Patient'))
        throw notFound();
      const stored =
        resource === undefined
          ? undefined
          : { ...storedOf(resource), ...(waiting === undefined ? {} : { version: waiting.version }) };
      if (stored === undefined || !mayRead(actor, rule, stored)) throw refusal(stored?.patient_id);
      if (waiting === undefined && suffix === '') units.of(sql)?.seen.set(`${type}/${id}`, stored.version);
      return stored;
    },

    async lookup(type, by, value) {
      // servers compare identifiers without case
      const isIt = (resource: Resource): boolean =>
        by === 'url' ? resource['url'] === value : indexColumns(resource).identifiers.includes(value);
      const start: Place = {
        path: `/${type}?${by}=${encodeURIComponent(value.replaceAll(',', '\\,'))}&_count=${MOST_ALIKE}`,
        skip: 0,
      };
      return (await reader.rowsFrom(start, type, MOST_ALIKE, isIt)).rows.map(storedOf);
    },

    async versionsOf(type, id) {
      return (
        await reader.rowsFrom(
          { path: `/${type}/${encodeURIComponent(id)}/_history?_count=${MOST_VERSIONS}`, skip: 0 },
          type,
          MOST_VERSIONS,
          () => true,
        )
      ).rows.map(storedOf);
    },

    async rowsFrom(start, type, count, isIt, sql) {
      const rows: Resource[] = [];
      let { path, skip } = start;
      let total: number | undefined;
      for (let pageCount = 0; ; pageCount += 1) {
        const page: UpstreamPage = await server.page(path, type);
        const found = waitingIn(sql, page.resources).filter(isIt);
        total =
          found.length === page.resources.length && (pageCount === 0 || total !== undefined) ? page.total : undefined;
        const taken = found.slice(skip, skip + count - rows.length);
        rows.push(...taken);
        const given = skip + taken.length;
        if (given < found.length && count > 0) return { rows, total, next: { path, skip: given } };
        if (page.next === undefined || count === 0) return { rows, total, next: undefined };
        skip = Math.max(0, skip - found.length);
        path = page.next;
        if (rows.length === count || pageCount === MOST_PAGES) return { rows, total, next: { path, skip } };
      }
    },
  };

  /** A search's resources as they will be after the transaction. */
  function waitingIn(sql: Sql | undefined, found: readonly Resource[]): readonly Resource[] {
    const unit = units.of(sql);
    if (unit === undefined) return found;
    return found.flatMap((resource) => {
      const name = `${resource.resourceType}/${resource.id ?? ''}`;
      const waiting = unit.pending.get(name);
      if (waiting === undefined) unit.seen.set(name, versionOf(resource));
      return waiting === undefined ? [resource] : waiting.write.resource === undefined ? [] : [waiting.write.resource];
    });
  }

  /** True if a deleted resource's last version was in a record the actor may read. */
  async function ownedBefore(actor: Actor, rule: TypeRule, type: string, id: string): Promise<boolean> {
    const [last] = await reader.versionsOf(type, id);
    return last !== undefined && mayRead(actor, rule, last);
  }

  return reader;
}

/**
 * A type's rules.
 * @throws FhirError 404 if unsupported
 */
export function knownRule(type: string): TypeRule {
  const rule = ruleOf(type);
  if (rule === undefined) throw notFound();
  return rule;
}

/** A resource of the other server as our own is stored. */
export function storedOf(resource: Resource): Stored {
  return {
    type: resource.resourceType,
    id: resource.id ?? '',
    version: versionOf(resource),
    last_updated: new Date(textAt(resource, 'meta.lastUpdated') ?? 0),
    deleted: false,
    content: JSON.stringify(resource),
    patient_id: ruleOf(resource.resourceType)?.scope === 'patient' ? (patientsOf(resource)[0] ?? null) : null,
    source: readSource(textAt(resource, 'meta.source')) ?? null,
  };
}

/** True for a deletion marker. */
export function isGoneError(error: unknown): boolean {
  return error instanceof FhirError && error.statusCode === 410;
}
