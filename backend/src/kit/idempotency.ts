import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Caller, Db, Sql } from './platform.ts';
import { ServerError, pathOf } from './server-error.ts';

export interface Answer {
  readonly status: number;
  /** JSON text. */
  readonly body: string;
}

/**
 * Runs a write once per user and Idempotency-Key: repeats get the first response. Without the header it just runs.
 * `work` must write through the given `sql`, so that write and key are stored together.
 * @throws ServerError FORM_INPUT_INVALID for a malformed key, or one used for another request
 */
export async function withIdempotency(
  db: Db,
  request: FastifyRequest,
  caller: Caller,
  work: (sql: Sql) => Promise<Answer>,
): Promise<Answer> {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return db.tx(work);
  if (typeof key !== 'string' || !/^[\w-]{16,64}$/.test(key))
    throw new ServerError('FORM_INPUT_INVALID', 'Idempotency-Key is not valid');
  const hash = createHash('sha256')
    .update(`${request.method} ${pathOf(request)}\n${JSON.stringify(request.body ?? null, withoutSecrets)}`)
    .digest('hex');

  return db.tx(async (sql) => {
    // concurrent repeats wait here for the first response
    await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${caller.userId} ${key}`]);
    const [stored] = await sql.query<{ request_hash: string; status: number; body: string }>(
      'select request_hash, status, body from idempotency where user_id = $1 and key = $2',
      [caller.userId, key],
    );
    if (stored !== undefined) {
      if (stored.request_hash !== hash)
        throw new ServerError('FORM_INPUT_INVALID', 'Idempotency-Key was used for another request');
      return { status: stored.status, body: stored.body };
    }
    const answer = await work(sql);
    await sql.query('insert into idempotency (user_id, key, request_hash, status, body) values ($1, $2, $3, $4, $5)', [
      caller.userId,
      key,
      hash,
      answer.status,
      answer.body,
    ]);
    return answer;
  });
}

/** Deletes a key, as if never used. */
export async function forget(db: Sql, request: FastifyRequest, caller: Caller): Promise<void> {
  const key = request.headers['idempotency-key'];
  if (typeof key === 'string')
    await db.query('delete from idempotency where user_id = $1 and key = $2', [caller.userId, key]);
}

/** A fast hash of a password must not be stored. */
function withoutSecrets(key: string, value: unknown): unknown {
  return key === 'password' ? undefined : value;
}
