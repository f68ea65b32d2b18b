import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { Pool, QueryResultRow } from 'pg';
import type { Config } from './config.ts';
import type { UsageCounts } from './usage-counts.ts';

/** What a part tells the operator. */
export interface ServerLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Runs SQL: on any connection of the pool, or inside one transaction. */
export interface Sql {
  /** Rows of one statement. Rejects with pg's DatabaseError. */
  query<R extends QueryResultRow = QueryResultRow>(text: string, values?: readonly unknown[]): Promise<R[]>;
  /** Inside a transaction: runs `work` once it is committed, never when it is rolled back. */
  afterCommit?(work: () => void): void;
  /** The same once it is certain that nothing of it is stored; not when it is unknown, because the connection was lost at the commit. */
  afterRollback?(work: () => void): void;
}

export interface Db extends Sql {
  /** The same for a statement of one of a few shapes that is asked often: each connection keeps its plan. */
  prepared<R extends QueryResultRow = QueryResultRow>(text: string, values: readonly unknown[]): Promise<R[]>;
  /** For cursors and streams; prefer `query` and `tx`. */
  readonly pool: Pool;
  /** Runs `work` in one transaction: commit when it resolves, rollback when it rejects. */
  tx<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
}

export type WriteAction = 'create' | 'update' | 'delete';

/** What can be done with a resource, named by the effect. 'share' opens a record, or hands it over whole, to whoever is not in it yet. */
export type Action = 'read' | WriteAction | 'share';

/** Calls that a token of one module may make. */
export interface ModuleScope {
  /** Says whether the module declares a call; `url` is that of the server, with or without a query. */
  permits(method: string, url: string): boolean;
  /**
   * Says whether the module declares a call of the record server that does this with a type, wherever it is done: alone, as an entry of a transaction, through a
   * condition, or by a target put inline. 'POST fhir /Type' declares create, 'PUT fhir /Type/:id' update, 'DELETE fhir /Type/:id' delete, any 'GET fhir …' about
   * the type read. Nothing declares 'share'.
   */
  may(action: Action, type: string): boolean;
}

/** Who makes a call, from a checked access token. */
export interface Caller {
  /** Id of the User resource (claim box_user); without that claim the subject itself. Access rights hang on this id. */
  readonly userId: string;
  /** Subject at the identity service. */
  readonly sub: string;
  readonly scope: readonly string[];
  /** The sign-in session that the token belongs to. */
  readonly sessionId?: string;
  /** Groups to which a release may go before others; absent where the token names none. */
  readonly cohorts?: readonly string[];
  /** Of a token that a partner's page holds: the calls of its one module. `userId` is then the agreement, which has no right of its own (ADR 0043). */
  readonly scopeOfModule?: ModuleScope;
}

export interface Auth {
  /** Checks the bearer token of a request. Throws ServerError 401 UNAUTHORIZED, and 403 ACCESS_DENIED for a call outside a token's module. */
  authenticate(request: FastifyRequest): Promise<Caller>;
  /** The same for a token that did not come in a header, e.g. of a socket; tokens of one module are refused. */
  verify(token: string): Promise<Caller>;
  /** User id behind the bearer token of a request, whatever the token may call: what calls are counted by. Undefined without a token that is good now. */
  holderOf(request: FastifyRequest): Promise<string | undefined>;
}

export type Rights = 'read' | 'write';
export type AccessSource = 'self' | 'family' | 'link' | 'consent' | 'grant';

/** Patients whose whole record a user may see now, each with the widest right. */
export type AllowedPatients = ReadonlyMap<string, Rights>;

/** A part of a record that a consent opens for reading: these types (all when null), and of them what holds one of these codes as search tokens (all when null). */
export interface RecordPart {
  readonly types: readonly string[] | null;
  readonly codes: readonly string[] | null;
}

/** What a user may see now, and whose record is the user's own. */
export interface UserRights {
  readonly patients: AllowedPatients;
  /** Parts of further records, by patient. */
  readonly parts: ReadonlyMap<string, readonly RecordPart[]>;
  readonly mainPatient: string | undefined;
}

export interface AccessGrant {
  readonly userId: string;
  readonly patientId: string;
  readonly source: AccessSource;
  readonly rights: Rights;
  readonly startsAt?: Date;
  readonly endsAt?: Date;
  /** User who gives or takes the right, for the audit trail; the one who holds it unless named. */
  readonly by?: string;
}

export interface Access {
  /** Records that the user may see whole. */
  allowedPatients(userId: string, sql?: Sql): Promise<AllowedPatients>;
  /** All rights at once. */
  rightsOf(userId: string, sql?: Sql): Promise<UserRights>;
  /** The patient whose record is the user's own. */
  mainPatient(userId: string, sql?: Sql): Promise<string | undefined>;
  /** Adds a right; repeating one that is in force changes nothing. Pass `sql` to join a transaction. */
  grant(grant: AccessGrant, sql?: Sql): Promise<void>;
  /** Ends a right at once. */
  revoke(right: Pick<AccessGrant, 'userId' | 'patientId' | 'source' | 'by'>, sql?: Sql): Promise<void>;
}

/** One line of the audit trail: who did what to which thing, never values. Names follow FHIR AuditEvent. */
export interface AuditEntry {
  readonly action: 'create' | 'read' | 'update' | 'delete' | 'execute';
  /** What happened, e.g. 'login', 'login-failed', 'rest', 'export', 'grant', 'revoke'. */
  readonly type: string;
  readonly outcome: 'success' | 'refused' | 'failure';
  readonly userId?: string;
  readonly patientId?: string;
  /** 'Observation/42' or the like. */
  readonly entity?: string;
  readonly requestId?: string;
}

/**
 * Writes a line of the trail. `commit` 'with the next': the line lies on the disk as soon as the caller's next commit does (COMMITS_LATER), for an act that is
 * nothing without that commit.
 */
export type Audit = (entry: AuditEntry, sql?: Sql, commit?: 'now' | 'with the next') => Promise<void>;

/** Origins of partners' pages, from the partners' rows, beside that of the shell. */
export interface PartnerOrigins {
  /** Those that are known now; `read` before brings them up to date. */
  readonly known: ReadonlySet<string>;
  /** Those, and the origins that partners have their people sent back to. */
  readonly sentTo: ReadonlySet<string>;
  /** Reads the rows where the last reading is too old; for an origin that is not known, a new partner's perhaps, sooner. Keeps what it has when that fails. */
  read(origin?: string): Promise<void>;
  /** Whether pages of an origin are the product's own or a partner's. */
  isKnown(origin: string): Promise<boolean>;
}

/** What every service of the process is given. */
export interface Platform {
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  readonly db: Db;
  readonly auth: Auth;
  readonly access: Access;
  readonly audit: Audit;
  /** What limits count on: this process, or all processes together. */
  readonly counts: UsageCounts;
  /** Origins of partners' pages, which may call the APIs and show our frame. */
  readonly partnerOrigins: PartnerOrigins;
}
