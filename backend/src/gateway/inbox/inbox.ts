import { ACTIVE_GRANT_SQL } from '../../access/access.ts';
import type { Actor } from '../../fhir/actor.ts';
import type { Written } from '../../fhir/write-request.ts';
import type { Access, Db, Sql } from '../../kit/platform.ts';
import { addressOf, type Outbox } from '../realtime/outbox.ts';
import type { Messages } from '../push/messages.ts';
import { dangerousReadings, type Judge } from './dangerous-readings.ts';
import { isNotifiable, inboxEventOf, type Kind, type InboxEvent } from './inbox-event.ts';

/** An entry as sent: resource and record. */
export interface Entry {
  readonly id: string;
  readonly patientId: string;
  readonly kind: Kind;
  /** 'Appointment/42' */
  readonly reference: string;
  readonly createdAt: string;
  readonly read: boolean;
}

export interface Inbox {
  /** Stores notifications for written resources in the same transaction; used by the repository. */
  onWritten(sql: Sql, actor: Pick<Actor, 'userId'>, written: readonly Written[]): Promise<void>;
  /** Checks for hubs offline for a day, and for returned ones. Safe in several processes. */
  watchHubs(): Promise<void>;
  /** Entries whose record the user may still read, newest first, before the entry `before`. */
  list(userId: string, page: { readonly before?: string | undefined; readonly count: number }): Promise<Entry[]>;
  /** The entry of a resource ('Appointment/42') in a record the user may still read. */
  find(userId: string, reference: string): Promise<Entry | undefined>;
  /** How many of these are unread. */
  unread(userId: string, sql?: Sql): Promise<number>;
  /** Marks entries, or all, as read; other people's ids are ignored. */
  markRead(sql: Sql, userId: string, ids: readonly string[] | 'all'): Promise<void>;
  /** Deletes entries older than 90 days. */
  sweep(): Promise<void>;
}

const KEEP_MS = 90 * 86_400_000;
/** Hubs offline longer than this are reported. */
const AWAY_MS = 86_400_000;
/** Retired hubs are not reported. */
const FORGOTTEN_MS = 30 * 86_400_000;

/**
 * Readers of a record: active rights to the whole record. Linked hospital records and practitioners' consents are
 * excluded. Queried per record, so that no other rights are scanned.
 */
const READERS = `select distinct user_id from access
  where patient_id = n."patientId" and ${ACTIVE_GRANT_SQL} and types is null and codes is null and source in ('self', 'family', 'grant')`;
/** The person behind an author; for a partner's page, the person who agreed to it. */
const AUTHOR = `coalesce((select b.box_user from partner_link l join account b on b.id = l.account_id where l.principal = $3), $3)`;
const NEWS = `json_to_recordset($1::json) as n("patientId" text, kind text, ref text, state text, told boolean)`;
/** A reported report gained a file: its state differs in the count only. */
const IS_FILE = `excluded.kind = 'report' and split_part(inbox.state, ':', 1) = split_part(excluded.state, ':', 1)`;

const TELL = `insert into inbox (user_id, patient_id, kind, ref, state, created_at, expires_at)
  select r.user_id, n."patientId", n.kind, n.ref, n.state, $2::timestamptz, $4::timestamptz
    from ${NEWS} cross join lateral (${READERS}) r
   where n.told and r.user_id <> ${AUTHOR}
   order by r.user_id, n.ref
  on conflict (user_id, ref) do update set id = default, read_at = null, state = excluded.state,
    kind = case when ${IS_FILE} then 'report-file' else excluded.kind end,
    patient_id = excluded.patient_id, created_at = excluded.created_at, expires_at = excluded.expires_at
   where inbox.state <> excluded.state
  returning user_id, patient_id, kind, ref`;
/** Settled entries, or those the person handled themselves. */
const SETTLE = `update inbox set state = n.state, read_at = coalesce(read_at, $2::timestamptz)
    from ${NEWS} where inbox.ref = n.ref and inbox.state <> n.state and (not n.told or inbox.user_id = ${AUTHOR})
  returning inbox.user_id`;
const HUBS = `select h.owner_patient_id as "patientId", 'hub' as kind, 'Device/' || h.owner_device_id as ref, not h.online as told,
    case when h.online then 'online' else 'away since ' || extract(epoch from h.seen_at)::bigint end as state
  from hub h where h.owner_patient_id is not null and h.owner_device_id is not null and h.revoked_at is null
   and case when h.online then exists (select from inbox i where i.ref = 'Device/' || h.owner_device_id and i.state <> 'online')
            else h.seen_at between $1 and $2 end`;

/**
 * Persistent entries: code and reference per reader of a record, kept for 90 days (ADR 0040). `onNotified`: further
 * recipients of new entries (ADR 0079). `judge`: judging input of readings.
 */
export function createInbox(
  db: Db,
  access: Pick<Access, 'allowedPatients'>,
  outbox: Pick<Outbox, 'add'>,
  now: () => number = Date.now,
  onNotified?: Messages['onNotified'],
  judge?: (patientId: string, sql: Sql) => ReturnType<Judge>,
): Inbox {
  const announce = (sql: Sql, users: readonly string[]): Promise<void> =>
    outbox.add(
      sql,
      [...new Set(users)].map((userId) => ({ patientId: addressOf(userId), event: 'inbox', body: null })),
    );

  const keep = async (sql: Sql, author: string, news: readonly InboxEvent[]): Promise<void> => {
    if (news.length === 0) return;
    const [json, at] = [JSON.stringify(news), new Date(now())];
    // settle old entries first: the new ones may concern the same resource
    const settled = await sql.query<{ user_id: string }>(SETTLE, [json, at, author]);
    const told = news.some((one) => one.told)
      ? await sql.query<{ user_id: string; patient_id: string; kind: Kind; ref: string }>(TELL, [
          json,
          at,
          author,
          new Date(now() + KEEP_MS),
        ])
      : [];
    await onNotified?.(
      sql,
      told.map(({ user_id: userId, patient_id: patientId, kind, ref }) => ({ userId, patientId, kind, ref })),
    );
    await announce(
      sql,
      [...settled, ...told].map((row) => row.user_id),
    );
  };

  const readable = async (userId: string, sql?: Sql): Promise<readonly string[]> => [
    ...(await access.allowedPatients(userId, sql)).keys(),
  ];

  const select = async (userId: string, condition: string, ...values: readonly unknown[]): Promise<Entry[]> => {
    const rows = await db.query<EntryRow>(
      `select id, patient_id, kind, ref, created_at, read_at is not null as read from inbox
        where user_id = $1 and patient_id = any($2::text[]) and expires_at > $3 and ${condition}`,
      [userId, await readable(userId), new Date(now()), ...values],
    );
    return rows.map(entryOf);
  };

  return {
    async onWritten(sql, { userId }, written) {
      const gone = written.filter(({ outcome, type }) => outcome === 'deleted' && isNotifiable(type));
      if (gone.length > 0) {
        const refs = gone.map(({ type, id }) => `${type}/${id}`);
        const rows = await sql.query<{ user_id: string }>(
          'delete from inbox where ref = any($1::text[]) returning user_id',
          [refs],
        );
        await announce(
          sql,
          rows.map((row) => row.user_id),
        );
      }
      const dangers =
        judge === undefined ? [] : await dangerousReadings(written, (patientId) => judge(patientId, sql), now());
      await keep(sql, userId, latest([...dangers, ...written.flatMap((one) => inboxEventOf(one, now()) ?? [])]));
    },

    async watchHubs() {
      const hubs = await db.query<InboxEvent & Record<string, unknown>>(HUBS, [
        new Date(now() - FORGOTTEN_MS),
        new Date(now() - AWAY_MS),
      ]);
      if (hubs.length > 0) await db.tx((sql) => keep(sql, 'system', hubs));
    },

    list: (userId, { before, count }) =>
      select(userId, 'id < coalesce($4::bigint, 9223372036854775807) order by id desc limit $5', before ?? null, count),

    async find(userId, reference) {
      const [entry] = await select(userId, 'ref = $4', reference);
      return entry;
    },

    async unread(userId, sql = db) {
      const [row] = await sql.query<{ n: string }>(
        `select count(*) as n from inbox where user_id = $1 and patient_id = any($2::text[]) and expires_at > $3 and read_at is null`,
        [userId, await readable(userId, sql), new Date(now())],
      );
      return Number(row?.n ?? 0);
    },

    async markRead(sql, userId, ids) {
      const rows = await sql.query(
        `update inbox set read_at = $3 where user_id = $1 and read_at is null and patient_id = any($2::text[])
          and ($4::bigint[] is null or id = any($4::bigint[])) returning id`,
        [userId, await readable(userId, sql), new Date(now()), ids === 'all' ? null : ids],
      );
      if (rows.length > 0) await announce(sql, [userId]);
    },

    async sweep() {
      await db.query('delete from inbox where expires_at <= $1', [new Date(now())]);
    },
  };
}

interface EntryRow {
  readonly id: string;
  readonly patient_id: string;
  readonly kind: Kind;
  readonly ref: string;
  readonly created_at: Date;
  readonly read: boolean;
  readonly [column: string]: unknown;
}

const entryOf = ({ id, patient_id: patientId, kind, ref, created_at: createdAt, read }: EntryRow): Entry => ({
  id,
  patientId,
  kind,
  reference: ref,
  createdAt: createdAt.toISOString(),
  read,
});

/** Last state per resource: one statement cannot update a row twice. */
function latest(news: readonly InboxEvent[]): readonly InboxEvent[] {
  return [...new Map(news.map((one) => [one.ref, one])).values()];
}
