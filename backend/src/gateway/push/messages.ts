import { createHash } from 'node:crypto';
import type { Access, Db, ServerLog, Sql } from '../../kit/platform.ts';
import type { Kind } from '../inbox/inbox-event.ts';
import type { Device, Devices } from './devices.ts';
import { CHOICE_OF, lifeOf, type PushKind, textOf } from './kinds.ts';
import type { Deliver } from './push-service.ts';
import { quietUntil } from './quiet-hours.ts';

/** A new or renewed inbox entry. */
export interface NotifiedEntry {
  readonly userId: string;
  readonly patientId: string;
  readonly kind: Kind;
  readonly ref: string;
}

export interface Messages {
  /** Stores messages for subscribed devices, in the inbox's transaction. */
  onNotified(sql: Sql, told: readonly NotifiedEntry[]): Promise<void>;
  /**
   * Stores a message for a device, once per `ref`.
   * @param due milliseconds since 1970
   */
  add(device: Device, message: { kind: PushKind; patientId: string; ref: string; due: number }): Promise<void>;
  /** Sends what is due. Safe in several processes at once. */
  sendDue(): Promise<void>;
  /**
   * Subject of a message id: the reference of an inbox entry, or a dose; undefined for someone else's or several
   * subjects.
   */
  opened(userId: string, id: string): Promise<{ readonly kind: PushKind; readonly ref: string } | undefined>;
  /** Deletes messages older than a month. */
  sweep(): Promise<void>;
}

export interface MessageNeeds {
  readonly db: Db;
  readonly access: Pick<Access, 'allowedPatients'>;
  readonly devices: Devices;
  readonly deliver: Deliver;
  readonly log: ServerLog;
  /** Origin of the app, for target URLs. */
  readonly origin: string;
  readonly now?: () => number;
}

interface Due {
  readonly id: string;
  readonly device_id: string;
  readonly kind: PushKind;
  readonly patient_id: string | null;
  readonly ref: string;
  readonly expires_at: Date;
  /** False for an entry read or removed meanwhile. */
  readonly unread: boolean;
  readonly [column: string]: unknown;
}

const AT_ONCE = 200;
/** Messages of a process that died while sending are taken over after this time. */
const LEASE_MS = 120_000;
const KEEP_MS = 30 * 86_400_000;
const DIGEST = 'digest';

const CLAIM = `update push_message m set due_at = $2 from push_device d
   where d.id = m.device_id and m.id in (select id from push_message where sent_at is null and due_at <= $1 order by due_at limit $3 for update skip locked)
  returning m.id, m.device_id, m.kind, m.patient_id, m.ref, m.expires_at,
    m.kind = 'doses' or m.ref = '${DIGEST}'
      or exists (select from inbox i where i.user_id = d.user_id and i.ref = m.ref and i.read_at is null) as unread`;

/** Push messages: written with the inbox, sent by whichever process comes first. */
export function createMessages({ db, access, devices, deliver, log, origin, now = Date.now }: MessageNeeds): Messages {
  const remove = (sql: Sql, messages: readonly Due[]) =>
    sql.query('delete from push_message where id = any($1::uuid[])', [messages.map(({ id }) => id)]);

  /** Messages still relevant and due now; others are dropped, or wait for the end of quiet hours. */
  const sortOut = async (device: Device, due: readonly Due[]): Promise<readonly Due[]> => {
    const readable = await access.allowedPatients(device.userId);
    const [fresh, stale] = split(
      due,
      ({ unread, expires_at: end, patient_id: patient }) =>
        unread && end.getTime() > now() && (patient === null || readable.has(patient)),
    );
    const quietEnd = device.quiet === null ? undefined : quietUntil(now(), device.quiet, device.zone);
    const [ready, held] = split(fresh, ({ kind }) => quietEnd === undefined || device.urgent.includes(kind));
    if (stale.length > 0) await remove(db, stale);
    if (held.length > 0)
      await db.query('update push_message set due_at = $2 where id = any($1::uuid[])', [
        held.map(({ id }) => id),
        new Date(quietEnd ?? now()),
      ]);
    return ready;
  };

  /** several at once are combined into one */
  const digestOf = async (messages: readonly Due[]): Promise<Due | undefined> => {
    const [first, ...others] = messages;
    if (first === undefined || others.length === 0) return first;
    const kind = messages.every((one) => one.kind === 'doses')
      ? 'doses'
      : (others.find(({ kind }) => kind !== 'doses') ?? first).kind;
    await db.tx(async (sql) => {
      await remove(sql, others);
      await sql.query('delete from push_message where device_id = $1 and ref = $2 and id <> $3', [
        first.device_id,
        DIGEST,
        first.id,
      ]);
      await sql.query('update push_message set ref = $2, kind = $3, patient_id = null where id = $1', [
        first.id,
        DIGEST,
        kind,
      ]);
    });
    return { ...first, kind, ref: DIGEST };
  };

  const send = async (device: Device, due: readonly Due[]): Promise<void> => {
    const message = await digestOf(await sortOut(device, due));
    if (message === undefined) return;
    const outcome = await deliver(device, {
      text: payloadOf(message, device, origin),
      ttl: Math.round(Math.min(lifeOf(message.kind), message.expires_at.getTime() - now()) / 1_000),
      topic: topicOf(device.id, message.ref),
    });
    if (outcome.kind === 'gone') await devices.drop(device.id);
    else if (outcome.kind === 'taken')
      await db.query('update push_message set sent_at = $2 where id = $1', [message.id, new Date(now())]);
    else if (outcome.kind === 'later')
      await db.query('update push_message set due_at = $2 where id = $1', [message.id, new Date(now() + outcome.ms)]);
    else {
      // the address is a secret of the device
      log.warn({ status: outcome.status }, 'a push service refused a message');
      await remove(db, [message]);
    }
  };

  return {
    async onNotified(sql, told) {
      const rows = told.map(({ kind, ...one }) => ({ ...one, kind: CHOICE_OF[kind], life: lifeOf(CHOICE_OF[kind]) }));
      if (rows.length === 0) return;
      await sql.query(
        `insert into push_message (id, device_id, kind, patient_id, ref, due_at, expires_at)
         select gen_random_uuid(), d.id, t.kind, t."patientId", t.ref, $2::timestamptz, $2::timestamptz + t.life * interval '1 millisecond'
           from json_to_recordset($1::json) as t("userId" text, "patientId" text, kind text, ref text, life bigint)
           join push_device d on d.user_id = t."userId" and t.kind = any(d.kinds)
         on conflict (device_id, ref) do update set id = excluded.id, kind = excluded.kind, patient_id = excluded.patient_id,
           due_at = excluded.due_at, expires_at = excluded.expires_at, sent_at = null`,
        [JSON.stringify(rows), new Date(now())],
      );
    },

    async add({ id }, { kind, patientId, ref, due }) {
      await db.query(
        `insert into push_message (id, device_id, kind, patient_id, ref, due_at, expires_at)
         values (gen_random_uuid(), $1, $2, $3, $4, $5, $6) on conflict (device_id, ref) do nothing`,
        [id, kind, patientId, ref, new Date(due), new Date(due + lifeOf(kind))],
      );
    },

    async sendDue() {
      const claimed = await db.query<Due>(CLAIM, [new Date(now()), new Date(now() + LEASE_MS), AT_ONCE]);
      const byDevice = Map.groupBy(claimed, ({ device_id: id }) => id);
      const found = await devices.byIds([...byDevice.keys()]);
      await Promise.all(found.map((device) => send(device, byDevice.get(device.id) ?? [])));
    },

    async opened(userId, id) {
      const [row] = await db.query<{ kind: PushKind; ref: string }>(
        'select m.kind, m.ref from push_message m join push_device d on d.id = m.device_id where m.id = $1 and d.user_id = $2 and m.ref <> $3',
        [id, userId, DIGEST],
      );
      return row;
    },

    async sweep() {
      await db.query('delete from push_message where expires_at <= $1', [new Date(now() - KEEP_MS)]);
    },
  };
}

/**
 * The message: a random id behind an app URL, in declarative web push format, which browsers can show themselves and
 * our worker reads.
 */
function payloadOf({ id, kind }: Pick<Due, 'id' | 'kind'>, { locale }: Pick<Device, 'locale'>, origin: string): string {
  const title = textOf(kind)[locale];
  return JSON.stringify({
    web_push: 8030,
    notification: { title, lang: locale, navigate: `${origin}/notifications?open=${id}` },
  });
}

/** 32 characters that tell a push service only that two messages share a subject. */
const topicOf = (deviceId: string, ref: string): string =>
  createHash('sha256').update(`${deviceId} ${ref}`).digest('base64url').slice(0, 32);

function split<T>(all: readonly T[], isFirst: (one: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))];
}
