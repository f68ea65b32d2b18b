import { createHash, createHmac, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Config } from '../kit/config.ts';
import type { Db, Sql } from '../kit/platform.ts';
import { ServerError } from '../kit/server-error.ts';
import { canonical, type Account, type Accounts } from './accounts.ts';
import type { CodeSender } from './code-sender.ts';

export interface RequestedCode {
  /** Must be returned with the code; known to the page only. */
  readonly id: string;
  readonly expiresIn: number;
  /** Remaining codes that may be requested. */
  readonly left: number;
}

export interface OneTimeCodes {
  /**
   * Creates and sends a code, for a signed-in account or on a browser it knows: others' requests do not count.
   * @throws ServerError OTP_LIMIT, or UNAVAILABLE if not sent, which does not count
   * @param phone number to prove; defaults to the account's
   */
  request(account: Account, purpose: Purpose, phone?: string): Promise<RequestedCode>;
  /** A new account's first code: counts for the account and the network. */
  requestFirst(account: Account, network: string): Promise<RequestedCode>;
  /**
   * A code for a typed number, limited by network and number. The response is identical for all numbers and does not
   * wait for sending, so that it does not reveal accounts. `onFailure` reports send failures.
   * @param account account to open, for a new password
   */
  requestByNumber(
    userName: string,
    purpose: Purpose,
    from: CodeRequester,
    onFailure: (error: unknown) => void,
  ): Promise<RequestedCode>;
  /**
   * Id of an account's last code.
   * @throws ServerError InvalidToken if there is none
   */
  latest(account: Account, purpose: Purpose): Promise<string>;
  /** The account of a still valid code. */
  ownerOf(id: string): Promise<string | undefined>;
  /**
   * Accepts a code once and returns its account.
   * @throws ServerError InvalidToken (400 wrong, 410 expired) or OTP_LIMIT
   */
  confirm(id: string, code: string, purpose: Purpose, accountId?: string): Promise<string>;
  /** The same for a typed number: a code belongs to its number, even without an account. */
  confirmByNumber(id: string, code: string, userName: string): Promise<void>;
  /** Consumes, once, a number proof accepted by `confirmByNumber` without an account. */
  takeProof(id: string, userName: string): Promise<boolean>;
}

export type Purpose = 'phone' | 'password';

export interface CodeRequester {
  readonly network: string;
  /** Recipient; none if the number has no eligible account. */
  readonly account?: Account;
}

const LIFE_SECONDS = 300;
const MAX_TRIES = 5;
/** The first code and one more; resets after a success or 24 hours. */
const MAX_REQUESTS = 2;
/** Hourly limit over all networks as a multiple of one network's: a few must not use up the person's share. */
const OF_ALL_NETWORKS = 3;
/** Validity in seconds of a number proof made before sign-in. */
const PROOF_SECONDS = 900;

/** Separate counters: accounts with a proved number, accounts proving one, and others by hashed network. */
type OwnRequester = 'own' | 'unproven';

interface Row {
  id: string;
  subject: string;
  requester: string;
  account_id: string | null;
  phone: string | null;
  code_hash: string;
  tries: number;
  used_at: Date | null;
  expired: boolean;
}

interface Wanted {
  readonly subject: string;
  readonly requester: string;
  readonly purpose: Purpose;
  readonly number: string;
  readonly accountId?: string;
  /** Counts requests of an account, of a network for a number, or both. */
  readonly countedBy: readonly ('subject' | 'requester')[];
}

/** Six-digit codes, stored as keyed hashes. */
export function createOneTimeCodes(
  db: Db,
  sender: CodeSender,
  secrets: Config['secrets'],
  limits: Config['limits'],
  accounts: Pick<Accounts, 'prove'>,
): OneTimeCodes {
  const hashOf = (id: string, code: string) => createHmac('sha256', secrets.otpPepper).update(`${id}:${code}`).digest();

  const make = async (wanted: Wanted): Promise<{ requested: RequestedCode; code: string }> => {
    const { subject, requester, purpose, number, accountId, countedBy } = wanted;
    const id = randomUUID();
    const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
    const left = await db.tx(async (sql) => {
      for (const lock of [subject, hashOfNumber(number)].toSorted())
        await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 2))', [lock]);
      let requestCount = 0;
      for (const by of countedBy) requestCount = Math.max(requestCount, await countRequest(sql, wanted, by));
      await limitRequests(sql, wanted, limits.otpPerHourPhone);
      await sql.query(
        `insert into one_time_code (id, subject, requester, number_hash, phone, account_id, purpose, code_hash, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, now() + $9 * interval '1 second')`,
        [
          id,
          subject,
          requester,
          hashOfNumber(number),
          accountId === undefined ? null : storedForm(number),
          accountId ?? null,
          purpose,
          hashOf(id, code).toString('base64'),
          LIFE_SECONDS,
        ],
      );
      return MAX_REQUESTS - requestCount - 1;
    });
    return { requested: { id, expiresIn: LIFE_SECONDS, left }, code };
  };

  const send = async (phone: string, id: string, code: string): Promise<void> => {
    try {
      await sender.send(phone, code);
    } catch (error) {
      // a code that never left does not count against the person
      await db.query('delete from one_time_code where id = $1', [id]);
      throw error;
    }
  };

  /** Consumes a code: the given one, or another still valid one sent for the same page. */
  const accept = async (id: string, code: string, purpose: Purpose, fits: (row: Row) => boolean): Promise<Row> => {
    // counted in a separate statement, so that a refusal keeps the count
    const rows = await db.query<Row>(
      `update one_time_code c set tries = c.tries + 1 from one_time_code asked
        where asked.id = $1 and asked.purpose = $2 and c.purpose = $2
          and (c.id = asked.id or (c.subject = asked.subject and c.requester = asked.requester and c.phone is not distinct from asked.phone and c.used_at is null and c.expires_at > now()))
       returning c.id, c.subject, c.requester, c.account_id, c.phone, c.code_hash, c.tries, c.used_at, c.expires_at <= now() as expired`,
      [id, purpose],
    );
    const match = rows.find((row) => row.id === id);
    if (match === undefined || match.used_at !== null || !fits(match))
      throw new ServerError('InvalidToken', 'The code is not valid');
    const living = rows.filter((row) => row.used_at === null && !row.expired);
    if (living.length === 0) throw new ServerError('InvalidToken', 'The code has expired', { status: 410 });
    const open = living.filter((row) => row.tries <= MAX_TRIES);
    if (open.length === 0) throw new ServerError('OTP_LIMIT', 'The code was tried too often');
    const right = open.filter((row) => timingSafeEqual(Buffer.from(row.code_hash, 'base64'), hashOf(row.id, code)))[0];
    if (right === undefined) throw new ServerError('InvalidToken', 'The code is not valid');
    return right;
  };

  /** Marks a code as used, once, with the others of the same request. */
  const markUsed = async (sql: Sql, row: Row, purpose: Purpose): Promise<void> => {
    const used = await sql.query(
      'update one_time_code set used_at = now() where id = $1 and used_at is null returning id',
      [row.id],
    );
    if (used.length === 0) throw new ServerError('InvalidToken', 'The code is not valid');
    await sql.query(
      'update one_time_code set expires_at = now() where subject = $1 and requester = $2 and purpose = $3 and used_at is null and expires_at > now()',
      [row.subject, row.requester, purpose],
    );
  };

  const confirm: OneTimeCodes['confirm'] = async (id, code, purpose, accountId) => {
    const row = await accept(id, code, purpose, (one) => accountId === undefined || one.account_id === accountId);
    const { account_id: owner, phone } = row;
    if (owner === null) throw new ServerError('InvalidToken', 'The code is not valid');
    return db.tx(async (sql) => {
      await markUsed(sql, row, purpose);
      if (purpose === 'phone' && phone !== null) await accounts.prove(owner, phone, sql);
      return owner;
    });
  };

  return {
    async request(account, purpose, phone = account.phone) {
      const requester: OwnRequester = account.phoneVerified ? 'own' : 'unproven';
      const { requested, code } = await make({
        subject: account.id,
        requester,
        purpose,
        number: phone,
        accountId: account.id,
        countedBy: ['subject'],
      });
      await send(phone, requested.id, code);
      return requested;
    },

    async requestFirst(account, network) {
      const { requested, code } = await make({
        subject: account.id,
        requester: hashOfNetwork(network),
        purpose: 'phone',
        number: account.phone,
        accountId: account.id,
        countedBy: ['subject', 'requester'],
      });
      await send(account.phone, requested.id, code);
      return requested;
    },

    async requestByNumber(userName, purpose, { network, account }, onFailure) {
      const { requested, code } = await make({
        subject: hashOfNumber(userName),
        requester: hashOfNetwork(network),
        purpose,
        number: userName,
        countedBy: ['requester'],
        // a number-only code proves it for whoever next signs in with the password, not for an account anyone may have
        // created
        ...(account === undefined || purpose === 'phone' ? {} : { accountId: account.id }),
      });
      if (account !== undefined) void send(account.phone, requested.id, code).catch(onFailure);
      return requested;
    },

    async latest(account, purpose) {
      const [row] = await db.query<{ id: string }>(
        'select id from one_time_code where subject = $1 and purpose = $2 order by created_at desc limit 1',
        [account.id, purpose],
      );
      if (row === undefined) throw new ServerError('InvalidToken', 'No code was sent');
      return row.id;
    },

    async ownerOf(id) {
      const [row] = await db.query<{ account_id: string | null }>(
        'select account_id from one_time_code where id = $1 and used_at is null and expires_at > now()',
        [id],
      );
      return row?.account_id ?? undefined;
    },

    confirm,

    async confirmByNumber(id, code, userName) {
      const phone = storedForm(userName);
      const row = await accept(id, code, 'phone', (one) =>
        one.account_id === null ? one.subject === hashOfNumber(userName) : one.phone === phone,
      );
      await db.tx(async (sql) => {
        await markUsed(sql, row, 'phone');
        if (row.account_id !== null && row.phone !== null) await accounts.prove(row.account_id, row.phone, sql);
      });
    },

    async takeProof(id, userName) {
      const taken = await db.query(
        `update one_time_code set code_hash = '' where id = $1 and purpose = 'phone' and account_id is null and subject = $2 and code_hash <> ''
           and used_at > now() - $3 * interval '1 second' returning id`,
        [id, hashOfNumber(userName), PROOF_SECONDS],
      );
      return taken.length > 0;
    },
  };
}

/**
 * Codes requested by an account, or a network for a number, since the last success or quiet day.
 * @throws ServerError OTP_LIMIT at the limit
 */
async function countRequest(
  sql: Sql,
  { subject, requester, purpose, number }: Wanted,
  by: 'subject' | 'requester',
): Promise<number> {
  const [where, values] =
    by === 'subject'
      ? (['subject = $2', [subject]] as const)
      : (['number_hash = $2 and requester = $3', [hashOfNumber(number), requester]] as const);
  const [counted] = await sql.query<{ asked: number; wait: number | null }>(
    `with mine as (
       select created_at from one_time_code where purpose = $1 and ${where}
         and created_at > coalesce((select max(used_at) from one_time_code where purpose = $1 and ${where}), '-infinity'))
     select (select count(*)::int from mine where (select max(created_at) from mine) > now() - interval '24 hours'
               and created_at > (select max(created_at) from mine) - interval '24 hours') as asked,
            (select extract(epoch from max(created_at) + interval '24 hours' - now())::float from mine) as wait`,
    [purpose, ...values],
  );
  const requestCount = counted?.asked ?? 0;
  if (requestCount >= MAX_REQUESTS) throw tooMany(counted?.wait ?? 0);
  return requestCount;
}

/**
 * Limits messages to one number per hour, separately for its account, accounts proving it, and others, so that none can
 * lock out another.
 */
async function limitRequests(sql: Sql, { subject, requester, purpose, number }: Wanted, max: number): Promise<void> {
  const [where, value, most] =
    requester === 'own'
      ? (["requester = 'own' and subject = $1", subject, max] as const)
      : requester === 'unproven'
        ? (["requester = 'unproven' and number_hash = $1", hashOfNumber(number), max] as const)
        : ([
            "requester not in ('own', 'unproven') and number_hash = $1",
            hashOfNumber(number),
            max * OF_ALL_NETWORKS,
          ] as const);
  const [counted] = await sql.query<{ hourly: number; wait: number | null }>(
    `select count(*)::int as hourly, extract(epoch from min(created_at) + interval '1 hour' - now())::float as wait
       from one_time_code where ${where} and purpose = $2 and created_at > now() - interval '1 hour'`,
    [value, purpose],
  );
  if ((counted?.hourly ?? 0) >= most) throw tooMany(counted?.wait ?? 0);
}

function tooMany(seconds: number): ServerError {
  return new ServerError('OTP_LIMIT', 'No further code can be sent', { retryAfter: Math.max(1, Math.ceil(seconds)) });
}

/** 84 and nine digits, as accounts keep a number. */
function storedForm(number: string): string {
  return canonical(number).replace(/^0/, '84');
}

/** numbers without an account are stored hashed */
function hashOfNumber(number: string): string {
  return `name:${createHash('sha256').update(canonical(number)).digest('base64url')}`;
}

function hashOfNetwork(network: string): string {
  return `network:${createHash('sha256').update(network).digest('base64url')}`;
}
