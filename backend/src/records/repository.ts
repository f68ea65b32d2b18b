import type { Source } from '@phr/fhir/source';
import type { Sql } from '../kit/platform.ts';
import type { Actor } from '../fhir/actor.ts';
import type { ExportQuery } from '../fhir/export-query.ts';
import type { Resource } from '../fhir/resource.ts';
import type { RawQuery } from '../fhir/search-query.ts';
import type { Reader } from './postgres/search-sql.ts';
import type { Version } from '../fhir/version.ts';
import type { Write, Written } from '../fhir/write-request.ts';

/** A resource as it is stored: `content` is its JSON text, id and meta included. */
export interface Stored {
  readonly type: string;
  readonly id: string;
  readonly version: Version;
  readonly last_updated: Date;
  readonly deleted: boolean;
  readonly content: string;
  readonly patient_id: string | null;
  /** Whom it comes from; null for what was stored before the server kept it and nothing tells of, absent for earlier versions. */
  readonly source?: Source | null;
}

export interface Page {
  readonly items: readonly Stored[];
  readonly total: number | undefined;
  /** Query parameters that lead to the next page. */
  readonly next: Readonly<Record<string, string>> | undefined;
}

/** A page as it is sent. */
export interface Searchset {
  /** Bundle entries as JSON text, joined by commas; '' when there is none. */
  readonly entries: string;
  readonly total: number | undefined;
  readonly next: Readonly<Record<string, string>> | undefined;
}

export interface SearchOptions {
  /** The person whose record is searched; required for types of the record. */
  readonly patientId?: string;
  /** Minutes east of UTC for dates without zone; 420 by default. */
  readonly zoneMinutes?: number;
  /** Joins a transaction of the caller. A search beside it would need a second connection, and many of those wait for each other. */
  readonly sql?: Sql;
}

interface WriteOptions {
  /** Version that must be the current one; 412 otherwise. */
  readonly ifMatch?: Version;
  /** An update that may come again after a lost answer. */
  readonly mayRepeat?: boolean;
  /** Joins a transaction of the caller. */
  readonly sql?: Sql;
}

/** The record server without HTTP. Every call takes the rights of the one who calls and throws FhirError. */
export interface Repository {
  /** The current version. 403 for what the actor may not see or does not exist, 410 when deleted. */
  read(actor: Actor, type: string, id: string, sql?: Sql): Promise<Stored>;
  /** Reads a resource and holds it until the caller's transaction ends: whoever else holds it waits. Undefined when there is none. For services, after a check of their own. */
  hold(type: string, id: string, sql: Sql): Promise<Stored | undefined>;
  /** All resources of a type, whosever, that have this identifier ('system|value') or canonical address. For services, before a check of their own. */
  lookup(type: string, by: 'identifier' | 'url', value: string, sql?: Sql): Promise<readonly Stored[]>;
  vread(actor: Actor, type: string, id: string, version: Version): Promise<Stored>;
  /** All versions, newest first. */
  history(actor: Actor, type: string, id: string): Promise<readonly Stored[]>;
  /** One page of a search. Parameters are those of the specification; unknown ones are refused. */
  search(actor: Actor, type: string, query: RawQuery, options?: SearchOptions): Promise<Page>;
  /**
   * The same page as text, for a user of /fhir: right, search and entries are one statement. `urlPrefix` begins every entry's address.
   */
  searchset(
    reader: Reader,
    type: string,
    query: RawQuery,
    urlPrefix: string,
    options?: SearchOptions,
  ): Promise<Searchset>;
  /** Stores a new resource; `ifNoneExist` ('identifier=system|value') answers the one that is already there. */
  create(
    actor: Actor,
    resource: Resource,
    options?: { ifNoneExist?: string; source?: Source; sql?: Sql },
  ): Promise<Written>;
  /** Stores a new version. Only the system actor may give the id of a resource that is not there yet. */
  update(actor: Actor, resource: Resource & { readonly id: string }, options?: WriteOptions): Promise<Written>;
  delete(actor: Actor, type: string, id: string, options?: WriteOptions): Promise<Written>;
  /** All writes or none. References among them by urn:uuid (`fullUrl`) or 'resource:n' are resolved. */
  transaction(actor: Actor, writes: readonly Write[], sql?: Sql): Promise<readonly Written[]>;
  /**
   * All of a person's record, type by type, for those who keep it (right to write). Written to the audit trail as an export before anything is given.
   * Rejects with FhirError 403; the list itself rejects when the right ends on the way.
   */
  everything(
    actor: Actor,
    patientId: string,
    query: ExportQuery,
  ): Promise<AsyncIterable<Pick<Stored, 'type' | 'id' | 'content'>>>;
  /** The same contents with the targets of the named references put inline as `reference.resource`. */
  resolve(actor: Actor, items: readonly Stored[], elements: readonly string[]): Promise<readonly string[]>;
}
