import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../kit/config.ts';
import type { Sql } from '../kit/platform.ts';
import { networkOf } from '../kit/network.ts';

/** Origin of a sign-in attempt. */
export interface Origin {
  /** Address of the caller; IPv6 counts by its /64 network. */
  readonly ip: string;
  /** This browser has signed in before to the account that proved the number. */
  readonly device?: string;
}

export interface SignInGuard {
  /** Until when this name is locked for this origin. */
  lockedUntil(name: string, from: Origin): Promise<Date | undefined>;
  /** Counts a failure; returns the end of the resulting lock. */
  failed(name: string, from: Origin): Promise<Date | undefined>;
  /** Resets this origin's failures; others still count for the name. */
  succeeded(name: string, from: Origin): Promise<void>;
}

/**
 * Slows guessing without letting anyone lock others out. Failures on a known browser count for it alone. Others count
 * per name and network, and with a ten times higher limit per name: then unknown browsers wait, known ones do not.
 * Locks expire. Names are hashed, and counted whether they exist or not.
 */
export function createSignInGuard(db: Sql, limits: Config['limits']): SignInGuard {
  const keysOf = (name: string, { ip, device }: Origin): readonly (readonly [string, number])[] =>
    device === undefined
      ? [
          [keyOf('network', name, networkOf(ip)), limits.lockAfterFailures],
          [keyOf('name', name), limits.lockAfterFailures * 10],
        ]
      : [[keyOf('device', name, device), limits.lockAfterFailures]];

  return {
    async lockedUntil(name, from) {
      const [row] = await db.query<{ until: Date | null }>(
        'select max(locked_until) as until from sign_in_guard where key = any($1::text[]) and locked_until > now()',
        [keysOf(name, from).map(([key]) => key)],
      );
      return row?.until ?? undefined;
    },

    async failed(name, from) {
      const keys = keysOf(name, from);
      // a failure counts as long as a lock lasts, so old typos do not add up
      const rows = await db.query<{ locked_until: Date | null }>(
        `insert into sign_in_guard as g (key, failed) select key, 1 from unnest($1::text[]) as key order by key
         on conflict (key) do update set
           failed = case when g.last_failure < now() - $3 * interval '1 second' then 1 else g.failed + 1 end,
           last_failure = now(),
           locked_until = case when g.last_failure >= now() - $3 * interval '1 second' and g.failed + 1 >= ($2::jsonb->>g.key)::int then now() + $3 * interval '1 second' end
         returning locked_until`,
        [keys.map(([key]) => key), JSON.stringify(Object.fromEntries(keys)), limits.lockSeconds],
      );
      const [latest] = rows.flatMap(({ locked_until: until }) => until ?? []).sort((a, b) => b.getTime() - a.getTime());
      return latest;
    },

    async succeeded(name, from) {
      await db.query('delete from sign_in_guard where key = $1', [keysOf(name, from)[0]?.[0]]);
    },
  };
}

function keyOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

const DEVICE_DAYS = 180;

/** Cookie that recognizes a browser an account has signed in on. Grants nothing by itself. */
export function createDeviceCookie(config: Pick<Config, 'identity' | 'secrets'>): {
  read(request: FastifyRequest, accountId: string): string | undefined;
  write(reply: FastifyReply, accountId: string): void;
} {
  const secure = config.identity.issuer.startsWith('https:');
  const cookie = secure ? '__Host-phr-device' : 'phr-device';
  const sign = (accountId: string, device: string): Buffer =>
    createHmac('sha256', config.secrets.cookieKey)
      .update(JSON.stringify(['device', accountId, device]))
      .digest();
  return {
    read(request, accountId) {
      const [device = '', signature = ''] =
        new RegExp(`(?:^|; )${cookie}=([\\w-]{22})\\.([\\w-]{43})(?:;|$)`)
          .exec(request.headers.cookie ?? '')
          ?.slice(1) ?? [];
      if (device === '') return undefined;
      return timingSafeEqual(Buffer.from(signature, 'base64url'), sign(accountId, device)) ? device : undefined;
    },
    write(reply, accountId) {
      const device = randomBytes(16).toString('base64url');
      reply.header(
        'set-cookie',
        `${cookie}=${device}.${sign(accountId, device).toString('base64url')}; path=/; max-age=${DEVICE_DAYS * 86_400}; samesite=lax; httponly${secure ? '; secure' : ''}`,
      );
    },
  };
}
