import { codesOf, VITAL_KEYS } from '@phr/clinical/codings';
import type { Actor } from '../../fhir/actor.ts';
import type { Written } from '../../fhir/write-request.ts';
import type { EventRows } from '../../records/postgres/write-context.ts';
import type { Db, Sql } from '../../kit/platform.ts';

/** Events that must reach the sockets of a patient even when a socket or a server is down for a while. */
export type KeptEvent = 'vital-sign' | 'toast' | 'session' | 'hub:status' | 'inbox';

export interface OutboxEvent {
  /** Whose sockets are told: those of a patient, or for 'inbox' those of a user (`addressOf`). */
  readonly patientId: string;
  readonly event: KeptEvent;
  readonly body: unknown;
}

export interface Toast {
  readonly message: string;
  readonly code: string;
  readonly type: 'info' | 'success' | 'warning' | 'error';
}

export interface Outbox {
  /** Stores events with the caller's transaction: they go out if and only if it commits. */
  add(sql: Sql, events: readonly OutboxEvent[]): Promise<void>;
  /** Stores one event for each vital sign that a person or service wrote; for the repository. */
  onWritten(sql: Sql, actor: Actor, written: readonly Written[]): Promise<void>;
  /** The same as a part of the repository's own statement. */
  readonly events: EventRows;
  /** Calls `listener` after commits of this process, so that they need not wait for a message from the database. */
  onCommit(listener: () => void): void;
}

/** Addressee of an event that is for one user, whatever record is on screen. No patient has such an id. */
export const addressOf = (userId: string): string => `User/${userId}`;

/** Name of the database's channel on which processes wake each other. */
export const CHANNEL = 'outbox';
/** NOTIFY takes a lock that all committing transactions share, so it is sent apart from them and at most this often. */
const NOTIFY_EVERY_MS = 20;

const VITAL_CODES: ReadonlySet<string> = new Set(VITAL_KEYS.flatMap(codesOf));

/** `bodies`: events keep the resource itself, for records whose versions are not in our database. */
export function createOutbox(db: Db, { bodies = false }: { readonly bodies?: boolean } = {}): Outbox {
  const listeners: (() => void)[] = [];
  let notifying: NodeJS.Timeout | undefined;

  const wake = (): void => {
    for (const listener of listeners) listener();
    // a lost message only costs the others one period of their polling
    notifying ??= setTimeout(() => {
      notifying = undefined;
      db.query(`select pg_notify($1, '')`, [CHANNEL]).catch(() => undefined);
    }, NOTIFY_EVERY_MS).unref();
  };

  const add: Outbox['add'] = async (sql, events) => {
    if (events.length === 0) return;
    await sql.query(
      'insert into outbox (patient_id, event, body) select * from unnest($1::text[], $2::text[], $3::text[])',
      [
        events.map(({ patientId }) => patientId),
        events.map(({ event }) => event),
        events.map(({ body }) => JSON.stringify(body)),
      ],
    );
    sql.afterCommit?.(wake);
  };

  return {
    add,

    async onWritten(sql, actor, written) {
      const news = vitalSigns(actor, written);
      if (news.length === 0) return;
      if (bodies)
        return add(
          sql,
          news.map(({ patientId = '', content }) => ({
            patientId,
            event: 'vital-sign',
            body: JSON.parse(content) as unknown,
          })),
        );
      await sql.query(
        `insert into outbox (patient_id, event, resource_type, resource_id, resource_version)
         select patient_id, 'vital-sign', type, id, version from unnest($1::text[], $2::text[], $3::text[], $4::int[]) as n(patient_id, type, id, version)`,
        [
          news.map(({ patientId }) => patientId),
          news.map(({ type }) => type),
          news.map(({ id }) => id),
          news.map(({ version }) => version),
        ],
      );
      sql.afterCommit?.(wake);
    },

    events: {
      insert: (parameter) => `insert into outbox (patient_id, event, resource_type, resource_id, resource_version)
        select patient_id, 'vital-sign', type, id, version from json_to_recordset(${parameter}::json) as (patient_id text, type text, id text, version int)`,
      of: (actor, written) =>
        vitalSigns(actor, written).map(({ patientId, type, id, version }) => ({
          patient_id: patientId,
          type,
          id,
          version,
        })),
      committed: wake,
    },

    onCommit(listener) {
      listeners.push(listener);
    },
  };
}

/** What sockets are told of. Seeds and an operator's imports would flood the screens with years of readings. */
function vitalSigns(actor: Actor, written: readonly Written[]): readonly Written[] {
  if (actor.kind === 'system') return [];
  return written.filter(
    (item) =>
      (item.outcome === 'created' || item.outcome === 'updated') && item.patientId !== undefined && isVital(item),
  );
}

/** Looks for a code in the text: parsing each of some hundred resources of a bundle would cost more than storing them. */
function isVital({ type, content }: Written): boolean {
  if (type !== 'Observation') return false;
  for (const [, code = ''] of content.matchAll(/"code":"([^"]{1,32})"/g)) if (VITAL_CODES.has(code)) return true;
  return false;
}
