import { createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Config } from '../config.ts';
import type { Db } from '../platform.ts';
import { ServerError } from '../security/server-error.ts';
import type { Account } from './accounts.ts';
import type { CodeSender } from './code-sender.ts';

export interface RequestedCode {
  /** Must come back with the code; kept by the page only. */
  readonly id: string;
  readonly expiresIn: number;
  /** How many further codes may be asked for. */
  readonly left: number;
}

export interface OneTimeCodes {
  /** Makes a code and hands it to the sender. Throws ServerError OTP_LIMIT. */
  request(account: Account, purpose: Purpose): Promise<RequestedCode>;
  /** Accepts a code once and answers its account. Throws ServerError InvalidToken (400 wrong, 410 expired) or OTP_LIMIT. */
  confirm(id: string, code: string, purpose: Purpose, accountId?: string): Promise<string>;
}

export type Purpose = 'phone' | 'password';

const LIFE_SECONDS = 300;
const MAX_TRIES = 5;
/** The first code and one more; the count starts again after a success or 24 hours after the last request. */
const MAX_REQUESTS = 2;

interface Row { id: string; account_id: string; code_hash: string; tries: number; used_at: Date | null; expired: boolean }

/** Codes of six digits, kept as keyed hashes. */
export function createOneTimeCodes(db: Db, sender: CodeSender, secrets: Config['secrets'], limits: Config['limits']): OneTimeCodes {
  const hashOf = (id: string, code: string) => createHmac('sha256', secrets.otpPepper).update(`${id}:${code}`).digest();

  return {
    async request(account, purpose) {
      const id = randomUUID();
      const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
      const left = await db.tx(async (sql) => {
        await sql.query('select id from account where id = $1 for update', [account.id]);
        const [counts] = await sql.query<{ asked: number; hourly: number }>(
          `with mine as (
             select created_at from one_time_code where account_id = $1 and purpose = $2
               and created_at > coalesce((select max(used_at) from one_time_code where account_id = $1 and purpose = $2), '-infinity'))
           select (select count(*)::int from mine where (select max(created_at) from mine) > now() - interval '24 hours'
                     and created_at > (select max(created_at) from mine) - interval '24 hours') as asked,
                  (select count(*)::int from one_time_code c join account a on a.id = c.account_id
                     where a.phone = $3 and c.created_at > now() - interval '1 hour') as hourly`, [account.id, purpose, account.phone]);
        const asked = counts?.asked ?? 0;
        if (asked >= MAX_REQUESTS || (counts?.hourly ?? 0) >= limits.otpPerHourPhone) throw new ServerError('OTP_LIMIT', 'No further code can be sent');
        // a newer code replaces the older one
        await sql.query('update one_time_code set expires_at = now() where account_id = $1 and purpose = $2 and used_at is null and expires_at > now()', [account.id, purpose]);
        await sql.query(
          `insert into one_time_code (id, account_id, purpose, code_hash, expires_at) values ($1, $2, $3, $4, now() + $5 * interval '1 second')`,
          [id, account.id, purpose, hashOf(id, code).toString('base64'), LIFE_SECONDS]);
        return MAX_REQUESTS - asked - 1;
      });
      await sender.send(account.phone, code);
      return { id, expiresIn: LIFE_SECONDS, left };
    },

    async confirm(id, code, purpose, accountId) {
      // the try is counted in its own statement, so that a refusal keeps it
      const [row] = await db.query<Row>(
        `update one_time_code set tries = tries + 1 where id = $1 and purpose = $2
         returning id, account_id, code_hash, tries, used_at, expires_at <= now() as expired`, [id, purpose]);
      if (row === undefined || row.used_at !== null || (accountId !== undefined && row.account_id !== accountId)) {
        throw new ServerError('InvalidToken', 'The code is not valid');
      }
      if (row.expired) throw new ServerError('InvalidToken', 'The code has expired', { status: 410 });
      if (row.tries > MAX_TRIES) throw new ServerError('OTP_LIMIT', 'The code was tried too often');
      if (!timingSafeEqual(Buffer.from(row.code_hash, 'base64'), hashOf(id, code))) throw new ServerError('InvalidToken', 'The code is not valid');

      return db.tx(async (sql) => {
        const used = await sql.query('update one_time_code set used_at = now() where id = $1 and used_at is null returning id', [id]);
        if (used.length === 0) throw new ServerError('InvalidToken', 'The code is not valid');
        if (purpose === 'phone') await sql.query('update account set phone_verified = true where id = $1', [row.account_id]);
        return row.account_id;
      });
    },
  };
}
