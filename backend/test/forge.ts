import { decodeJwt, importJWK, SignJWT, type JWK, type JWTPayload } from 'jose';
import type { Sql } from '../src/kit/platform.ts';

/**
 * A token signed with the installation's own key whose claims or header differ from a given one. Undefined claims are
 * left out.
 */
export async function resigned(
  db: Sql,
  token: string,
  claims: Readonly<Record<string, unknown>>,
  typ = 'at+jwt',
): Promise<string> {
  const [row] = await db.query<{ jwk: JWK }>(
    'select jwk from signing_key where retired_at is null and active_from <= now() order by active_from desc limit 1',
  );
  if (row === undefined) throw new Error('there is no key');
  const payload: JWTPayload = Object.fromEntries(
    Object.entries({ ...decodeJwt(token), ...claims }).filter(([, value]) => value !== undefined),
  );
  return new SignJWT(payload)
    .setProtectedHeader({ alg: 'ES256', kid: row.jwk.kid ?? '', typ })
    .sign(await importJWK(row.jwk, 'ES256'));
}
