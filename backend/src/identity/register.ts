import { matchLocale } from '@phr/i18n/locale';
import type { FastifyRequest } from 'fastify';
import * as plainDate from '@phr/time/plain-date';
import { z } from 'zod';
import type { Caller, Platform, Sql } from '../kit/platform.ts';
import { networkOfCall } from '../kit/network.ts';
import { forget, withIdempotency } from '../kit/idempotency.ts';
import { parseBody } from '../kit/parse.ts';
import { ServerError } from '../kit/server-error.ts';
import { createAccountLimits } from './account-limits.ts';
import type { Account, Accounts, NewAccount } from './accounts.ts';
import type { OneTimeCodes } from './one-time-codes.ts';
import { passwordProblem } from './password-rules.ts';
import { readPhone } from './phone.ts';
import { textsOf } from './texts.ts';

/** Optional form text. */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

export const RegisterUser = z.object({
  fullName: z.string().trim().min(1).max(200),
  /** A mobile number in any common form; becomes the user name. */
  userName: z.string().max(32),
  phoneNumber: optional(z.string().max(32)),
  password: z.string().max(1_024),
  email: optional(z.email().max(254)),
  birthDate: optional(z.string().refine((text) => plainDate.parse(text) !== undefined)),
  referralCode: optional(
    z
      .string()
      .trim()
      .max(64)
      .transform((code) => code.toUpperCase()),
  ),
});

export const Registered = z.object({
  id: z.string(),
  userName: z.string(),
  phoneNumber: z.string(),
  otpId: z.string(),
  uploadToken: z.string().optional(),
});
export type Registered = z.input<typeof Registered>;

export interface RegisterParts {
  readonly accounts: Accounts;
  readonly codes: OneTimeCodes;
  /** Issues the token for uploads before the first sign-in. */
  readonly uploadToken?: (accountId: string) => string;
}

/** people without an account share an Idempotency-Key namespace; keys are random and known to their form only */
export const ANONYMOUS: Caller = { userId: 'anonymous', sub: 'anonymous', scope: [] };

/**
 * Creates an account and sends the first code, once per Idempotency-Key. If the code cannot be sent, no account
 * remains, so that the person can retry. Numbers named by others are treated like any other.
 * @throws ServerError InvalidPhoneNumber, INVALID_REFERRAL, FORM_INPUT_INVALID (a rejected password, in the caller's
 * language), OTP_LIMIT, TOO_MANY_REQUESTS, UNAVAILABLE
 */
export async function register(platform: Platform, parts: RegisterParts, request: FastifyRequest): Promise<Registered> {
  await createAccountLimits(platform).signUps.demand(networkOfCall(request));
  const user = parseBody(RegisterUser, request.body);
  checkNumbers(user);
  if (user.referralCode !== undefined) await checkReferral(platform.db, user.referralCode);

  const { account, otpId } = await signUp(platform, parts, request, {
    userName: user.userName,
    password: user.password,
    fullName: user.fullName,
    ...(user.email === undefined ? {} : { email: user.email }),
    ...(user.birthDate === undefined ? {} : { birthDate: user.birthDate }),
    ...(user.referralCode === undefined ? {} : { referralCode: user.referralCode }),
  });
  return {
    id: account.id,
    userName: account.userName,
    phoneNumber: account.phone,
    otpId,
    ...(parts.uploadToken === undefined ? {} : { uploadToken: parts.uploadToken(account.id) }),
  };
}

/**
 * Requires the number proved by a code.
 * @throws ServerError InvalidPhoneNumber
 */
export function checkNumbers({
  userName,
  phoneNumber,
}: {
  readonly userName: string;
  readonly phoneNumber?: string | undefined;
}): void {
  const name = readPhone(userName);
  if (name === undefined || (phoneNumber !== undefined && readPhone(phoneNumber)?.stored !== name.stored))
    throw new ServerError('InvalidPhoneNumber', 'The phone number is not valid');
}

/**
 * A given invitation must be valid (SIGN-07).
 * @throws ServerError INVALID_REFERRAL
 */
async function checkReferral(sql: Sql, code: string): Promise<void> {
  const [found] = await sql.query('select 1 from referral where code = $1 and (ends_at is null or ends_at > now())', [
    code,
  ]);
  if (found === undefined) throw new ServerError('INVALID_REFERRAL', 'The invitation is not valid');
}

export interface SignedUp {
  readonly account: Account;
  /** The code being sent. */
  readonly otpId: string;
  /** Removes the account if a later step fails; no-op for a repeated form. */
  undo(): Promise<void>;
}

/**
 * Stores an account, then sends its code without holding a transaction; if sending fails nothing remains, so that the
 * form can be resent. Once per Idempotency-Key.
 */
export async function signUp(
  platform: Platform,
  { accounts, codes }: Pick<RegisterParts, 'accounts' | 'codes'>,
  request: FastifyRequest,
  user: NewAccount,
): Promise<SignedUp> {
  const problem = passwordProblem(user.password, {
    userName: readPhone(user.userName)?.local ?? user.userName,
    fullName: user.fullName,
  });
  if (problem !== undefined)
    throw new ServerError('FORM_INPUT_INVALID', textsOf(matchLocale(request.headers['accept-language']))(problem), {
      detail: { message: 'password' },
    });
  let made: (Account & { readonly isNew: boolean }) | undefined;
  const { body } = await withIdempotency(platform.db, request, ANONYMOUS, async (sql) => {
    made = await accounts.create(user, sql);
    if (made.isNew)
      await platform.audit(
        { action: 'create', type: 'register', outcome: 'success', userId: made.boxUser, requestId: request.id },
        sql,
      );
    return { status: 200, body: JSON.stringify({ id: made.id }) };
  });
  const account = made ?? (await accounts.find(z.object({ id: z.string() }).parse(JSON.parse(body)).id));
  if (account === undefined) throw new ServerError('CONFLICT', 'The account does not exist any more');
  if (made === undefined)
    return { account, otpId: await codes.latest(account, 'phone'), undo: () => Promise.resolve() };
  const { isNew } = made;
  const undo = async (): Promise<void> => {
    if (isNew) await accounts.remove(account.id);
    await forget(platform.db, request, ANONYMOUS);
  };
  try {
    return { account, otpId: (await codes.requestFirst(account, networkOfCall(request))).id, undo };
  } catch (error) {
    await undo();
    throw error;
  }
}
