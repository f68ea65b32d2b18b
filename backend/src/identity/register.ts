import type { FastifyRequest } from 'fastify';
import { isDay } from '@phr/fhir/dates';
import { z } from 'zod';
import type { Caller, Platform } from '../platform.ts';
import { once } from '../security/idempotency.ts';
import { parseBody } from '../security/parse.ts';
import { ServerError } from '../security/server-error.ts';
import type { Account, Accounts } from './accounts.ts';
import type { OneTimeCodes } from './one-time-codes.ts';
import { passwordProblem } from './password-rules.ts';
import { readPhone } from './phone.ts';
import { chooseLanguage, textsOf } from './texts.ts';

/** Text that a form may leave empty. */
const optional = <T extends z.ZodType>(schema: T) => z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

export const RegisterUser = z.object({
  fullName: z.string().trim().min(1).max(200),
  /** A mobile number in any usual form; it becomes the name to sign in with. */
  userName: z.string().max(32),
  phoneNumber: optional(z.string().max(32)),
  password: z.string().max(1_024),
  email: optional(z.email().max(254)),
  birthDate: optional(z.string().refine(isDay)),
  referralCode: optional(z.string().trim().max(64)),
});

export const Registered = z.object({ id: z.string(), userName: z.string(), phoneNumber: z.string(), otpId: z.string(), uploadToken: z.string().optional() });
export type Registered = z.input<typeof Registered>;

export interface RegisterParts {
  readonly accounts: Accounts;
  readonly codes: OneTimeCodes;
  /** Makes the token with which files may be sent before the first sign-in. */
  readonly uploadToken?: (accountId: string) => string;
}

/** People without an account share one name for Idempotency-Keys; a key is a random id that only its form knows. */
const NOBODY: Caller = { userId: 'anonymous', sub: 'anonymous', scope: [] };

/**
 * Makes an account and sends the first code, once for each Idempotency-Key. When the code cannot be sent there is no account, so that the person can
 * try again. Throws ServerError DuplicateUserName, InvalidPhoneNumber, FORM_INPUT_INVALID (a refused password in the caller's language), UNAVAILABLE.
 */
export async function register(platform: Platform, parts: RegisterParts, request: FastifyRequest): Promise<Registered> {
  const user = parseBody(RegisterUser, request.body);
  const name = readPhone(user.userName);
  if (name === undefined || (user.phoneNumber !== undefined && readPhone(user.phoneNumber) === undefined)) throw new ServerError('InvalidPhoneNumber', 'The phone number is not valid');
  const problem = passwordProblem(user.password, { userName: name.local, fullName: user.fullName });
  if (problem !== undefined) throw new ServerError('FORM_INPUT_INVALID', textsOf(chooseLanguage(request.headers['accept-language']))(problem), { detail: { message: 'password' } });

  let made: Account | undefined;
  const key = request.headers['idempotency-key'];
  try {
    const { body } = await once(platform.db, request, NOBODY, async (sql) => {
      const account = await parts.accounts.create({
        userName: user.userName, password: user.password, fullName: user.fullName,
        ...(user.phoneNumber === undefined ? {} : { phone: user.phoneNumber }), ...(user.email === undefined ? {} : { email: user.email }),
      }, sql);
      made = account;
      await platform.audit({ action: 'create', type: 'register', outcome: 'success', userId: account.boxUser, requestId: request.id }, sql);
      return { status: 200, body: JSON.stringify({ id: account.id }) };
    });
    const account = made ?? await parts.accounts.find(z.object({ id: z.string() }).parse(JSON.parse(body)).id);
    if (account === undefined) throw new ServerError('CONFLICT', 'The account does not exist any more');
    const otpId = made === undefined ? await parts.codes.latest(account, 'phone') : (await parts.codes.request(account, 'phone')).id;
    return { id: account.id, userName: account.userName, phoneNumber: account.phone, otpId, ...(parts.uploadToken === undefined ? {} : { uploadToken: parts.uploadToken(account.id) }) };
  } catch (error) {
    if (made !== undefined) await undo(platform, parts, made, typeof key === 'string' ? key : undefined);
    throw error;
  }
}

async function undo({ db }: Platform, { accounts }: RegisterParts, account: Account, key: string | undefined): Promise<void> {
  await accounts.remove(account.id);
  if (key !== undefined) await db.query('delete from idempotency where user_id = $1 and key = $2', [NOBODY.userId, key]);
}
