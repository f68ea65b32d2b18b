import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Caller, Platform } from '../kit/platform.ts';
import { networkOfCall } from '../kit/network.ts';
import { checkAddress, parseBody } from '../kit/parse.ts';
import { ServerError } from '../kit/server-error.ts';
import { described } from '../kit/route-schema.ts';
import { createAccountLimits } from './account-limits.ts';
import { canonical } from './accounts.ts';
import { Code } from './account-api.ts';
import { readPhone } from './phone.ts';
import { register, Registered, RegisterUser, type RegisterParts } from './register.ts';

const PhoneVerify = z.object({
  userName: z.string().max(32),
  /** Without the dialing code, or complete. */
  phoneNumber: z.string().max(32),
  dialingCode: z
    .string()
    .regex(/^\+?\d{1,3}$/)
    .default('84'),
  verified: z.literal(false).default(false),
});
const Requested = z.object({ id: z.string(), expiresIn: z.number(), left: z.number() });
const Verification = z.object({ id: z.uuid(), otp: Code });
const Verified = z.object({ verified: z.literal(true), phoneNumber: z.string() });

/** Rate limit key: the signed-in person, independent of their network; otherwise the network. */
function counted(request: FastifyRequest, caller: Caller | undefined): string {
  return caller === undefined ? networkOfCall(request) : `person ${caller.userId}`;
}

/** Sign-up and phone codes as PHR calls: the identity service stays replaceable (D-111, D-18). */
export function registerPhrAccount(app: FastifyInstance, platform: Platform, parts: RegisterParts): void {
  const { config, auth } = platform;
  const { accounts, codes } = parts;
  const { codeRequests, codeTries } = createAccountLimits(platform);
  /** another identity provider manages its own accounts */
  const mustBeOurs = (): void => {
    if (!config.identity.embedded)
      throw new ServerError('NOT_SUPPORTED', 'Accounts are kept by another identity provider');
  };

  const signingUp = described({
    service: 'phr',
    summary: 'Makes an account and sends the first code to its phone.',
    security: 'none',
    wrapped: true,
    body: RegisterUser,
    answer: Registered,
    errors: ['InvalidPhoneNumber', 'INVALID_REFERRAL', 'OTP_LIMIT', 'NOT_SUPPORTED'],
  });
  app.post('/api/ano/phr/auth/sign-up', signingUp, async (request) => {
    mustBeOurs();
    return { data: await register(platform, parts, request) };
  });

  const requesting = described({
    service: 'phr',
    summary:
      'Sends a code to the phone of the signed-in person, or of the name that is typed; names without account are answered alike.',
    security: 'none',
    wrapped: true,
    body: PhoneVerify,
    answer: Requested,
    errors: ['OTP_LIMIT', 'InvalidPhoneNumber', 'NOT_SUPPORTED'],
  });
  app.post('/api/phr/account/otp/request', requesting, async (request) => {
    mustBeOurs();
    const caller = request.headers.authorization === undefined ? undefined : await auth.authenticate(request);
    await codeRequests.demand(counted(request, caller));
    const { userName, phoneNumber, dialingCode } = parseBody(PhoneVerify, request.body);
    const phone = readPhone(`${dialingCode}${phoneNumber.replace(/^0/, '')}`) ?? readPhone(phoneNumber);
    if (phone === undefined) throw new ServerError('InvalidPhoneNumber', 'The phone number is not valid');
    if (caller !== undefined) {
      const account = await accounts.find(caller.sub);
      if (account === undefined || account.userName !== canonical(userName))
        throw new ServerError('ACCESS_DENIED', 'Access denied');
      // a code proves the account's own number; another one is given at sign-in
      if (account.phone !== phone.stored)
        throw new ServerError('InvalidPhoneNumber', 'This is not the phone number of the account');
      return { data: (await codes.request(account, 'phone')) satisfies z.input<typeof Requested> };
    }
    const failed = (error: unknown): void => request.log.error({ err: error }, 'a code could not be sent');
    if (readPhone(userName)?.stored !== phone.stored)
      throw new ServerError('InvalidPhoneNumber', 'This is not the phone number of the account');
    const [account] = await accounts.listByNumber(userName);
    return {
      data: (await codes.requestByNumber(
        userName,
        'phone',
        { network: networkOfCall(request), ...(account === undefined ? {} : { account }) },
        failed,
      )) satisfies z.input<typeof Requested>,
    };
  });

  const verifying = described({
    service: 'phr',
    summary: 'Confirms the phone of the signed-in person.',
    security: 'bearer',
    access: 'user',
    wrapped: true,
    body: Verification,
    answer: Verified,
    errors: ['InvalidToken', 'OTP_LIMIT', 'NOT_SUPPORTED'],
  });
  app.post('/api/phr/account/otp/verify', verifying, async (request) => {
    mustBeOurs();
    const caller = await auth.authenticate(request);
    checkAddress(request);
    await codeTries.demand(counted(request, caller));
    const { id, otp } = parseBody(Verification, request.body);
    const account = await accounts.find(caller.sub);
    if (account === undefined) throw new ServerError('NOT_FOUND', 'The account does not exist');
    await codes.confirm(id, otp, 'phone', account.id);
    const proven = (await accounts.find(account.id)) ?? account;
    return { data: { verified: true, phoneNumber: proven.phone } satisfies z.input<typeof Verified> };
  });
}
