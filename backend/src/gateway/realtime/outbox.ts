import { codesOf, VITAL_KEYS } from '@phr/clinical/codings';
import type { Actor } from '../../fhir/actor.ts';
import type { Written } from '../../fhir/write-request.ts';
import type { EventRows } from '../../records/postgres/write-context.ts';
import type { Db, Sql } from '../../kit/platform.ts';

/** Events that must reach a patient's sockets despite temporary outages. */
export type DurableEvent = 'vital-sign' | 'toast' | 'session' | 'hub:status' | 'inbox';

export interface OutboxEvent {
  /** Recipients: a patient's sockets, or for 'inbox' a user's (`addressOf`). */
  readonly patientId: string;
  readonly event: DurableEvent;
  readonly body: unknown;
}

export interface Toast {
  readonly message: string;
  readonly code: string;
  readonly type: 'info' | 'success' | 'warning' | 'error';
}

export interface Outbox {
  /** Stores events in the caller's transaction: delivered if and only if it commits. */
  add(sql: Sql, events: readonly OutboxEvent[]): Promise<void>;
  /** Stores an event per vital sign written by a person or service; used by the repository. */
  onWritten(sql: Sql, actor: Actor, written: readonly Written[]): Promise<void>;
  /** The same as a part of the repository's own statement. */
  readonly events: EventRows;
  /** Calls `listener` after this process's commits, without waiting for a database notification. */
  onCommit(listener: () => void): void;
}

/** Addressee of user events, whichever record is open. No patient has such an id. */
export const addressOf = (userId: string): string => `User/${userId}`;

/** Database channel for waking other processes. */
export const CHANNEL = 'outbox';
/** NOTIFY takes a lock shared by all committing transactions, so it is sent separately and rate-limited. */
const NOTIFY_EVERY_MS = 20;

const VITAL_CODES: ReadonlySet<string> = new Set(VITAL_KEYS.flatMap(codesOf));

/** `bodies`: events contain the resource itself, for records outside our database. */
export function createOutbox(db: Db, { bodies = false }: { readonly bodies?: boolean } = {}): Outbox {
  const listeners: (() => void)[] = [];
  let notifying: NodeJS.Timeout | undefined;

  const wake = (): void => {
    for (const listener of listeners) listener();
    // a lost notification only delays others by one polling period
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

/** Actors whose writes are published. Seeds and operator imports would flood screens with years of readings. */
function vitalSigns(actor: Actor, written: readonly Written[]): readonly Written[] {
  if (actor.kind === 'system') return [];
  return written.filter(
    (item) =>
      (item.outcome === 'created' || item.outcome === 'updated') && item.patientId !== undefined && isVital(item),
  );
}

/** Searches the raw text for a code: parsing hundreds of resources would cost more than storing them. */
function isVital({ type, content }: Written): boolean {
  if (type !== 'Observation') return false;
  for (const [, code = ''] of content.matchAll(/"code":"([^"]{1,32})"/g)) if (VITAL_CODES.has(code)) return true;
  return false;
}
