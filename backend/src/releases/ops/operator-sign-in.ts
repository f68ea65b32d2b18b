import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { OPS_CALLBACK, OPS_SCOPE } from '../../access/scopes.ts';
import { createDiscovery } from '../../kit/discovery.ts';
import type { Caller, Platform } from '../../kit/platform.ts';
import { ServerError } from '../../kit/server-error.ts';
import { createSignedTokens } from '../../kit/signed-token.ts';

const FLOW_SECONDS = 600;
const ASK_MS = 10_000;
const Answer = z.object({ access_token: z.string(), expires_in: z.number().int().positive() });
const Callback = z.object({ code: z.string().max(500), state: z.string().max(200) });

/** Who is viewing the operators' pages: 'stranger' for a person who is signed in but is not an operator. */
export type Visitor = { readonly operator: Caller } | 'stranger' | 'nobody';

export interface OperatorSignIn {
  visitorOf(request: FastifyRequest): Promise<Visitor>;
  /** Redirects the browser to the identity service, which then redirects back to a page. */
  begin(reply: FastifyReply, page: string, prompt?: 'login'): Promise<FastifyReply>;
  /**
   * Handles the identity service's response; undefined when the response does not belong to this browser's sign-in
   * request.
   */
  finish(request: FastifyRequest, reply: FastifyReply): Promise<string | undefined>;
  /** Signs the operator out in this browser. Returns the identity service's sign-out address, if it has one. */
  end(reply: FastifyReply): Promise<string | undefined>;
}

/**
 * Sign-in for the operators' pages: code flow with PKCE at the identity service. The browser keeps the access token in
 * a cookie that scripts cannot read and that is sent to these pages only, so that access ends when the session or the
 * token ends.
 */
export function createOperatorSignIn(
  { config, auth }: Pick<Platform, 'config' | 'auth'>,
  ops: OpsAddress,
): OperatorSignIn {
  const discover = createDiscovery(config.identity.issuer);
  const flows = createSignedTokens(config.secrets.cookieKey, 'sign-in of operators');
  const secure = ops.origin.startsWith('https:');
  const name = (bare: string): string => (secure ? `__Secure-${bare}` : bare);
  const [tokenCookie, flowCookie] = [name('phr-ops'), name('phr-ops-flow')];
  const redirectUri = `${ops.origin}${OPS_CALLBACK}`;

  const keep = (reply: FastifyReply, cookie: string, value: string, seconds: number, path = '/ops'): void => {
    reply.header(
      'set-cookie',
      `${cookie}=${value}; path=${path}; max-age=${seconds}; samesite=lax; httponly${secure ? '; secure' : ''}`,
    );
  };

  const callerOf = (token: string): Promise<Caller | undefined> =>
    auth.verify(token).catch((error: unknown) => {
      if (error instanceof ServerError && ['UNAUTHORIZED', 'ACCESS_DENIED'].includes(error.code)) return undefined;
      throw error;
    });

  return {
    async visitorOf(request) {
      const token = cookieOf(request, tokenCookie);
      const caller = token === undefined ? undefined : await callerOf(token);
      if (caller === undefined) return 'nobody';
      return caller.scope.includes(OPS_SCOPE) ? { operator: caller } : 'stranger';
    },
    async begin(reply, page, prompt) {
      const [state, verifier] = [randomBytes(24).toString('base64url'), randomBytes(32).toString('base64url')];
      keep(reply, flowCookie, flows.make({ state, verifier, page }, FLOW_SECONDS), FLOW_SECONDS, OPS_CALLBACK);
      const to = new URL((await discover()).authorization_endpoint);
      const query = {
        client_id: ops.clientId,
        response_type: 'code',
        redirect_uri: redirectUri,
        scope: `openid ${OPS_SCOPE}`,
        state,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        ...(prompt === undefined ? {} : { prompt }),
      };
      for (const [key, value] of Object.entries(query)) to.searchParams.set(key, value);
      return reply.redirect(to.href, 303);
    },
    async finish(request, reply) {
      const flow = flows.read(cookieOf(request, flowCookie) ?? '');
      const given = Callback.safeParse(request.query);
      if (flow === undefined || flow === 'expired' || !given.success || given.data.state !== flow['state'])
        return undefined;
      const answer = await fetch((await discover()).token_endpoint, {
        method: 'POST',
        signal: AbortSignal.timeout(ASK_MS),
        body: new URLSearchParams({
          client_id: ops.clientId,
          grant_type: 'authorization_code',
          code: given.data.code,
          redirect_uri: redirectUri,
          code_verifier: flow['verifier'] ?? '',
        }),
      });
      if (!answer.ok) return undefined;
      const { access_token: token, expires_in: seconds } = Answer.parse(await answer.json());
      keep(reply, flowCookie, '', 0, OPS_CALLBACK);
      keep(reply, tokenCookie, token, seconds);
      return flow['page'] ?? '/ops/modules';
    },
    async end(reply) {
      keep(reply, tokenCookie, '', 0);
      return (await discover()).end_session_endpoint;
    },
  };
}

/** The address of the operators' pages, and their client id at the identity service. */
export interface OpsAddress {
  readonly origin: string;
  readonly clientId: string;
}

function cookieOf({ headers }: FastifyRequest, name: string): string | undefined {
  const pair = (headers.cookie ?? '').split('; ').find((item) => item.startsWith(`${name}=`));
  return pair === undefined || pair.length === name.length + 1 ? undefined : pair.slice(name.length + 1);
}
