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
  /** It may come again after a lost answer: an update that made the current version is then answered as it was. */
  readonly mayRepeat?: boolean;
  /** 'identifier=system|value' */
  readonly ifNoneExist?: string;
  /** Whom a new resource comes from, where a service makes it by itself; without it the one who writes. */
  readonly source?: Source;
  /** Where it stands in what was sent, for errors: 'Bundle.entry[3].resource'. */
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
