import { randomUUID } from 'node:crypto';
import type { Locale } from '@phr/contract/locale';
import type { Db, Sql } from '../../kit/platform.ts';
import type { PushKind } from './kinds.ts';
import type { Subscription } from './push-service.ts';
import type { QuietHours } from './quiet-hours.ts';

/** What a person chose for one device. */
export interface Choices {
  readonly locale: Locale;
  /** IANA zone for quiet hours. */
  readonly zone: string;
  readonly quiet: QuietHours | null;
  readonly kinds: readonly PushKind[];
  /** Kinds that pass the quiet hours. */
  readonly urgent: readonly PushKind[];
}

export interface Device extends Choices, Subscription {
  readonly id: string;
  readonly userId: string;
  /** 'Chrome, Android' */
  readonly name: string;
}

export interface Devices {
  /** A person's subscribed devices, most recently used first. */
  list(userId: string): Promise<readonly Device[]>;
  byIds(ids: readonly string[]): Promise<readonly Device[]>;
  /** Devices subscribed to a kind. */
  askingFor(kind: PushKind): Promise<readonly Device[]>;
  /**
   * Stores a device or its choices; someone else's subscription on it is taken over. Above ten, the least recently used
   * is dropped.
   */
  keep(sql: Sql, device: Omit<Device, 'id'>, sessionId: string | undefined): Promise<void>;
  /** Updates language and zone of a signed-in owner's device; false if it is someone else's. */
  seen(
    device: Pick<Device, 'userId' | 'endpoint' | 'locale' | 'zone'>,
    sessionId: string | undefined,
  ): Promise<boolean>;
  /** Unsubscribes one of a person's devices, by URL or id. */
  end(sql: Sql, userId: string, which: { readonly endpoint: string } | { readonly id: string }): Promise<void>;
  drop(id: string): Promise<void>;
}

const MOST = 10;

interface Row extends Omit<Device, 'userId' | 'quiet'> {
  readonly user_id: string;
  readonly quiet_from: string | null;
  readonly quiet_to: string | null;
  readonly [column: string]: unknown;
}

/** Browsers subscribed to push. */
export function createDevices(db: Db, now: () => number = Date.now): Devices {
  const select = async (condition: string, value: unknown): Promise<readonly Device[]> => {
    const rows = await db.query<Row>(
      `select id, user_id, name, endpoint, p256dh, auth, locale, zone, quiet_from, quiet_to, kinds, urgent
         from push_device where ${condition} order by used_at desc, id`,
      [value],
    );
    return rows.map(deviceOf);
  };

  return {
    list: (userId) => select('user_id = $1', userId),
    byIds: (ids) => select('id = any($1::uuid[])', ids),
    askingFor: (kind) => select('$1 = any(kinds)', kind),

    async keep(sql, { userId, name, endpoint, p256dh, auth, locale, zone, quiet, kinds, urgent }, sessionId) {
      // drop messages pending for the browser's previous user
      await sql.query('delete from push_device where endpoint = $1 and user_id <> $2', [endpoint, userId]);
      await sql.query(
        `insert into push_device (id, user_id, session_id, name, endpoint, p256dh, auth, locale, zone, quiet_from, quiet_to, kinds, urgent, used_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
         on conflict (endpoint) do update set session_id = excluded.session_id, name = excluded.name,
           p256dh = excluded.p256dh, auth = excluded.auth, locale = excluded.locale, zone = excluded.zone,
           quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to, kinds = excluded.kinds, urgent = excluded.urgent,
           used_at = excluded.used_at`,
        [
          randomUUID(),
          userId,
          sessionId ?? null,
          name,
          endpoint,
          p256dh,
          auth,
          locale,
          zone,
          quiet?.from ?? null,
          quiet?.to ?? null,
          kinds,
          urgent,
          new Date(now()),
        ],
      );
      await sql.query(
        'delete from push_device where id in (select id from push_device where user_id = $1 order by used_at desc, id offset $2)',
        [userId, MOST],
      );
    },

    async seen({ userId, endpoint, locale, zone }, sessionId) {
      const rows = await db.query(
        'update push_device set session_id = $3, used_at = $4, locale = $5, zone = $6 where user_id = $1 and endpoint = $2 returning id',
        [userId, endpoint, sessionId ?? null, new Date(now()), locale, zone],
      );
      return rows.length > 0;
    },

    async end(sql, userId, which) {
      const [column, value] = 'id' in which ? ['id', which.id] : ['endpoint', which.endpoint];
      await sql.query(`delete from push_device where user_id = $1 and ${column}::text = $2`, [userId, value]);
    },

    async drop(id) {
      await db.query('delete from push_device where id = $1', [id]);
    },
  };
}

function deviceOf({ user_id: userId, quiet_from: from, quiet_to: to, ...row }: Row): Device {
  return { ...row, userId, quiet: from === null || to === null ? null : { from, to } };
}
