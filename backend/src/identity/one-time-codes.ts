import { createHash, createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Config } from '../config.ts';
import type { Db } from '../platform.ts';
import { ServerError } from '../security/server-error.ts';
import { canonical, type Account } from './accounts.ts';
import type { CodeSender } from './code-sender.ts';

export interface RequestedCode {
  /** Must come back with the code; kept by the page only. */
  readonly id: string;
  readonly expiresIn: number;
  /** How many further codes may be asked for. */
  readonly left: number;
}

export interface OneTimeCodes {
  /** Makes a code and sends it. Throws ServerError OTP_LIMIT, or UNAVAILABLE when it could not be sent; then it does not count. */
  request(account: Account, purpose: Purpose): Promise<RequestedCode>;
  /**
   * The same for whoever types a name. A name without account is counted and answered alike, and the answer does not wait for the sender,
   * so that nobody learns which names have an account. `onFailure` is told when the message could not be sent.
   */
  requestByName(userName: string, account: Account | undefined, purpose: Purpose, onFailure: (error: unknown) => void): Promise<RequestedCode>;
  /** Id of the last code of an account. Throws ServerError InvalidToken when there is none. */
  latest(account: Account, purpose: Purpose): Promise<string>;
  /** The account that a code was asked for, while the code can still be used. */
  ownerOf(id: string): Promise<string | undefined>;
  /** Accepts a code once and answers its account. Throws ServerError InvalidToken (400 wrong, 410 expired) or OTP_LIMIT. */
  confirm(id: string, code: string, purpose: Purpose, accountId?: string): Promise<string>;
  /** The same for whoever types a name: a code belongs to the name it was asked for, also when that has no account. */
  confirmByName(id: string, code: string, purpose: Purpose, userName: string, account: Account | undefined): Promise<string>;
}

export type Purpose = 'phone' | 'password';

const LIFE_SECONDS = 300;
const MAX_TRIES = 5;
/** The first code and one more; the count starts again after a success or 24 hours after the last request. */
const MAX_REQUESTS = 2;

interface Row { id: string; subject: string; account_id: string | null; code_hash: string; tries: number; used_at: Date | null; expired: boolean }

/** Codes of six digits, kept as keyed hashes. */
export function createOneTimeCodes(db: Db, sender: CodeSender, secrets: Config['secrets'], limits: Config['limits']): OneTimeCodes {
  const hashOf = (id: string, code: string) => createHmac('sha256', secrets.otpPepper).update(`${id}:${code}`).digest();

  const make = async (subject: string, account: Account | undefined, purpose: Purpose): Promise<{ requested: RequestedCode; code: string }> => {
    const id = randomUUID();
    const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
    const left = await db.tx(async (sql) => {
      await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 2))', [subject]);
      const [counts] = await sql.query<{ asked: number; hourly: number }>(
        `with mine as (
           select created_at from one_time_code where subject = $1 and purpose = $2
             and created_at > coalesce((select max(used_at) from one_time_code where subject = $1 and purpose = $2), '-infinity'))
         select (select count(*)::int from mine where (select max(created_at) from mine) > now() - interval '24 hours'
                   and created_at > (select max(created_at) from mine) - interval '24 hours') as asked,
                (select count(*)::int from one_time_code c left join account a on a.id = c.account_id
                   where (c.subject = $1 or a.phone = $3) and c.created_at > now() - interval '1 hour') as hourly`, [subject, purpose, account?.phone ?? '']);
      const asked = counts?.asked ?? 0;
      if (asked >= MAX_REQUESTS || (counts?.hourly ?? 0) >= limits.otpPerHourPhone) throw new ServerError('OTP_LIMIT', 'No further code can be sent');
      // a newer code replaces the older one
      await sql.query('update one_time_code set expires_at = now() where subject = $1 and purpose = $2 and used_at is null and expires_at > now()', [subject, purpose]);
      await sql.query(
        `insert into one_time_code (id, subject, account_id, purpose, code_hash, expires_at) values ($1, $2, $3, $4, $5, now() + $6 * interval '1 second')`,
        [id, subject, account?.id ?? null, purpose, hashOf(id, code).toString('base64'), LIFE_SECONDS]);
      return MAX_REQUESTS - asked - 1;
    });
    return { requested: { id, expiresIn: LIFE_SECONDS, left }, code };
  };

  const send = async (account: Account, id: string, code: string): Promise<void> => {
    try {
      await sender.send(account.phone, code);
    } catch (error) {
      // a code that never left does not count against the person
      await db.query('delete from one_time_code where id = $1', [id]);
      throw error;
    }
  };

  const confirm = async (id: string, code: string, purpose: Purpose, subject?: string): Promise<string> => {
    // the try is counted in its own statement, so that a refusal keeps it
    const [row] = await db.query<Row>(
      `update one_time_code set tries = tries + 1 where id = $1 and purpose = $2
       returning id, subject, account_id, code_hash, tries, used_at, expires_at <= now() as expired`, [id, purpose]);
    if (row === undefined || row.used_at !== null || (subject !== undefined && row.subject !== subject)) throw new ServerError('InvalidToken', 'The code is not valid');
    if (row.expired) throw new ServerError('InvalidToken', 'The code has expired', { status: 410 });
    if (row.tries > MAX_TRIES) throw new ServerError('OTP_LIMIT', 'The code was tried too often');
    const { account_id: accountId } = row;
    if (!timingSafeEqual(Buffer.from(row.code_hash, 'base64'), hashOf(id, code)) || accountId === null) throw new ServerError('InvalidToken', 'The code is not valid');

    return db.tx(async (sql) => {
      const used = await sql.query('update one_time_code set used_at = now() where id = $1 and used_at is null returning id', [id]);
      if (used.length === 0) throw new ServerError('InvalidToken', 'The code is not valid');
      if (purpose === 'phone') await sql.query('update account set phone_verified = true where id = $1', [accountId]);
      return accountId;
    });
  };

  return {
    async request(account, purpose) {
      const { requested, code } = await make(account.id, account, purpose);
      await send(account, requested.id, code);
      return requested;
    },

    async requestByName(userName, account, purpose, onFailure) {
      const { requested, code } = await make(subjectOf(userName, account), account, purpose);
      if (account !== undefined) void send(account, requested.id, code).catch(onFailure);
      return requested;
    },

    async latest(account, purpose) {
      const [row] = await db.query<{ id: string }>('select id from one_time_code where subject = $1 and purpose = $2 order by created_at desc limit 1', [account.id, purpose]);
      if (row === undefined) throw new ServerError('InvalidToken', 'No code was sent');
      return row.id;
    },

    async ownerOf(id) {
      const [row] = await db.query<{ account_id: string | null }>('select account_id from one_time_code where id = $1 and used_at is null and expires_at > now()', [id]);
      return row?.account_id ?? undefined;
    },

    confirm,
    confirmByName: (id, code, purpose, userName, account) => confirm(id, code, purpose, subjectOf(userName, account)),
  };
}

/** To whom a code belongs: an account, or a name that has none, kept as a hash. */
function subjectOf(userName: string, account: Account | undefined): string {
  return account?.id ?? `name:${createHash('sha256').update(canonical(userName)).digest('base64url')}`;
}
