import { errors, type Adapter, type AdapterPayload } from 'oidc-provider';
import type { Config } from '../kit/config.ts';
import { COMMITS_LATER } from '../kit/db/pool.ts';
import type { Db } from '../kit/platform.ts';

interface Row {
  payload: AdapterPayload;
  consumed_at: Date | null;
  expires_at: Date | null;
}

/** SQL: true for a session on a shared device; the provider gives it a session cookie. */
export const IS_SHARED = "coalesce(payload->>'transient', '') = 'true'";

/**
 * Written without waiting for the disk: a sign-in's session commit follows, which makes everything before it durable. A
 * code issued by an existing session may be lost in a crash; the app then requests another.
 */
const BEFORE_SESSION: ReadonlySet<string> = new Set(['Interaction', 'Grant', 'AuthorizationCode']);

const LIVE = '(expires_at is null or expires_at > now())';

/** OpenID provider storage in one table; clients besides the product's own are its partners. */
export function createAdapterFactory(
  db: Db,
  sessions: Config['sessions'],
  partnerClient: (id: string) => Promise<AdapterPayload | undefined>,
): (model: string) => Adapter {
  return (model) => {
    const read = (row: Row | undefined): AdapterPayload | undefined => {
      if (row === undefined) return undefined;
      // several tabs may send one refresh token at once: it counts as used only after the leeway
      const leeway = model === 'RefreshToken' ? sessions.refreshLeeway * 1_000 : 0;
      const used = row.consumed_at !== null && row.consumed_at.getTime() + leeway <= Date.now();
      return {
        ...row.payload,
        ...(row.expires_at === null ? {} : { exp: Math.floor(row.expires_at.getTime() / 1_000) }),
        ...(used && row.consumed_at !== null ? { consumed: Math.floor(row.consumed_at.getTime() / 1_000) } : {}),
      };
    };
    // U+0000 cannot be stored, so nothing is found by it
    const one = async (where: string, value: string): Promise<AdapterPayload | undefined> =>
      value.includes('\0')
        ? undefined
        : read(
            (
              await db.prepared<Row>(
                `select payload, consumed_at, expires_at from oidc_payload where model = $1 and ${where} and ${LIVE}`,
                [model, value],
              )
            )[0],
          );

    return {
      async upsert(id, payload, expiresIn) {
        const text = JSON.stringify(payload);
        if (text.includes('\\u0000')) throw new errors.InvalidRequest('U+0000 is not taken');
        await db.prepared(
          `insert into oidc_payload (model, id, payload, grant_id, uid, user_code, expires_at)
           select $1, $2, $3::jsonb, $4, $5, $6, now() + $7::int * interval '1 second'${BEFORE_SESSION.has(model) ? ` where ${COMMITS_LATER}` : ''}
           on conflict (model, id) do update set
             payload = excluded.payload, grant_id = excluded.grant_id, uid = excluded.uid, user_code = excluded.user_code, expires_at = excluded.expires_at`,
          [model, id, text, payload.grantId ?? null, payload.uid ?? null, payload.userCode ?? null, expiresIn ?? null],
        );
        // a refresh shows activity: extends the session up to its absolute end
        if (model === 'RefreshToken' && payload.sessionUid !== undefined) {
          await db.query(
            `update oidc_payload set expires_at = least(
               to_timestamp((payload->>'loginTs')::bigint) + $2 * interval '1 second',
               greatest(expires_at, now() + case when ${IS_SHARED} then $4::int else $3::int end * interval '1 second'))
             where model = 'Session' and uid = $1 and expires_at > now() and payload ? 'loginTs'`,
            [payload.sessionUid, sessions.absolute, idleLife(sessions), sessions.sharedIdle],
          );
          await db.query('update sign_in_session set last_used_at = now() where sid = $1', [payload.sessionUid]);
        }
      },
      find: (id) => (model === 'Client' ? partnerClient(id) : one('id = $2', id)),
      findByUid: (uid) => one('uid = $2', uid),
      findByUserCode: (code) => one('user_code = $2', code),
      async consume(id) {
        await db.query(
          'update oidc_payload set consumed_at = now() where model = $1 and id = $2 and consumed_at is null',
          [model, id],
        );
      },
      async destroy(id) {
        await db.prepared(
          `delete from oidc_payload where model = $1 and id = $2${model === 'Interaction' ? ` and ${COMMITS_LATER}` : ''}`,
          [model, id],
        );
      },
      async revokeByGrantId(grantId) {
        await db.query('delete from oidc_payload where grant_id = $1', [grantId]);
      },
    };
  };
}

/** Session lifetime in seconds without a refresh: clients refresh at the latest when the access token expires. */
export function idleLife(sessions: Config['sessions']): number {
  return sessions.accessToken + sessions.idle;
}

/**
 * Access token lifetime on a shared device. Active clients renew at half its life, so the idle time is at most half of
 * this off.
 */
export function sharedTokenLife({ accessToken, sharedIdle }: Config['sessions']): number {
  return Math.min(accessToken, Math.ceil(sharedIdle / 10));
}
