import { COMMITS_LATER } from '../kit/db/pool.ts';
import type { Db } from '../kit/platform.ts';
import { IS_SHARED } from './adapter.ts';

/** A sign-in session as its owner sees it. */
export interface SignInSession {
  readonly id: string;
  /** Browser and system, e.g. 'Firefox, Android'; empty when not known. */
  readonly agent: string;
  readonly startedAt: Date;
  readonly lastUsedAt: Date;
}

export interface Sessions {
  /** Records where a session is used. `userAgent` is the header; only browser and system are stored. */
  note(sid: string, accountId: string, userAgent: string): Promise<void>;
  /** Whether a session has ended: signed out, ended elsewhere, or timed out. */
  ended(sid: string): Promise<boolean>;
  /** Whether a session is on a shared device. */
  isShared(sid: string): Promise<boolean>;
  /** Clears the cache of one session, or all. */
  forget(sid: string): void;
  forgetAll(): void;
  /** Announces a session's end to all processes, which drop its calls and sockets at once. */
  announceEnd(...sids: readonly string[]): Promise<void>;
  /** Sessions that are alive, the last used one first. */
  list(accountId: string): Promise<readonly SignInSession[]>;
  /** Ends one of an account's sessions with all tokens; false if there is none. */
  end(accountId: string, sid: string): Promise<boolean>;
  /** Ends a grant's session with all tokens; returns the account. */
  endByGrant(grantId: string): Promise<string | undefined>;
  /** Ends all sessions of an account, or all but one. Returns the number. */
  endAll(accountId: string, exceptSid?: string): Promise<number>;
  /** Deletes notes of sessions that are over. */
  cleanUp(): Promise<void>;
}

/** Channel for session ends between processes. */
export const SESSION_ENDED = 'phr_session_ended';
/** Cache lifetime in milliseconds, so that busy pages do not query the database on each call. */
const REMEMBER_MS = 5_000;
const MAX_REMEMBERED = 10_000;
const ALIVE = "model = 'Session' and (expires_at is null or expires_at > now())";

export function createSessions(db: Db): Sessions {
  const alive = new Map<string, number>();

  const announceEnd = async (...sids: readonly string[]): Promise<void> => {
    for (const sid of sids) alive.delete(sid);
    if (sids.length > 0)
      await db.query('select pg_notify($1, sid) from unnest($2::text[]) as sid', [SESSION_ENDED, sids]);
  };

  const end = async (accountId: string, which: '=' | 'is distinct from', sid: string): Promise<number> => {
    const ended = await db.tx(async (sql) => {
      const rows = await sql.query<{ uid: string; grants: string[] | null }>(
        `delete from oidc_payload where model = 'Session' and payload->>'accountId' = $1 and uid ${which} $2
         returning uid, (select array_agg(value->>'grantId') from jsonb_each(payload->'authorizations')) as grants`,
        [accountId, sid],
      );
      // a device ended from elsewhere gets no more push messages, even if its session had already expired (ADR 0079)
      await sql.query(
        `delete from push_device d using account a where a.id = $1 and d.user_id = a.box_user and d.session_id ${which} $2`,
        [accountId, sid],
      );
      await sql.query('delete from oidc_payload where grant_id = any($1::text[])', [
        rows.flatMap(({ grants }) => grants ?? []),
      ]);
      return rows.map(({ uid }) => uid);
    });
    await announceEnd(...ended);
    return ended.length;
  };

  return {
    async note(sid, accountId, userAgent) {
      await db.prepared(
        `insert into sign_in_session (sid, account_id, agent) select $1, $2, $3 where ${COMMITS_LATER}
         on conflict (sid) do update set account_id = excluded.account_id, agent = excluded.agent, last_used_at = now()`,
        [sid, accountId, describeAgent(userAgent)],
      );
    },

    async ended(sid) {
      const until = alive.get(sid);
      if (until !== undefined && until > Date.now()) return false;
      const rows = await db.query(`select 1 from oidc_payload where ${ALIVE} and uid = $1`, [sid]);
      alive.delete(sid);
      if (rows.length === 0) return true;
      if (alive.size >= MAX_REMEMBERED) alive.clear();
      alive.set(sid, Date.now() + REMEMBER_MS);
      return false;
    },

    isShared: async (sid) =>
      (await db.query(`select 1 from oidc_payload where ${ALIVE} and uid = $1 and ${IS_SHARED}`, [sid])).length > 0,

    forget: (sid) => {
      alive.delete(sid);
    },
    forgetAll: () => alive.clear(),
    announceEnd,

    async list(accountId) {
      const rows = await db.query<{ sid: string; agent: string; started_at: Date; last_used_at: Date }>(
        `select s.* from sign_in_session s join oidc_payload p on p.uid = s.sid and p.payload->>'accountId' = s.account_id
          where s.account_id = $1 and ${ALIVE} order by s.last_used_at desc limit 100`,
        [accountId],
      );
      return rows.map((row) => ({
        id: row.sid,
        agent: row.agent,
        startedAt: row.started_at,
        lastUsedAt: row.last_used_at,
      }));
    },

    end: async (accountId, sid) => (await end(accountId, '=', sid)) > 0,
    async endByGrant(grantId) {
      const [session] = await db.query<{ uid: string; account: string }>(
        `select uid, payload->>'accountId' as account from oidc_payload
          where ${ALIVE} and jsonb_path_exists(payload->'authorizations', '$.*.grantId ? (@ == $grant)', jsonb_build_object('grant', $1::text))`,
        [grantId],
      );
      if (session === undefined) return undefined;
      await end(session.account, '=', session.uid);
      return session.account;
    },
    endAll: (accountId, exceptSid = '') => end(accountId, 'is distinct from', exceptSid),

    async cleanUp() {
      await db.query(
        `delete from sign_in_session s where not exists (select 1 from oidc_payload where ${ALIVE} and uid = s.sid)`,
      );
    },
  };
}

/** First match wins: browsers also name their relatives. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bcoc_coc_browser\//i, 'Cốc Cốc'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.* Safari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPad\b/, 'iPadOS'],
  [/\b(iPhone|iPod)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Browser and system of a User-Agent header, without versions. */
function describeAgent(userAgent: string): string {
  const named = [BROWSERS, SYSTEMS].flatMap((list) => list.find(([pattern]) => pattern.test(userAgent))?.[1] ?? []);
  return named.join(', ');
}
