import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

export type FileMethod = 'GET' | 'PUT';

export interface Permission {
  readonly key: string;
  readonly method: FileMethod;
  /** Largest size in bytes of a PUT; 0 for a GET. */
  readonly maxBytes: number;
  /**
   * Whose limits a PUT counts against (a name that reveals nothing); '' for a GET, and for people without an account.
   */
  readonly person: string;
}

/** Where files of people without an account are stored: none of them is ever replaced (D-115). */
export const ANONYMOUS = 'anonymous/';

/** Seconds that an address works. */
export const ADDRESS_SECONDS = 300;

const Query = z.object({
  m: z.enum(['GET', 'PUT']),
  e: z.coerce.number().int(),
  x: z.coerce.number().int().min(0),
  w: z.string().max(64).default(''),
  s: z.string(),
});

/**
 * Creates and checks addresses that themselves give permission for one file, one method and one size, for five minutes.
 */
export function createAddressSigner(origin: string, secret: string) {
  const sign = (permission: Permission, expires: number): Buffer =>
    createHmac('sha256', secret)
      .update([permission.method, permission.key, expires, permission.maxBytes, permission.person].join('\n'))
      .digest();

  return {
    address(permission: Permission, now = Date.now()): string {
      const expires = Math.floor(now / 1_000) + ADDRESS_SECONDS;
      const query = new URLSearchParams({
        m: permission.method,
        e: String(expires),
        x: String(permission.maxBytes),
        ...(permission.person === '' ? {} : { w: permission.person }),
        s: sign(permission, expires).toString('base64url'),
      });
      return `${origin}/${permission.key.split('/').map(encodeURIComponent).join('/')}?${query.toString()}`;
    },

    /** What an address permits; undefined when it was altered, has expired or is for another method. */
    permission(key: string, method: FileMethod, query: unknown, now = Date.now()): Permission | undefined {
      const parsed = Query.safeParse(query);
      if (!parsed.success || parsed.data.m !== method) return undefined;
      const permission: Permission = { key, method, maxBytes: parsed.data.x, person: parsed.data.w };
      const given = Buffer.from(parsed.data.s, 'base64url');
      const right = sign(permission, parsed.data.e);
      if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
      return parsed.data.e * 1_000 < now ? undefined : permission;
    },
  };
}

export type AddressSigner = ReturnType<typeof createAddressSigner>;

/** True for keys such as 'patient/folder/name.ext': plain segments, without parent folders or hidden names. */
export function isKey(key: string): boolean {
  return key.length <= 400 && /^[\w-][\w.-]*(\/[\w-][\w.-]*)+$/.test(key) && !key.includes('..');
}
