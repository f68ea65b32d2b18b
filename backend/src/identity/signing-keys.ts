import {
  calculateJwkThumbprint,
  createLocalJWKSet,
  errors,
  exportJWK,
  generateKeyPair,
  type JWK,
  type JWTVerifyGetKey,
} from 'jose';
import type { Db, Sql } from '../kit/platform.ts';

export interface SigningKeys {
  /** With private parts; the first one signs, all are published. */
  readonly jwks: { readonly keys: JWK[] };
  /** Finds a token's key; unknown ones are looked up in the database. */
  readonly verify: JWTVerifyGetKey;
  /** Reloads the keys. True if a rotation changed them. */
  reload(): Promise<boolean>;
}

const LOCK = 7_251_002;
/** Limits database lookups caused by invented key ids. */
const ASK_AGAIN_MS = 5_000;
const IN_ORDER = 'select jwk from signing_key where retired_at is null order by active_from > now(), active_from desc';

/** Non-retired keys: newest active first, pending last. Creates one on first start. */
export async function loadSigningKeys(db: Db): Promise<SigningKeys> {
  const read = async (sql: Sql = db): Promise<JWK[]> => (await sql.query<{ jwk: JWK }>(IN_ORDER)).map((row) => row.jwk);
  let keys = await db.tx(async (sql) => {
    await sql.query('select pg_advisory_xact_lock($1)', [LOCK]);
    if ((await read(sql)).length === 0) await insertKey(sql, 'now()');
    return read(sql);
  });
  let published = publicSet(keys);
  let requestedAt = 0;

  const reload = async (): Promise<boolean> => {
    const fresh = await read();
    const changed = fresh.map(({ kid }) => kid).join() !== keys.map(({ kid }) => kid).join();
    if (changed) {
      keys = fresh;
      published = publicSet(keys);
    }
    return changed;
  };

  return {
    get jwks() {
      return { keys };
    },
    reload,
    async verify(header, token) {
      try {
        return await published(header, token);
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey) || Date.now() - requestedAt < ASK_AGAIN_MS) throw error;
        requestedAt = Date.now();
        if (!(await reload())) throw error;
        return published(header, token);
      }
    },
  };
}

/**
 * Rotation step 1: publishes a new key that does not sign yet. Returns its id.
 * @throws Error if one is pending
 */
export async function addKey(db: Db): Promise<string> {
  return db.tx(async (sql) => {
    await sql.query('select pg_advisory_xact_lock($1)', [LOCK]);
    const [waiting] = await sql.query<{ kid: string }>(
      'select kid from signing_key where retired_at is null and active_from > now()',
    );
    if (waiting !== undefined) throw new Error(`The key ${waiting.kid} already waits for its turn.`);
    return insertKey(sql, "'infinity'");
  });
}

/**
 * Rotation step 2, once every service has the new key: it starts signing. Returns its id.
 * @throws Error if none is pending
 */
export async function promoteKey(db: Db): Promise<string> {
  const [row] = await db.query<{ kid: string }>(
    'update signing_key set active_from = now() where retired_at is null and active_from > now() returning kid',
  );
  if (row === undefined) throw new Error('No new key waits. Add one first.');
  return row.kid;
}

/**
 * Rotation step 3: retires the older keys.
 * @throws Error while a token signed by them may be valid; `lifeSeconds` is the maximum lifetime
 */
export async function retireKeys(db: Db, lifeSeconds: number): Promise<readonly string[]> {
  return db.tx(async (sql) => {
    await sql.query('select pg_advisory_xact_lock($1)', [LOCK]);
    const [newest] = await sql.query<{ kid: string; wait: number }>(
      `select kid, ceil(extract(epoch from active_from + $1 * interval '1 second' - now()))::int as wait
         from signing_key where retired_at is null and active_from <= now() order by active_from desc limit 1`,
      [lifeSeconds],
    );
    if (newest === undefined) throw new Error('There is no active key.');
    const older = 'retired_at is null and active_from <= now() and kid <> $1';
    const found = await sql.query(`select 1 from signing_key where ${older}`, [newest.kid]);
    if (found.length === 0) throw new Error('There is no older key. Promote a new one first.');
    if (newest.wait > 0) throw new Error(`Tokens of the older key may live for ${newest.wait} more seconds.`);
    return (
      await sql.query<{ kid: string }>(`update signing_key set retired_at = now() where ${older} returning kid`, [
        newest.kid,
      ])
    ).map(({ kid }) => kid);
  });
}

async function insertKey(sql: Sql, activeFrom: 'now()' | "'infinity'"): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  await sql.query(`insert into signing_key (kid, jwk, active_from) values ($1, $2, ${activeFrom})`, [
    kid,
    JSON.stringify({ ...jwk, kid, use: 'sig', alg: 'ES256' }),
  ]);
  return kid;
}

function publicSet(keys: readonly JWK[]): JWTVerifyGetKey {
  return createLocalJWKSet({ keys: keys.map(({ d: _private, ...rest }) => rest) });
}
