import type { Source } from '@phr/fhir/source';
import type { Sql } from '../kit/platform.ts';
import type { Actor } from '../fhir/actor.ts';
import type { ExportQuery } from '../fhir/export-query.ts';
import type { Resource } from '../fhir/resource.ts';
import type { RawQuery } from '../fhir/search-query.ts';
import type { Reader } from './postgres/search-sql.ts';
import type { Version } from '../fhir/version.ts';
import type { Write, Written } from '../fhir/write-request.ts';

/** A stored resource: `content` is its JSON text including id and meta. */
export interface Stored {
  readonly type: string;
  readonly id: string;
  readonly version: Version;
  readonly last_updated: Date;
  readonly deleted: boolean;
  readonly content: string;
  readonly patient_id: string | null;
  /**
   * The entry's source; null if unknown because it was stored before sources were recorded; absent for earlier
   * versions.
   */
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
  /** Bundle entries as comma-separated JSON text; '' if none. */
  readonly entries: string;
  readonly total: number | undefined;
  readonly next: Readonly<Record<string, string>> | undefined;
}

export interface SearchOptions {
  /** Person whose record is searched; required for record types. */
  readonly patientId?: string;
  /** Minutes east of UTC for dates without zone; 420 by default. */
  readonly zoneMinutes?: number;
  /** Joins a caller's transaction; a separate connection could deadlock. */
  readonly sql?: Sql;
}

interface WriteOptions {
  /** Version that must be the current one; 412 otherwise. */
  readonly ifMatch?: Version;
  /** The update may be a retry. */
  readonly mayRepeat?: boolean;
  /** Joins a transaction of the caller. */
  readonly sql?: Sql;
}

/** The record server without HTTP. Every call takes the caller's rights and throws FhirError. */
export interface Repository {
  /** The current version. 403 if invisible or missing, 410 if deleted. */
  read(actor: Actor, type: string, id: string, sql?: Sql): Promise<Stored>;
  /**
   * Reads and locks a resource until the caller's transaction ends. Undefined if missing. For services with their own
   * checks.
   */
  hold(type: string, id: string, sql: Sql): Promise<Stored | undefined>;
  /**
   * All resources of a type, in any record, with this identifier ('system|value') or canonical URL. For services,
   * before their own checks.
   */
  lookup(type: string, by: 'identifier' | 'url', value: string, sql?: Sql): Promise<readonly Stored[]>;
  vread(actor: Actor, type: string, id: string, version: Version): Promise<Stored>;
  /** All versions, newest first. */
  history(actor: Actor, type: string, id: string): Promise<readonly Stored[]>;
  /** A page of a search. Unknown parameters are rejected. */
  search(actor: Actor, type: string, query: RawQuery, options?: SearchOptions): Promise<Page>;
  /**
   * The same as text, for /fhir users: right, search and entries in one statement. Entry URLs start with `urlPrefix`.
   */
  searchset(
    reader: Reader,
    type: string,
    query: RawQuery,
    urlPrefix: string,
    options?: SearchOptions,
  ): Promise<Searchset>;
  /** Stores a new resource; `ifNoneExist` ('identifier=system|value') returns an existing match. */
  create(
    actor: Actor,
    resource: Resource,
    options?: { ifNoneExist?: string; source?: Source; sql?: Sql },
  ): Promise<Written>;
  /** Stores a new version. Only the system actor may choose the id of a new resource. */
  update(actor: Actor, resource: Resource & { readonly id: string }, options?: WriteOptions): Promise<Written>;
  delete(actor: Actor, type: string, id: string, options?: WriteOptions): Promise<Written>;
  /** All writes or none. Resolves references by urn:uuid (`fullUrl`) or 'resource:n'. */
  transaction(actor: Actor, writes: readonly Write[], sql?: Sql): Promise<readonly Written[]>;
  /**
   * A person's whole record, type by type, for its keepers (write right). Audited as an export beforehand. Rejects with
   * FhirError 403; the iteration rejects if the right ends meanwhile.
   */
  everything(
    actor: Actor,
    patientId: string,
    query: ExportQuery,
  ): Promise<AsyncIterable<Pick<Stored, 'type' | 'id' | 'content'>>>;
  /** The same contents with referenced targets inlined as `reference.resource`. */
  resolve(actor: Actor, items: readonly Stored[], elements: readonly string[]): Promise<readonly string[]>;
}
