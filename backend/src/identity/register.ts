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

/** Text that a form may leave empty. */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

export const RegisterUser = z.object({
  fullName: z.string().trim().min(1).max(200),
  /** A mobile number in any usual form; it becomes the name to sign in with. */
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
  /** Makes the token with which files may be sent before the first sign-in. */
  readonly uploadToken?: (accountId: string) => string;
}

/** People without an account share one name for Idempotency-Keys; a key is a random id that only its form knows. */
export const ANONYMOUS: Caller = { userId: 'anonymous', sub: 'anonymous', scope: [] };

/**
 * Makes an account and sends the first code, once for each Idempotency-Key. When the code cannot be sent there is no account, so that the person can
 * try again. A number that others have named goes the same way as any other. Throws ServerError InvalidPhoneNumber, INVALID_REFERRAL, FORM_INPUT_INVALID (a refused
 * password in the caller's language), OTP_LIMIT, TOO_MANY_REQUESTS, UNAVAILABLE.
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

/** The number to sign in with is the one that a code proves. Throws ServerError InvalidPhoneNumber. */
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

/** An invitation that is named must hold (SIGN-07). Throws ServerError INVALID_REFERRAL. */
async function checkReferral(sql: Sql, code: string): Promise<void> {
  const [found] = await sql.query('select 1 from referral where code = $1 and (ends_at is null or ends_at > now())', [
    code,
  ]);
  if (found === undefined) throw new ServerError('INVALID_REFERRAL', 'The invitation is not valid');
}

export interface SignedUp {
  readonly account: Account;
  /** Of the code that is on its way. */
  readonly otpId: string;
  /** Takes the account back, when what should come with it fails. Does nothing for a form that was sent again. */
  undo(): Promise<void>;
}

/**
 * Stores an account, then sends its code: nothing of the database waits for the message, and when that cannot be sent nothing stays, so that the same form can be
 * sent again. Once for each Idempotency-Key.
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
