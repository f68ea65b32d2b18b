import type { Sql } from '../platform.ts';

/** Milliseconds that an answer is remembered, so that busy pages do not ask the database at each call. */
const REMEMBER_MS = 5_000;
const MAX_REMEMBERED = 10_000;

/** Says whether the sign-in session of an access token has ended (signed out, or idle or absolute end passed). */
export function createSessionCheck(db: Sql): { ended(sid: string): Promise<boolean>; forget(sid: string): void } {
  const alive = new Map<string, number>();
  return {
    async ended(sid) {
      const until = alive.get(sid);
      if (until !== undefined && until > Date.now()) return false;
      const rows = await db.query(`select 1 from oidc_payload where model = 'Session' and uid = $1 and (expires_at is null or expires_at > now())`, [sid]);
      alive.delete(sid);
      if (rows.length === 0) return true;
      if (alive.size >= MAX_REMEMBERED) alive.clear();
      alive.set(sid, Date.now() + REMEMBER_MS);
      return false;
    },
    forget: (sid) => { alive.delete(sid); },
  };
}
