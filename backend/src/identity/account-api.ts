import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Platform } from '../platform.ts';
import { parseBody } from '../security/parse.ts';
import { ServerError } from '../security/server-error.ts';
import type { Account, Accounts } from './accounts.ts';
import type { OneTimeCodes } from './one-time-codes.ts';
import { readPhone } from './phone.ts';

const RegisterUser = z.object({
  fullName: z.string().trim().min(1).max(200),
  userName: z.string().max(32),
  phoneNumber: z.string().max(32).optional(),
  password: z.string().max(256),
  email: z.email().max(254).optional(),
});

const Confirmation = z.object({ userName: z.string().max(32), otpId: z.uuid(), code: z.string().regex(/^\d{6}$/) });

export interface Registered {
  readonly id: string;
  readonly userName: string;
  readonly phoneNumber: string;
  readonly otpId: string;
}

/** POST /api/account/register and /api/account/confirmPhoneNumber. */
export function registerAccountApi(app: FastifyInstance, platform: Platform, parts: { accounts: Accounts; codes: OneTimeCodes }): void {
  const { config, audit } = platform;

  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/api/')) return;
    reply.headers({ vary: 'Origin', 'cache-control': 'no-store' });
    if (request.headers.origin === config.shellOrigin) {
      reply.headers({ 'access-control-allow-origin': config.shellOrigin, 'access-control-allow-headers': 'content-type, accept-language, x-timezone-offset, idempotency-key' });
    }
  });
  app.options('/api/*', async (_request, reply) => reply.code(204).send());

  app.post('/api/account/register', { config: { rateLimit: { max: config.limits.registerPerHourIp, timeWindow: '1 hour' } } }, async (request) => {
    const { account, otpId } = await register(parts, request.body);
    await audit({ action: 'create', type: 'register', outcome: 'success', userId: account.boxUser, requestId: request.id });
    return { data: { id: account.id, userName: account.userName, phoneNumber: account.phone, otpId } satisfies Registered };
  });

  app.post('/api/account/confirmPhoneNumber', { config: { rateLimit: { max: config.limits.otpPerHourIp, timeWindow: '1 hour' } } }, async (request) => {
    const body = parseBody(Confirmation, request.body);
    const account = await parts.accounts.findByUserName(body.userName);
    // an unknown name is answered like a wrong code
    if (account === undefined) throw new ServerError('InvalidToken', 'The code is not valid');
    await parts.codes.confirm(body.otpId, body.code, 'phone', account.id);
    return { data: { confirmed: true } };
  });
}

/** Makes an account and sends the first code. */
async function register(parts: { accounts: Accounts; codes: OneTimeCodes }, body: unknown): Promise<{ account: Account; otpId: string }> {
  const user = parseBody(RegisterUser, body);
  if (user.phoneNumber !== undefined && readPhone(user.phoneNumber) === undefined) throw new ServerError('InvalidPhoneNumber', 'The phone number is not valid');
  const account = await parts.accounts.create({
    userName: user.userName, password: user.password, fullName: user.fullName,
    ...(user.phoneNumber === undefined ? {} : { phone: user.phoneNumber }), ...(user.email === undefined ? {} : { email: user.email }),
  });
  const code = await parts.codes.request(account, 'phone');
  return { account, otpId: code.id };
}
