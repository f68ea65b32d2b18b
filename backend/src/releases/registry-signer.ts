import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { preAuthEncoding, REGISTRY_TYPE } from '@phr/contract/release';
import type { Db, Sql } from '../kit/platform.ts';
import { sha256Of } from './blob-store.ts';

/** A public key of the registry: 32 bytes in base64, as partners' pages refer to it. */
export interface RegistryKey {
  readonly id: string;
  readonly publicKey: string;
}

export interface RegistrySigner {
  readonly keys: readonly RegistryKey[];
  /** The value of `X-Phr-Signature` for a text: for each key its name and an ed25519 signature (DSSE 1.0.2). */
  sign(text: string): string;
}

const LOCK = 7_251_611;

/** The keys of this installation, read once; the first process that needs one creates it. */
export async function openRegistrySigner(db: Db): Promise<RegistrySigner> {
  const read = async (sql: Sql) =>
    sql.query<{ id: string; key: string }>('select id, private_key as key from registry_key order by since, id');
  const rows = await db.tx(async (sql) => {
    await sql.query('select pg_advisory_xact_lock($1)', [LOCK]);
    const known = await read(sql);
    if (known.length > 0) return known;
    const { privateKey } = generateKeyPairSync('ed25519');
    const key = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');
    await sql.query('insert into registry_key (id, private_key) values ($1, $2)', [idOf(privateKey), key]);
    return read(sql);
  });
  const keys = rows.map(({ id, key }) => ({
    id,
    key: createPrivateKey({ key: Buffer.from(key, 'base64'), type: 'pkcs8', format: 'der' }),
  }));
  return {
    keys: keys.map(({ id, key }) => ({ id, publicKey: publicOf(key) })),
    sign(text) {
      const bytes = preAuthEncoding(REGISTRY_TYPE, Buffer.from(text));
      return keys.map(({ id, key }) => `${id}=:${sign(null, bytes, key).toString('base64')}:`).join(', ');
    },
  };
}

/** The last 32 bytes of the DER form are the key itself. */
const publicOf = (key: KeyObject): string =>
  createPublicKey(key).export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64');

const idOf = (key: KeyObject): string => `k${sha256Of(publicOf(key)).slice(0, 12)}`;
