import type { Source } from '@phr/fhir/source';
import type { Resource } from './resource.ts';
import type { Version } from './version.ts';

/** One write of a transaction. */
export interface Write {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly type: string;
  readonly id?: string;
  readonly resource?: Resource;
  /** Name by which other writes refer to this one. */
  readonly fullUrl?: string;
  readonly ifMatch?: Version;
  /** May be a retry after a lost response: an update that produced the current version is answered as before. */
  readonly mayRepeat?: boolean;
  /** 'identifier=system|value' */
  readonly ifNoneExist?: string;
  /** Source of a new resource created by a service itself; defaults to the writer. */
  readonly source?: Source;
  /** Location in the request for errors: 'Bundle.entry[3].resource'. */
  readonly expression: string;
}

export interface Written {
  readonly outcome: 'created' | 'updated' | 'existing' | 'deleted';
  readonly type: string;
  readonly id: string;
  readonly version: Version;
  readonly lastUpdated: Date;
  readonly patientId: string | undefined;
  /** JSON text; empty for a deleted resource. */
  readonly content: string;
}
