import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Platform } from '../kit/platform.ts';
import { parseBody } from '../kit/parse.ts';
import { networkOfCall } from '../kit/network.ts';
import { described } from '../kit/route-schema.ts';
import { createAccountLimits } from './account-limits.ts';
import { register, Registered, RegisterUser, type RegisterParts } from './register.ts';
import { MONITORING_HEADERS } from '../kit/cors.ts';

export const Code = z.string().regex(/^\d{6}$/);
const Confirmation = z.object({ userName: z.string().max(32), otpId: z.uuid(), code: Code });
const Confirmed = z.object({ confirmed: z.literal(true) });

/**
 * The app's calls at the identity origin, with CORS: POST /api/account/register and /api/account/confirmPhoneNumber.
 */
export function registerAccountApi(app: FastifyInstance, platform: Platform, parts: RegisterParts): void {
  const { config } = platform;
  const { codeTries } = createAccountLimits(platform);

  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/api/')) return;
    reply.headers({ vary: 'Origin', 'cache-control': 'no-store' });
    if (request.headers.origin === config.shellOrigin) {
      reply.headers({
        'access-control-allow-origin': config.shellOrigin,
        'access-control-allow-methods': 'GET, POST, DELETE',
        'access-control-allow-headers': `accept-language, authorization, content-type, idempotency-key, x-timezone-offset, ${MONITORING_HEADERS}`,
      });
    }
  });
  app.options('/api/*', { config: { access: 'none' } }, async (_request, reply) => reply.code(204).send());

  const registering = described({
    service: 'identity',
    summary: 'Makes an account and sends the first code to its phone.',
    security: 'none',
    wrapped: true,
    body: RegisterUser,
    answer: Registered,
    errors: ['InvalidPhoneNumber', 'INVALID_REFERRAL', 'OTP_LIMIT'],
  });
  app.post('/api/account/register', registering, async (request) => ({
    data: await register(platform, parts, request),
  }));

  const confirming = described({
    service: 'identity',
    summary: 'Confirms the phone of an account with the code that was sent to it.',
    security: 'none',
    wrapped: true,
    body: Confirmation,
    answer: Confirmed,
    errors: ['InvalidToken', 'OTP_LIMIT'],
  });
  app.post('/api/account/confirmPhoneNumber', confirming, async (request) => {
    await codeTries.demand(networkOfCall(request));
    const { userName, otpId, code } = parseBody(Confirmation, request.body);
    // an unknown number is answered like a wrong code
    await parts.codes.confirmByNumber(otpId, code, userName);
    return { data: { confirmed: true } satisfies z.input<typeof Confirmed> };
  });
}
