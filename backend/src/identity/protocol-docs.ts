import type { HTTPMethods } from 'fastify';
import { z } from 'zod';
import { described, type RouteDoc } from '../kit/route-schema.ts';

/** Grant by which a partner's page exchanges its one-time code, and the public client of all such pages. */
export const HANDOFF_GRANT = 'urn:phr:params:oauth:grant-type:handoff';
export const EMBED_CLIENT = 'phr-embed';
/** Authorization request parameter and id token claim: the device is shared. */
export const SHARED_DEVICE = 'shared_device';

const FORM = 'application/x-www-form-urlencoded';
const text = z.string().max(4_000);

const Authorize = z.object({
  client_id: text,
  redirect_uri: z.url(),
  response_type: z.literal('code'),
  scope: text.meta({ description: 'openid and what else is asked for, with spaces' }),
  code_challenge: text,
  code_challenge_method: z.literal('S256'),
  state: text.optional(),
  nonce: text.optional(),
  resource: z.url().optional(),
  prompt: z.enum(['none', 'login']).optional(),
  max_age: z.int().min(0).optional(),
  ui_locales: text.optional(),
  login_hint: text.optional(),
  id_token_hint: text.optional(),
  [SHARED_DEVICE]: z.literal('true').optional().meta({
    description:
      'many people use this device: a session of its own that ends with the browser and signs nobody in again',
  }),
  phone_code: text.optional().meta({ description: 'Id of a code that has proven a phone number before the sign-in.' }),
});
const ByCode = z.object({
  grant_type: z.literal('authorization_code'),
  client_id: text,
  code: text,
  redirect_uri: z.url(),
  code_verifier: text,
  resource: z.url().optional(),
});
const ByRefresh = z.object({
  grant_type: z.literal('refresh_token'),
  client_id: text,
  refresh_token: text,
  scope: text.optional(),
  resource: z.url().optional(),
});
const ByHandoff = z.object({
  grant_type: z.literal(HANDOFF_GRANT),
  client_id: z.literal(EMBED_CLIENT),
  code: text,
  module: text,
  patient: text,
});
const Tokens = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int(),
  scope: z.string(),
  id_token: z.string().optional(),
  refresh_token: z.string().optional(),
  patient: z.string().optional(),
});
const Revoke = z.object({
  client_id: text,
  token: text,
  token_type_hint: z.enum(['refresh_token', 'access_token']).optional(),
});
const EndSession = z.object({
  id_token_hint: text.optional(),
  client_id: text.optional(),
  post_logout_redirect_uri: z.url().optional(),
  state: text.optional(),
  ui_locales: text.optional(),
});
const Discovery = z.looseObject({
  issuer: z.url(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  userinfo_endpoint: z.url(),
  end_session_endpoint: z.url(),
  revocation_endpoint: z.url(),
  jwks_uri: z.url(),
  scopes_supported: z.array(z.string()),
  response_types_supported: z.array(z.string()),
  code_challenge_methods_supported: z.array(z.string()),
});
const Keys = z.object({
  keys: z.array(
    z.looseObject({ kty: z.string(), kid: z.string(), use: z.string().optional(), alg: z.string().optional() }),
  ),
});

const call = (
  method: HTTPMethods,
  url: string,
  doc: Omit<RouteDoc, 'service' | 'security' | 'oauth'>,
): readonly [HTTPMethods, string, { config: { doc: RouteDoc } }] => [
  method,
  url,
  described({ ...doc, service: 'identity', security: 'none', oauth: true }),
];

export const HandoffRequest = z.object({
  subject: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .meta({ description: 'the person: sub of the id token that her agreement gave the partner' }),
  module: z.string().regex(/^[a-z][a-z0-9-]{1,40}$/),
  origin: z.string().max(200).meta({ description: 'of the page that will trade the code' }),
});

/** Request of a partner's server before its page shows a module (ADR 0043); Basic authentication with id and secret. */
export const HANDOFF = described({
  service: 'identity',
  summary: "Makes a one-time code for a partner's page: one person who agreed, one module, one origin.",
  security: 'none',
  access: 'signed',
  oauth: true,
  body: HandoffRequest,
  bodyType: FORM,
  answer: z.object({ code: z.string(), expires_in: z.int(), patient: z.string() }),
});

/** OpenID Connect endpoints as configured: one flow (code with PKCE), public clients, rotating refresh tokens. */
export const PROTOCOL: readonly (readonly [HTTPMethods, string, { config: { doc: RouteDoc } }])[] = [
  call('GET', '/.well-known/openid-configuration', {
    summary: 'What this provider offers, and where (OpenID Connect Discovery).',
    answer: Discovery,
  }),
  call('GET', '/connect/jwks', {
    summary: 'The public keys of the tokens, those of the last rotation included.',
    answer: Keys,
  }),
  call('GET', '/connect/authorize', {
    summary: 'Begins a sign-in; leads to the page of sign-in, or back to the app with a code.',
    access: 'signed',
    query: Authorize,
    status: 303,
  }),
  call('POST', '/connect/authorize', {
    summary: 'The same with its parameters in a form.',
    access: 'signed',
    body: Authorize,
    bodyType: FORM,
    status: 303,
  }),
  call('POST', '/connect/token', {
    summary: "Changes a code, a refresh token, or the one-time code of a partner's page, into tokens.",
    access: 'signed',
    body: z.union([ByCode, ByRefresh, ByHandoff]),
    bodyType: FORM,
    answer: Tokens,
  }),
  call('POST', '/connect/revocation', {
    summary:
      'Ends a refresh token and what came of it: the session with its tokens and sockets (RFC 7009). Access tokens are signed and are not revoked alone (unsupported_token_type).',
    access: 'signed',
    body: Revoke,
    bodyType: FORM,
  }),
  call('GET', '/connect/endsession', {
    summary: 'Ends the sign-in session after a question; leads back to the app when it is named.',
    access: 'signed',
    query: EndSession,
    answerType: 'text/html',
    answer: z.string(),
  }),
  call('POST', '/connect/endsession', {
    summary: 'The same with its parameters in a form.',
    access: 'signed',
    body: EndSession,
    bodyType: FORM,
    answerType: 'text/html',
    answer: z.string(),
  }),
];
