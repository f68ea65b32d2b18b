import { calculateJwkThumbprint, createLocalJWKSet, exportJWK, generateKeyPair, type JWK, type JWTVerifyGetKey } from 'jose';
import type { Db } from '../platform.ts';

export interface SigningKeys {
  /** With private parts; the first one signs. */
  readonly jwks: { keys: JWK[] };
  readonly verify: JWTVerifyGetKey;
}

const LOCK = 7_251_002;

/**
 * Keys that are not retired, the newest active one first; the first start makes one. To rotate: insert a key whose `active_from` lies
 * ahead (it is published at once), restart when that time has come, and set `retired_at` of the old one when its last token has ended.
 */
export async function loadSigningKeys(db: Db): Promise<SigningKeys> {
  const keys = await db.tx(async (sql) => {
    await sql.query('select pg_advisory_xact_lock($1)', [LOCK]);
    const read = async () => (await sql.query<{ jwk: JWK }>(
      'select jwk from signing_key where retired_at is null order by active_from > now(), active_from desc')).map((row) => row.jwk);
    const stored = await read();
    if (stored.length > 0) return stored;
    const { privateKey } = await generateKeyPair('ES256', { extractable: true });
    const jwk = await exportJWK(privateKey);
    const kid = await calculateJwkThumbprint(jwk);
    await sql.query('insert into signing_key (kid, jwk) values ($1, $2)', [kid, JSON.stringify({ ...jwk, kid, use: 'sig', alg: 'ES256' })]);
    return read();
  });
  const publicKeys = keys.map(({ d: _private, ...rest }) => rest);
  return { jwks: { keys }, verify: createLocalJWKSet({ keys: publicKeys }) };
}
