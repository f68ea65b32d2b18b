import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import type { Config } from '../kit/config.ts';
import type { Db, Sql } from '../kit/platform.ts';
import { ServerError } from '../kit/server-error.ts';
import { passwordProblem, type PasswordOwner } from './password-rules.ts';
import { readPhone } from './phone.ts';
import { createSignInGuard, type Origin } from './sign-in-guard.ts';
import { textsOf } from './texts.ts';

export interface Account {
  readonly id: string;
  /** The number to sign in with: 0 and nine digits. */
  readonly userName: string;
  /** The same number: 84 and nine digits. */
  readonly phone: string;
  /** A code sent to the number has been confirmed, and nobody else has proved it since. */
  readonly phoneVerified: boolean;
  /** Someone else has proved the number: another is needed. */
  readonly numberLost: boolean;
  readonly fullName: string;
  readonly email?: string;
  /** YYYY-MM-DD, as given at sign-up. */
  readonly birthDate?: string;
  /** Id of the User resource on the record server. */
  readonly boxUser: string;
  readonly createdAt: Date;
}

export interface NewAccount {
  /** A mobile number in any usual form. */
  readonly userName: string;
  readonly password: string;
  readonly fullName: string;
  readonly email?: string;
  readonly birthDate?: string;
  /** Of the invitation that the person came with. */
  readonly referralCode?: string;
  readonly verified?: boolean;
  readonly boxUser?: string;
}

export type SignIn = (
  | { readonly kind: 'ok'; readonly account: Account }
  | { readonly kind: 'refused' }
  | { readonly kind: 'locked'; readonly until: Date }
) & {
  /** The account that proved the number, whichever password was tried. */
  readonly proven?: Account;
};

/** Source of a password attempt; the browser may be known to the account that proved the number, and to no other. */
export interface Caller {
  readonly ip: string;
  deviceOf?(proven: Account): string | undefined;
}

export interface Accounts {
  /**
   * Creates an account; if one has proved the number and has this password, returns it instead. Numbers named by others
   * are accepted.
   * @throws ServerError InvalidPhoneNumber, FORM_INPUT_INVALID
   */
  create(account: NewAccount, sql?: Sql): Promise<Account & { readonly isNew: boolean }>;
  find(id: string): Promise<Account | undefined>;
  /** The account opened by a number alone: the one that proved it. */
  findProven(userName: string, sql?: Sql): Promise<Account | undefined>;
  /** All accounts signing in with a number: the proved one first, then oldest. */
  listByNumber(userName: string, sql?: Sql): Promise<readonly Account[]>;
  /**
   * Checks a password against all accounts of a number; of several matches the proved one wins, else the oldest.
   * Constant time in the number of accounts.
   * @param only restricts to one account
   */
  signIn(userName: string, password: string, caller: Caller, only?: string): Promise<SignIn>;
  /** Assigns a number to the account whose person proved it; other accounts naming it lose it. */
  prove(id: string, phone: string, sql?: Sql): Promise<void>;
  /** @throws ServerError FORM_INPUT_INVALID for a new password violating the rules */
  changePassword(id: string, current: string, next: string): Promise<'ok' | 'refused'>;
  setPassword(id: string, next: string): Promise<void>;
  /** Removes an account that was just created, before its person was notified. */
  remove(id: string): Promise<void>;
}

/** OWASP's floor for argon2id: 19 MiB, two passes. */
const ARGON = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Minimum hashes per sign-in: accounts of a number share a salt; a migrated account temporarily has another. */
const WORK = 2;
/** How long an account may be used before its number is proved. */
const UNPROVEN_MS = 24 * 3_600_000;

interface Row {
  id: string;
  user_name: string;
  phone: string;
  phone_verified: boolean;
  number_lost_at: Date | null;
  full_name: string;
  email: string | null;
  birth_date: string | null;
  box_user: string;
  password_hash: string;
  created_at: Date;
}

/** A day stays a day: no zone moves it. */
const COLUMNS =
  'id, user_name, phone, phone_verified, number_lost_at, full_name, email, birth_date::text, box_user, password_hash, created_at';

/** Whether an account must prove a number before its next sign-in. */
export function needsNumber({ phoneVerified, numberLost, createdAt }: Account, now = Date.now()): boolean {
  return numberLost || (!phoneVerified && createdAt.getTime() + UNPROVEN_MS <= now);
}

/** Whether an account is an operator: it has proved one of the configured numbers. */
export function isOperator({ userName, phoneVerified, numberLost }: Account, operators: readonly string[]): boolean {
  return phoneVerified && !numberLost && operators.some((number) => canonical(number) === userName);
}

/** `hashWith` returns a password's hash in PHC string format. */
export function createAccounts(db: Db, limits: Config['limits'], hashWith = argonHash): Accounts {
  const guard = createSignInGuard(db, limits);
  const noSalts = Array.from({ length: WORK }, () => randomBytes(16));
  const rowsOf = (userName: string, sql: Sql = db): Promise<Row[]> =>
    sql.query<Row>(`select ${COLUMNS} from account where user_name = $1 order by phone_verified desc, created_at, id`, [
      canonical(userName),
    ]);
  const rowOf = async (id: string): Promise<Row | undefined> =>
    (await db.prepared<Row>(`select ${COLUMNS} from account where id = $1`, [id]))[0];

  /**
   * The first row matching the password. Accounts of a number share a salt, so one hash is compared with all. A
   * mismatch takes as long as for a missing account.
   */
  const fitting = async (rows: readonly Row[], password: string): Promise<Row | undefined> => {
    const salts = new Map(rows.map((row) => [saltOf(row.password_hash).toString('base64'), saltOf(row.password_hash)]));
    for (const salt of noSalts.slice(salts.size)) salts.set(salt.toString('base64'), salt);
    for (const salt of salts.values()) {
      const hash = await hashWith(password, salt);
      const row = rows.find(({ password_hash }) => isSame(hash, password_hash));
      if (row !== undefined) return row;
    }
    return undefined;
  };

  const setPassword = async (row: Row, next: string): Promise<void> => {
    checkPassword(next, { userName: row.user_name, fullName: row.full_name });
    await db.query('update account set password_hash = $2 where id = $1', [
      row.id,
      await hashWith(next, saltOf(row.password_hash)),
    ]);
  };

  const prove: Accounts['prove'] = async (id, phone, sql) => {
    if (sql === undefined) return db.tx((own) => prove(id, phone, own));
    const name = `0${phone.slice(2)}`;
    await lockNumber(sql, name);
    await sql.query(
      'update account set phone_verified = false, number_lost_at = now() where user_name = $1 and id <> $2 and number_lost_at is null',
      [name, id],
    );
    await sql.query(
      'update account set user_name = $2, phone = $3, phone_verified = true, number_lost_at = null where id = $1',
      [id, name, phone],
    );
  };

  const create: Accounts['create'] = async (account, sql) => {
    if (sql === undefined) return db.tx((own) => create(account, own));
    const name = readPhone(account.userName);
    if (name === undefined) throw new ServerError('InvalidPhoneNumber', 'The phone number is not valid');
    checkPassword(account.password, { userName: name.local, fullName: account.fullName });
    await lockNumber(sql, name.local);
    const rows = await rowsOf(name.local, sql);
    const own = await fitting(
      rows.filter((row) => row.phone_verified),
      account.password,
    );
    if (own !== undefined) return { ...toAccount(own), isNew: false };
    const salt = rows[0] === undefined ? randomBytes(16) : saltOf(rows[0].password_hash);
    const values = [
      randomUUID(),
      name.local,
      name.stored,
      account.verified ?? false,
      account.fullName.trim(),
      account.email ?? null,
      await hashWith(account.password, salt),
      account.boxUser ?? randomUUID(),
      account.birthDate ?? null,
      account.referralCode ?? null,
    ];
    const [row] = await sql.query<Row>(
      `insert into account (id, user_name, phone, phone_verified, full_name, email, password_hash, box_user, birth_date, referral_code)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning ${COLUMNS}`,
      values,
    );
    if (row === undefined) throw new Error('no account was stored');
    return { ...toAccount(row), isNew: true };
  };

  return {
    create,
    prove,

    async find(id) {
      const row = await rowOf(id);
      return row === undefined ? undefined : toAccount(row);
    },

    async findProven(userName, sql) {
      const [row] = await rowsOf(userName, sql);
      return row?.phone_verified === true ? toAccount(row) : undefined;
    },

    listByNumber: async (userName, sql) => (await rowsOf(userName, sql)).map(toAccount),

    async signIn(userName, password, caller, only) {
      const name = canonical(userName);
      const rows = await rowsOf(userName);
      const proven = rows[0]?.phone_verified === true ? toAccount(rows[0]) : undefined;
      const from = originOf(caller, proven);
      const until = await guard.lockedUntil(name, from);
      const known = proven === undefined ? {} : { proven };
      const candidates = only === undefined ? rows : rows.filter(({ id }) => id === only);
      // while a name is locked, timing must not reveal whether the password was right
      const row = await fitting(until === undefined ? candidates : [], password);
      if (until !== undefined) return { kind: 'locked', until, ...known };
      if (row !== undefined) {
        // an account anyone could create for the number must not reveal who tried others' passwords
        if (row.phone_verified) await guard.succeeded(name, from);
        return { kind: 'ok', account: toAccount(row), ...known };
      }
      const lock = await guard.failed(name, from);
      return { ...(lock === undefined ? { kind: 'refused' } : { kind: 'locked', until: lock }), ...known };
    },

    async changePassword(id, current, next) {
      const row = await rowOf(id);
      if (row === undefined || !isSame(await hashWith(current, saltOf(row.password_hash)), row.password_hash))
        return 'refused';
      await setPassword(row, next);
      return 'ok';
    },

    async setPassword(id, next) {
      const row = await rowOf(id);
      if (row !== undefined) await setPassword(row, next);
    },

    async remove(id) {
      await db.query('delete from account where id = $1', [id]);
    },
  };
}

function originOf({ ip, deviceOf }: Caller, proven: Account | undefined): Origin {
  const device = proven === undefined ? undefined : deviceOf?.(proven);
  return { ip, ...(device === undefined ? {} : { device }) };
}

/** serializes changes to one number's accounts */
async function lockNumber(sql: Sql, name: string): Promise<void> {
  await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 3))', [name]);
}

function argonHash(password: string, salt: Buffer): Promise<string> {
  return hash(normal(password), { ...ARGON, salt });
}

/** The salt that a stored hash names. */
function saltOf(stored: string): Buffer {
  return Buffer.from(stored.split('$')[4] ?? '', 'base64');
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function checkPassword(password: string, owner: PasswordOwner): void {
  const problem = passwordProblem(password, owner);
  if (problem !== undefined)
    throw new ServerError('FORM_INPUT_INVALID', textsOf('en-US')(problem), { detail: { message: 'password' } });
}

/** keyboards produce composed or decomposed Vietnamese letters; both are the same password */
function normal(password: string): string {
  return password.normalize('NFC');
}

/** Normal form of a user name; anything but a phone number stays as typed. */
export function canonical(userName: string): string {
  return readPhone(userName)?.local ?? userName.trim();
}

function toAccount(row: Row): Account {
  return {
    id: row.id,
    userName: row.user_name,
    phone: row.phone,
    phoneVerified: row.phone_verified,
    numberLost: row.number_lost_at !== null,
    fullName: row.full_name,
    ...(row.email === null ? {} : { email: row.email }),
    ...(row.birth_date === null ? {} : { birthDate: row.birth_date }),
    boxUser: row.box_user,
    createdAt: row.created_at,
  };
}
