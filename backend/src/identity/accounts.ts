import { createHash, randomUUID } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type { Config } from '../config.ts';
import type { Db, Sql } from '../platform.ts';
import { ServerError } from '../security/server-error.ts';
import { readPhone } from './phone.ts';

export interface Account {
  readonly id: string;
  readonly userName: string;
  /** 84 and nine digits. */
  readonly phone: string;
  readonly phoneVerified: boolean;
  readonly fullName: string;
  readonly email?: string;
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
  signIn(userName: string, password: string): Promise<SignIn>;
  changePassword(id: string, current: string, next: string): Promise<'ok' | 'refused'>;
  setPassword(id: string, next: string): Promise<void>;
  /** Signs a person out everywhere. */
  endSessions(id: string): Promise<void>;
}

/** Shortest password that the product's rules allow; counted in characters, not bytes. */
const MIN_PASSWORD = 6;
const MAX_PASSWORD = 256;
/** OWASP's floor for argon2id: 19 MiB, two passes. */
const ARGON = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

interface Row {
  id: string; user_name: string; phone: string; phone_verified: boolean; full_name: string; email: string | null; box_user: string; password_hash: string;
}

export function createAccounts(db: Db, limits: Config['limits']): Accounts {
  let unknownHash: Promise<string> | undefined;
  const byName = async (userName: string, sql: Sql = db): Promise<Row | undefined> =>
    (await sql.query<Row>('select * from account where user_name = $1', [canonical(userName)]))[0];

  const setPassword = async (id: string, next: string): Promise<void> => {
    const [row] = await db.query<Row>('select * from account where id = $1', [id]);
    checkPassword(next, row?.user_name ?? '');
    await db.query('update account set password_hash = $2 where id = $1', [id, await hash(normal(next), ARGON)]);
  };

  return {
    setPassword,

    async create(account, sql = db) {
      const phone = readPhone(account.phone ?? account.userName);
      const name = readPhone(account.userName);
      if (phone === undefined || name === undefined) throw new ServerError('InvalidPhoneNumber', 'The phone number is not valid');
      checkPassword(account.password, name.local);
      const values = [
        randomUUID(), name.local, phone.stored, account.verified ?? false, account.fullName.trim(), account.email ?? null,
        await hash(normal(account.password), ARGON), account.boxUser ?? randomUUID(),
      ];
      const [row] = await sql.query<Row>(
        `insert into account (id, user_name, phone, phone_verified, full_name, email, password_hash, box_user)
         values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (user_name) do nothing returning *`, values);
      if (row === undefined) throw new ServerError('DuplicateUserName', 'This phone number already has an account');
      return toAccount(row);
    },

    async find(id) {
      const [row] = await db.query<Row>('select * from account where id = $1', [id]);
      return row === undefined ? undefined : toAccount(row);
    },

    async findByUserName(userName, sql) {
      const row = await byName(userName, sql);
      return row === undefined ? undefined : toAccount(row);
    },

    async signIn(userName, password) {
      const key = createHash('sha256').update(canonical(userName)).digest('hex');
      const [guard] = await db.query<{ locked_until: Date | null }>('select locked_until from sign_in_guard where name_hash = $1', [key]);
      const row = await byName(userName);
      unknownHash ??= hash(randomUUID(), ARGON);
      const right = await verify(row?.password_hash ?? await unknownHash, normal(password));

      if (guard?.locked_until != null && guard.locked_until > new Date()) return { kind: 'locked', until: guard.locked_until };
      if (row !== undefined && right) {
        await db.query('delete from sign_in_guard where name_hash = $1', [key]);
        return { kind: 'ok', account: toAccount(row) };
      }
      // a failure counts for as long as a lock lasts, so old typing errors do not add up
      const [counted] = await db.query<{ locked_until: Date | null }>(
        `insert into sign_in_guard as g (name_hash, failed) values ($1, 1)
         on conflict (name_hash) do update set
           failed = case when g.last_failure < now() - $3 * interval '1 second' then 1 else g.failed + 1 end,
           last_failure = now(),
           locked_until = case when g.last_failure >= now() - $3 * interval '1 second' and g.failed + 1 >= $2 then now() + $3 * interval '1 second' end
         returning locked_until`, [key, limits.lockAfterFailures, limits.lockSeconds]);
      return counted?.locked_until == null ? { kind: 'refused' } : { kind: 'locked', until: counted.locked_until };
    },

    async changePassword(id, current, next) {
      const [row] = await db.query<Row>('select * from account where id = $1', [id]);
      if (row === undefined || !(await verify(row.password_hash, normal(current)))) return 'refused';
      await setPassword(id, next);
      return 'ok';
    },

    async endSessions(id) {
      await db.query(`delete from oidc_payload where payload->>'accountId' = $1 and model in ('Session', 'RefreshToken', 'AuthorizationCode', 'Grant')`, [id]);
    },
  };
}

function checkPassword(password: string, userName: string): void {
  const length = [...password].length;
  if (length < MIN_PASSWORD) throw new ServerError('FORM_INPUT_INVALID', 'The password is too short', { detail: { message: 'password' } });
  if (length > MAX_PASSWORD) throw new ServerError('FORM_INPUT_INVALID', 'The password is too long', { detail: { message: 'password' } });
  if (password.replace(/\D/g, '') === userName) throw new ServerError('FORM_INPUT_INVALID', 'The password must not be the phone number', { detail: { message: 'password' } });
}

/** Keyboards write Vietnamese letters composed or decomposed; both are the same password. */
function normal(password: string): string {
  return password.normalize('NFC');
}

function canonical(userName: string): string {
  return readPhone(userName)?.local ?? userName.trim();
}

function toAccount(row: Row): Account {
  return {
    id: row.id, userName: row.user_name, phone: row.phone, phoneVerified: row.phone_verified, fullName: row.full_name,
    ...(row.email === null ? {} : { email: row.email }), boxUser: row.box_user,
  };
}
