import { randomUUID } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type { Config } from '../config.ts';
import type { Db, Sql } from '../platform.ts';
import { ServerError } from '../security/server-error.ts';
import { passwordProblem, type PasswordOwner } from './password-rules.ts';
import { readPhone } from './phone.ts';
import { createSignInGuard, type Origin } from './sign-in-guard.ts';
import { textsOf } from './texts.ts';

export interface Account {
  readonly id: string;
  readonly userName: string;
  /** 84 and nine digits. */
  readonly phone: string;
  readonly phoneVerified: boolean;
  readonly fullName: string;
  readonly email?: string;
  /** YYYY-MM-DD, as told at the sign-up. */
  readonly birthDate?: string;
  /** Id of the User resource on the record server. */
  readonly boxUser: string;
}

export interface NewAccount {
  /** A mobile number in any usual form. */
  readonly userName: string;
  readonly password: string;
  readonly fullName: string;
  readonly phone?: string;
  readonly email?: string;
  readonly birthDate?: string;
  /** Of the invitation that the person came with. */
  readonly referralCode?: string;
  readonly verified?: boolean;
  readonly boxUser?: string;
}

export type SignIn = { readonly kind: 'ok'; readonly account: Account } | { readonly kind: 'refused' } | { readonly kind: 'locked'; readonly until: Date };

export interface Accounts {
  /** Throws ServerError InvalidPhoneNumber, DuplicateUserName, FORM_INPUT_INVALID. */
  create(account: NewAccount, sql?: Sql): Promise<Account>;
  find(id: string): Promise<Account | undefined>;
  findByUserName(userName: string, sql?: Sql): Promise<Account | undefined>;
  /** Checks a password. Takes the same time for names that exist and names that do not. */
  signIn(userName: string, password: string, from: Origin): Promise<SignIn>;
  /** Throws ServerError FORM_INPUT_INVALID for a new password that the rules refuse. */
  changePassword(id: string, current: string, next: string): Promise<'ok' | 'refused'>;
  setPassword(id: string, next: string): Promise<void>;
  /** Takes back an account that was just made and whose person was never told of it. */
  remove(id: string): Promise<void>;
}

/** OWASP's floor for argon2id: 19 MiB, two passes. */
const ARGON = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

interface Row {
  id: string; user_name: string; phone: string; phone_verified: boolean; full_name: string; email: string | null; birth_date: string | null; box_user: string; password_hash: string;
}

/** A day stays a day: no zone moves it. */
const COLUMNS = 'id, user_name, phone, phone_verified, full_name, email, birth_date::text, box_user, password_hash';

export function createAccounts(db: Db, limits: Config['limits']): Accounts {
  const guard = createSignInGuard(db, limits);
  let unknownHash: Promise<string> | undefined;
  const byName = async (userName: string, sql: Sql = db): Promise<Row | undefined> =>
    (await sql.query<Row>(`select ${COLUMNS} from account where user_name = $1`, [canonical(userName)]))[0];

  const setPassword = async (id: string, next: string): Promise<void> => {
    const [row] = await db.query<Row>(`select ${COLUMNS} from account where id = $1`, [id]);
    if (row !== undefined) checkPassword(next, { userName: row.user_name, fullName: row.full_name });
    await db.query('update account set password_hash = $2 where id = $1', [id, await hash(normal(next), ARGON)]);
  };

  return {
    setPassword,

    async create(account, sql = db) {
      const phone = readPhone(account.phone ?? account.userName);
      const name = readPhone(account.userName);
      if (phone === undefined || name === undefined) throw new ServerError('InvalidPhoneNumber', 'The phone number is not valid');
      checkPassword(account.password, { userName: name.local, fullName: account.fullName });
      const values = [
        randomUUID(), name.local, phone.stored, account.verified ?? false, account.fullName.trim(), account.email ?? null,
        await hash(normal(account.password), ARGON), account.boxUser ?? randomUUID(), account.birthDate ?? null, account.referralCode ?? null,
      ];
      const [row] = await sql.query<Row>(
        `insert into account (id, user_name, phone, phone_verified, full_name, email, password_hash, box_user, birth_date, referral_code)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (user_name) do nothing returning ${COLUMNS}`, values);
      if (row === undefined) throw new ServerError('DuplicateUserName', 'This phone number already has an account');
      return toAccount(row);
    },

    async find(id) {
      const [row] = await db.query<Row>(`select ${COLUMNS} from account where id = $1`, [id]);
      return row === undefined ? undefined : toAccount(row);
    },

    async findByUserName(userName, sql) {
      const row = await byName(userName, sql);
      return row === undefined ? undefined : toAccount(row);
    },

    async signIn(userName, password, from) {
      const name = canonical(userName);
      const [until, row] = await Promise.all([guard.lockedUntil(name, from), byName(userName)]);
      unknownHash ??= hash(randomUUID(), ARGON);
      const right = await verify(row?.password_hash ?? await unknownHash, normal(password));

      if (until !== undefined) return { kind: 'locked', until };
      if (row !== undefined && right) {
        await guard.succeeded(name, from);
        return { kind: 'ok', account: toAccount(row) };
      }
      const lock = await guard.failed(name, from);
      return lock === undefined ? { kind: 'refused' } : { kind: 'locked', until: lock };
    },

    async changePassword(id, current, next) {
      const [row] = await db.query<Row>(`select ${COLUMNS} from account where id = $1`, [id]);
      if (row === undefined || !(await verify(row.password_hash, normal(current)))) return 'refused';
      await setPassword(id, next);
      return 'ok';
    },

    async remove(id) {
      await db.query('delete from account where id = $1', [id]);
    },
  };
}

function checkPassword(password: string, owner: PasswordOwner): void {
  const problem = passwordProblem(password, owner);
  if (problem !== undefined) throw new ServerError('FORM_INPUT_INVALID', textsOf('en')(problem), { detail: { message: 'password' } });
}

/** Keyboards write Vietnamese letters composed or decomposed; both are the same password. */
function normal(password: string): string {
  return password.normalize('NFC');
}

/** The form in which a name is kept; what is no phone number stays as it was typed. */
export function canonical(userName: string): string {
  return readPhone(userName)?.local ?? userName.trim();
}

function toAccount(row: Row): Account {
  return {
    id: row.id, userName: row.user_name, phone: row.phone, phoneVerified: row.phone_verified, fullName: row.full_name,
    ...(row.email === null ? {} : { email: row.email }), ...(row.birth_date === null ? {} : { birthDate: row.birth_date }), boxUser: row.box_user,
  };
}
