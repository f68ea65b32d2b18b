import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors, type KoaContextWithOIDC, type Provider } from 'oidc-provider';
import { z } from 'zod';
import type { Platform } from '../kit/platform.ts';
import { networkOfCall, networkOfRaw } from '../kit/network.ts';
import { toErrorResponse } from '../kit/server-error.ts';
import { createCounter } from '../kit/usage-counts.ts';
import { HANDOFF_CODE_SECONDS, type PartnerLink, type Partners } from './partners.ts';
import { HANDOFF, HANDOFF_GRANT, HandoffRequest } from './protocol-docs.ts';

/** Lifetime of a page's token; its server issues another code for the next. */
export const HANDOFF_TOKEN_SECONDS = 300;

const GUESSES = 20;
const GUESSES_MS = 600_000;

type Deps = Pick<Platform, 'config' | 'counts' | 'audit'>;

/**
 * POST /connect/handoff: a partner's server, authenticated by its secret, requests a code for one consenting person,
 * one module and one page origin. OAuth 2 error format.
 */
export function registerHandoff(app: FastifyInstance, { config, counts, audit }: Deps, partners: Partners): void {
  const guesses = createCounter(counts, 'handoff-guesses', GUESSES, GUESSES_MS);
  const codes = createCounter(counts, 'handoff-codes', config.limits.handoffPerHourPerson, 3_600_000);
  const tooMany = (reply: FastifyReply) =>
    reply
      .code(429)
      .header('retry-after', '600')
      .send({ error: 'temporarily_unavailable', error_description: 'Too many requests' });
  const refuse = (reply: FastifyReply, error: string, description: string) =>
    reply.code(400).send({ error, error_description: description });

  app.post(
    '/connect/handoff',
    {
      ...HANDOFF,
      errorHandler: (error, request, reply) => {
        const { status } = toErrorResponse(error);
        if (status >= 500) request.log.error({ err: error }, 'hand-off failed');
        if (status >= 500) reply.code(500).send({ error: 'server_error' });
        else refuse(reply, 'invalid_request', 'The form cannot be read');
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const partner = await clientOf(request, partners);
      if (partner === undefined) {
        if (!(await guesses.take(networkOfCall(request)))) return tooMany(reply);
        return reply
          .code(401)
          .header('www-authenticate', 'Basic realm="partner"')
          .send({ error: 'invalid_client', error_description: 'Id and secret of the partner are needed' });
      }
      const body = HandoffRequest.safeParse(request.body ?? {});
      if (!body.success)
        return refuse(
          reply,
          'invalid_request',
          `subject, module and origin are needed: ${[...new Set(body.error.issues.map(({ path }) => path.join('.')))].join(', ')}`,
        );
      const { subject, module, origin } = body.data;
      if (!partner.origins.includes(origin))
        return refuse(reply, 'invalid_target', 'The origin is not one of this partner');
      if (!partner.modules.includes(module))
        return refuse(reply, 'invalid_target', 'The module is not one of this partner');

      const link = await partners.linkOf(partner.id, subject);
      const entry = {
        action: 'execute',
        type: 'handoff',
        entity: `Partner/${partner.id}`,
        requestId: request.id,
      } as const;
      // identical for unknown people: partners learn nothing about those who have not agreed
      if (link === undefined || !link.modules.includes(module)) {
        await audit({ ...entry, outcome: 'refused' });
        return refuse(reply, 'invalid_grant', 'This person has not agreed');
      }
      if (!(await codes.take(link.principal))) return tooMany(reply);
      const code = await partners.makeCode({ link, module, origin });
      await audit({ ...entry, outcome: 'success', userId: link.principal, patientId: link.patientId });
      return reply.send({ code, expires_in: HANDOFF_CODE_SECONDS, patient: link.patientId });
    },
  );
}

/** The partner authenticated by HTTP Basic (RFC 6749, 2.3.1). */
async function clientOf(request: FastifyRequest, partners: Partners): ReturnType<Partners['authenticate']> {
  const sent = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const [, id = '', secret = ''] =
    /^([\w%.-]{1,100}):([\w%.~-]{1,200})$/.exec(Buffer.from(sent, 'base64').toString('utf8')) ?? [];
  return id === '' ? undefined : partners.authenticate(id, secret);
}

/**
 * Registers the grant: a page's code, from its origin, for its module and person, once, is exchanged for a module
 * token.
 */
export function grantHandoff(provider: Provider, { config, counts, audit }: Deps, partners: Partners): void {
  const guesses = createCounter(counts, 'handoff-trades', GUESSES, GUESSES_MS);
  const Asked = z.object({
    code: z.string(),
    module: z.string(),
    patient: z.string(),
    parent: z.string().optional(),
  });

  provider.registerGrantType(
    HANDOFF_GRANT,
    async (ctx) => {
      const params = Asked.safeParse(ctx.oidc.params);
      if (!params.success) throw new errors.InvalidRequest('code, module and patient are needed');
      const { code, module, patient, parent } = params.data;
      const handoff = await partners.takeCode(code);
      const entry = { action: 'execute', type: 'handoff-token' } as const;
      // browsers set Origin, which pages cannot change; our own frame states its parent, which must be the partner's
      const sent = ctx.get('Origin');
      const page = sent === config.shellOrigin && parent !== undefined ? parent : sent;
      if (
        handoff === undefined ||
        page !== handoff.origin ||
        module !== handoff.module ||
        patient !== handoff.link.patientId
      ) {
        await audit({
          ...entry,
          outcome: 'refused',
          ...(handoff === undefined
            ? {}
            : {
                userId: handoff.link.principal,
                patientId: handoff.link.patientId,
                entity: `Partner/${handoff.link.partner.id}`,
              }),
        });
        if (!(await guesses.take(networkOfRaw(ctx.req))))
          throw Object.assign(new errors.CustomOIDCProviderError('temporarily_unavailable', 'Too many requests'), {
            statusCode: 429,
            status: 429,
          });
        throw new errors.InvalidGrant('the code is unknown, used, over, or for another page, module or person');
      }
      const { link } = handoff;
      const scope = `module:${module}`;
      const { audience } = config.identity;
      const accessToken = await saveToken(provider, { client: ctx.oidc.client, link, scope, audience });
      await audit({
        ...entry,
        outcome: 'success',
        userId: link.principal,
        patientId: link.patientId,
        entity: `Partner/${link.partner.id}`,
      });
      ctx.body = {
        access_token: accessToken,
        token_type: 'Bearer',
        expires_in: HANDOFF_TOKEN_SECONDS,
        scope,
        patient: link.patientId,
      };
    },
    ['code', 'module', 'patient', 'parent'],
  );
}

/** An access token for one module and one agreement's person. */
async function saveToken(
  provider: Provider,
  {
    client,
    link,
    scope,
    audience,
  }: {
    readonly client: NonNullable<KoaContextWithOIDC['oidc']['client']>;
    readonly link: PartnerLink;
    readonly scope: string;
    readonly audience: string;
  },
): Promise<string> {
  return new provider.AccessToken({
    client,
    accountId: link.account.id,
    grantId: link.principal,
    gty: HANDOFF_GRANT,
    scope,
    expiresIn: HANDOFF_TOKEN_SECONDS,
    resourceServer: {
      scope,
      scopes: new Set([scope]),
      audience,
      identifier: () => audience,
      accessTokenFormat: 'jwt',
      jwt: { sign: { alg: 'ES256' } },
    },
  }).save();
}

/** Claims of a page's token: agreement, person, and actor (RFC 8693, `act`). Undefined for other grants. */
export async function handoffClaims(
  token: { readonly gty?: string; readonly grantId?: string },
  partners: Partners,
): Promise<Record<string, unknown> | undefined> {
  if (token.gty !== HANDOFF_GRANT || token.grantId === undefined) return undefined;
  const link = await partners.linkBy(token.grantId);
  if (link === undefined) throw new errors.InvalidGrant('the agreement has ended');
  return { partner_link: link.principal, patient: link.patientId, act: { sub: link.partner.id } };
}
