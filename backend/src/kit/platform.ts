import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { Pool, QueryResultRow } from 'pg';
import type { Config } from './config.ts';
import type { UsageCounts } from './usage-counts.ts';

/** Messages to the operator. */
export interface ServerLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Runs SQL, on any pool connection or inside a transaction. */
export interface Sql {
  /** Rows of one statement. Rejects with pg's DatabaseError. */
  query<R extends QueryResultRow = QueryResultRow>(text: string, values?: readonly unknown[]): Promise<R[]>;
  /** In a transaction: runs `work` after commit, never after rollback. */
  afterCommit?(work: () => void): void;
  /** The same once it is certain that nothing was stored; not if unknown, because the connection was lost at commit. */
  afterRollback?(work: () => void): void;
}

export interface Db extends Sql {
  /** The same for frequent statements of few shapes: uses prepared statements. */
  prepared<R extends QueryResultRow = QueryResultRow>(text: string, values: readonly unknown[]): Promise<R[]>;
  /** For cursors and streams; prefer `query` and `tx`. */
  readonly pool: Pool;
  /** Runs `work` in a transaction: commits when it resolves, rolls back when it rejects. */
  tx<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
}

export type WriteAction = 'create' | 'update' | 'delete';

/** Actions on a resource, by effect. 'share' gives others access to a record or all of its content. */
export type Action = 'read' | WriteAction | 'share';

/** Calls allowed to a module token. */
export interface ModuleScope {
  /** Whether the module declares a call; `url` is the server's, with or without query. */
  permits(method: string, url: string): boolean;
  /**
   * Whether the module declares this action on a type, in whatever form it occurs: single, transaction entry,
   * condition, or inlined target. 'POST fhir /Type' means create, 'PUT fhir /Type/:id' update, 'DELETE fhir /Type/:id'
   * delete, any 'GET fhir …' about the type read. Nothing declares 'share'.
   */
  may(action: Action, type: string): boolean;
}

/** Who makes a call, from a checked access token. */
export interface Caller {
  /** Id of the User resource (claim box_user), else the subject. Rights refer to this id. */
  readonly userId: string;
  /** Subject at the identity service. */
  readonly sub: string;
  readonly scope: readonly string[];
  /** The sign-in session that the token belongs to. */
  readonly sessionId?: string;
  /** Groups to which a release may go before others; absent where the token names none. */
  readonly cohorts?: readonly string[];
  /**
   * For a token held by a partner's page: the calls of its only module. `userId` is then the agreement, which has no
   * rights of its own (ADR 0043).
   */
  readonly scopeOfModule?: ModuleScope;
}

export interface Auth {
  /**
   * Verifies a request's bearer token.
   * @throws ServerError 401 UNAUTHORIZED, or 403 ACCESS_DENIED outside a token's module
   */
  authenticate(request: FastifyRequest): Promise<Caller>;
  /** The same for a token not in a header, e.g. a socket's; module tokens are rejected. */
  verify(token: string): Promise<Caller>;
  /** User id of a valid bearer token, whatever it may call; used for limits. Undefined otherwise. */
  holderOf(request: FastifyRequest): Promise<string | undefined>;
}

export type Rights = 'read' | 'write';
export type AccessSource = 'self' | 'family' | 'link' | 'consent' | 'grant';

/** Patients whose whole record a user can see now, each with the highest right. */
export type AllowedPatients = ReadonlyMap<string, Rights>;

/**
 * Part of a record opened by a consent for reading: these types (null: all), and of them resources with one of these
 * code tokens (null: all).
 */
export interface RecordPart {
  readonly types: readonly string[] | null;
  readonly codes: readonly string[] | null;
}

/** A user's current access, and own record. */
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
  /** User who changes the right, for the audit trail; defaults to its holder. */
  readonly by?: string;
}

export interface Access {
  /** Records the user may see whole. */
  allowedPatients(userId: string, sql?: Sql): Promise<AllowedPatients>;
  /** All rights at once. */
  rightsOf(userId: string, sql?: Sql): Promise<UserRights>;
  /** The user's own patient. */
  mainPatient(userId: string, sql?: Sql): Promise<string | undefined>;
  /** Adds a right; no-op if already in force. Pass `sql` to join a transaction. */
  grant(grant: AccessGrant, sql?: Sql): Promise<void>;
  /** Ends a right at once. */
  revoke(right: Pick<AccessGrant, 'userId' | 'patientId' | 'source' | 'by'>, sql?: Sql): Promise<void>;
}

/** An audit entry: who did what to which resource, never values. Names follow FHIR AuditEvent. */
export interface AuditEntry {
  readonly action: 'create' | 'read' | 'update' | 'delete' | 'execute';
  /** Kind of event, e.g. 'login', 'login-failed', 'rest', 'export', 'grant', 'revoke'. */
  readonly type: string;
  readonly outcome: 'success' | 'refused' | 'failure';
  readonly userId?: string;
  readonly patientId?: string;
  /** 'Observation/42' or the like. */
  readonly entity?: string;
  readonly requestId?: string;
}

/**
 * Writes an audit entry. `commit` 'with the next': becomes durable with the caller's next commit (COMMITS_LATER), for
 * acts that are void without it.
 */
export type Audit = (entry: AuditEntry, sql?: Sql, commit?: 'now' | 'with the next') => Promise<void>;

/** Origins of partner pages and of the shell. */
export interface PartnerOrigins {
  /** Currently known ones; call `read` first to refresh. */
  readonly known: ReadonlySet<string>;
  /** Those, plus partners' return origins. */
  readonly sentTo: ReadonlySet<string>;
  /** Reloads if stale, or sooner for an unknown origin. Keeps the old list on failure. */
  read(origin?: string): Promise<void>;
  /** Whether an origin is the product's own or a partner's. */
  isKnown(origin: string): Promise<boolean>;
}

/** Dependencies of every service. */
export interface Platform {
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  readonly db: Db;
  readonly auth: Auth;
  readonly access: Access;
  readonly audit: Audit;
  /** Counters of limits: this process's, or shared by all. */
  readonly counts: UsageCounts;
  /** Partner origins, which may call the APIs and embed our frame. */
  readonly partnerOrigins: PartnerOrigins;
}
