import { LOCALES } from '@phr/contract/locale';
import { matchLocale } from '@phr/i18n/locale';
import { COHORTS_CLAIM } from '../access/cohort.ts';
import { OPS_CALLBACK, OPS_SCOPE, SCOPES } from '../access/scopes.ts';
import {
  errors,
  interactionPolicy,
  Provider,
  type AdapterPayload,
  type ClientMetadata,
  type Configuration,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import type { Config } from '../kit/config.ts';
import type { Platform } from '../kit/platform.ts';
import { Html } from '../kit/html.ts';
import { isOperator, needsNumber, type Account, type Accounts } from './accounts.ts';
import { cohortsOf } from './cohorts.ts';
import { createAdapterFactory, idleLife, sharedTokenLife } from './adapter.ts';
import { grantHandoff, handoffClaims } from './handoff.ts';
import { messagePage, signInEndPage, signOutPage, type PageContext } from './pages.ts';
import { NEEDS_NUMBER, PHONE_CODE, withNumberPrompt } from './number-prompt.ts';
import type { Partner, Partners } from './partners.ts';
import { EMBED_CLIENT, HANDOFF_GRANT, SHARED_DEVICE } from './protocol-docs.ts';
import type { Sessions } from './sessions.ts';
import type { SigningKeys } from './signing-keys.ts';

/** Claims of a person in user info and id token. */
export function claimsOf(account: Account): Record<string, string | boolean> & { sub: string } {
  return {
    sub: account.id,
    preferred_username: account.userName,
    name: account.fullName,
    ...(account.email === undefined ? {} : { email: account.email }),
    phone_number: account.phone,
    phone_number_verified: account.phoneVerified,
    box_user: account.boxUser,
  };
}

/** Allowed redirect URIs. */
function clientAddresses(config: Config): { redirect: string[]; afterSignOut: string[] } {
  return {
    redirect: [`${config.shellOrigin}/auth-cb`, `${config.shellOrigin}/oneid-cb`],
    afterSignOut: [
      `${config.shellOrigin}/`,
      `${config.shellOrigin}/signin`,
      ...config.partnerOrigins.map((origin) => `${origin}/`),
    ],
  };
}

/** The product's own client, and the one of partner pages. */
function clientsOf(config: Config): ClientMetadata[] {
  const addresses = clientAddresses(config);
  return [
    {
      client_id: config.identity.clientId,
      client_name: 'phr',
      token_endpoint_auth_method: 'none',
      application_type: 'web',
      redirect_uris: addresses.redirect,
      post_logout_redirect_uris: addresses.afterSignOut,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      scope: SCOPES.join(' '),
      id_token_signed_response_alg: 'ES256',
      // the page counts a session's age by the service's own clock
      require_auth_time: true,
    },
    {
      // every partner's page, in the hand-off grant alone
      client_id: EMBED_CLIENT,
      client_name: 'embed',
      token_endpoint_auth_method: 'none',
      application_type: 'web',
      redirect_uris: [],
      grant_types: [HANDOFF_GRANT],
      response_types: [],
    },
    ...(config.ops === undefined ? [] : [clientOfOperators(config.ops)]),
  ];
}

/** The release service's operator pages: their token is limited to that, and no other client gets their scope. */
function clientOfOperators({ clientId, origin }: NonNullable<Config['ops']>): ClientMetadata {
  return {
    client_id: clientId,
    client_name: 'phr operators',
    token_endpoint_auth_method: 'none',
    application_type: 'web',
    redirect_uris: [`${origin}${OPS_CALLBACK}`],
    grant_types: ['authorization_code'],
    response_types: ['code'],
    id_token_signed_response_alg: 'ES256',
  };
}

/** partners learn who a person is, but get no API token */
function clientOfPartner({ id, name, redirectUris }: Partner): AdapterPayload {
  return {
    client_id: id,
    client_name: name,
    token_endpoint_auth_method: 'none',
    application_type: 'web',
    redirect_uris: [...redirectUris],
    grant_types: ['authorization_code'],
    response_types: ['code'],
    scope: 'openid',
    id_token_signed_response_alg: 'ES256',
  };
}

/** cookie prefixes keep other hosts of the domain from setting them */
function cookiesOf(config: Config, secure: boolean): NonNullable<Configuration['cookies']> {
  return {
    keys: [config.secrets.cookieKey],
    names: secure
      ? { session: '__Host-phr-session', interaction: '__Secure-phr-interaction', resume: '__Secure-phr-resume' }
      : { session: 'phr-session', interaction: 'phr-interaction', resume: 'phr-resume' },
    long: { signed: true, httpOnly: true, sameSite: 'lax', path: '/', secure },
    short: { signed: true, httpOnly: true, sameSite: 'lax', secure },
  };
}

/** Seconds that tokens and sessions live. */
function lifetimesOf(sessions: Config['sessions']): NonNullable<Configuration['ttl']> {
  return {
    AccessToken: (_ctx, token) => token.resourceServer?.accessTokenTTL ?? sessions.accessToken,
    AuthorizationCode: 60,
    IdToken: sessions.accessToken,
    Interaction: 1_800,
    Grant: sessions.refreshToken,
    // a rotated token keeps the end of the first one
    RefreshToken: (ctx) => ctx.oidc.entities.RotatedRefreshToken?.remainingTTL ?? sessions.refreshToken,
    Session: (ctx, session) => {
      const now = Math.floor(Date.now() / 1_000);
      const age = session.loginTs === undefined ? 0 : now - session.loginTs;
      // on a shared device only a password or refresh proves presence: anyone may open pages
      const idle =
        session.transient !== true
          ? idleLife(sessions)
          : ctx.oidc.result?.login === undefined && session.exp !== undefined
            ? session.exp - now
            : sessions.sharedIdle;
      return Math.max(1, Math.min(idle, sessions.absolute - age));
    },
  };
}

/** Sign-out: immediate if requested by the app itself, otherwise confirmed. */
function signOutFeature(config: Config): NonNullable<NonNullable<Configuration['features']>['rpInitiatedLogout']> {
  return {
    enabled: true,
    async logoutSource(ctx, form) {
      // this session's id token proves that the app asks, and it has already confirmed
      const hinted = ctx.oidc.entities.IdTokenHint?.payload;
      if (
        hinted !== undefined &&
        typeof hinted === 'object' &&
        'sub' in hinted &&
        hinted.sub === ctx.oidc.session?.accountId
      )
        return endSession(ctx);
      ctx.body = signOutPage(contextOf(ctx, config), new Html(form));
    },
    async postLogoutSuccessSource(ctx) {
      ctx.body = messagePage(contextOf(ctx, config), 'signedOut');
    },
  };
}

/** Fixed settings: code flow with PKCE, signed tokens, rotating refresh tokens. */
const PROTOCOL = {
  clientDefaults: { id_token_signed_response_alg: 'ES256' },
  scopes: SCOPES,
  // tells the app that nothing may stay in this browser, whether or not it sent the parameter
  claims: {
    openid: ['sub', SHARED_DEVICE],
    profile: ['name', 'preferred_username', 'box_user'],
    email: ['email'],
    phone: ['phone_number', 'phone_number_verified'],
  },
  conformIdTokenClaims: false,
  responseTypes: ['code'],
  subjectTypes: ['public'],
  clientAuthMethods: ['none'],
  extraParams: [PHONE_CODE, SHARED_DEVICE],
  routes: {
    authorization: '/connect/authorize',
    token: '/connect/token',
    end_session: '/connect/endsession',
    jwks: '/connect/jwks',
    revocation: '/connect/revocation',
  },
  pkce: { required: () => true },
  enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
  rotateRefreshToken: true,
  // offline_access is dropped without a consent prompt, and our own client needs none
  issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
  // signing out ends refresh tokens too
  expiresWithSession: () => true,
} satisfies Configuration;

export interface ProviderParts {
  readonly accounts: Accounts;
  readonly keys: Pick<SigningKeys, 'jwks'>;
  readonly sessions: Pick<Sessions, 'announceEnd' | 'endByGrant' | 'isShared' | 'note'>;
  readonly partners: Partners;
}

/**
 * The OpenID provider: code flow with PKCE for the product's own client, signed access tokens for the APIs. Partners
 * use the same flow to identify people, without API tokens; their pages use the hand-off grant.
 */
export function createProvider(
  platform: Pick<Platform, 'config' | 'counts' | 'db' | 'audit' | 'log' | 'partnerOrigins'>,
  parts: ProviderParts,
): Provider {
  const { accounts, keys, partners } = parts;
  const { config, audit, log } = platform;
  const { sessions, identity } = config;
  const scope = SCOPES.join(' ');
  const secure = identity.issuer.startsWith('https:');
  const isOnSharedDevice = async (token: object | undefined): Promise<boolean> =>
    token !== undefined &&
    'sessionUid' in token &&
    typeof token.sessionUid === 'string' &&
    parts.sessions.isShared(token.sessionUid);

  const isOfOperators = (clientId: string): boolean => clientId === config.ops?.clientId;
  const callsApis = (clientId: string): boolean => clientId === identity.clientId || isOfOperators(clientId);
  /** non-operators can sign in, but their token allows nothing */
  const scopeOfOperator = async ({ oidc }: KoaContextWithOIDC): Promise<string> => {
    const id = oidc.entities.AuthorizationCode?.accountId ?? oidc.session?.accountId;
    const account = id === undefined ? undefined : await accounts.find(id);
    return account !== undefined && isOperator(account, config.ops?.operators ?? []) ? OPS_SCOPE : '';
  };

  const configuration: Configuration = {
    ...PROTOCOL,
    adapter: createAdapterFactory(platform.db, sessions, async (id) => {
      const partner = config.servesRecords ? await partners.find(id) : undefined;
      return partner === undefined ? undefined : clientOfPartner(partner);
    }),
    jwks: keys.jwks,
    clients: clientsOf(config),
    // the built-in user info rejects tokens with an audience, so ours is served separately
    discovery: { userinfo_endpoint: `${identity.issuer}/connect/userinfo`, ui_locales_supported: [...LOCALES] },
    cookies: cookiesOf(config, secure),
    ttl: lifetimesOf(sessions),
    interactions: {
      policy: withNumberPrompt(askingOnSharedDevices()),
      url: (_ctx, interaction) => `/interaction/${interaction.uid}`,
    },
    clientBasedCORS: (_ctx, origin, client) =>
      origin === config.shellOrigin || (client.clientId === EMBED_CLIENT && platform.partnerOrigins.known.has(origin)),
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
      pushedAuthorizationRequests: { enabled: false },
      dPoP: { enabled: false },
      rpInitiatedLogout: signOutFeature(config),
      resourceIndicators: {
        enabled: true,
        defaultResource: (_ctx, client) => (callsApis(client.clientId) ? identity.audience : undefined),
        useGrantedResource: () => true,
        async getResourceServerInfo(ctx, _resource, client) {
          if (!callsApis(client.clientId)) throw new errors.InvalidTarget('this client gets no token for an API');
          const accessTokenTTL = (await isOnSharedDevice(
            ctx.oidc.entities.RefreshToken ?? ctx.oidc.entities.AuthorizationCode,
          ))
            ? sharedTokenLife(sessions)
            : sessions.accessToken;
          return {
            scope: isOfOperators(client.clientId) ? await scopeOfOperator(ctx) : scope,
            audience: identity.audience,
            accessTokenFormat: 'jwt',
            accessTokenTTL,
            jwt: { sign: { alg: 'ES256' } },
          };
        },
      },
    },
    async findAccount(_ctx, sub, token) {
      const account = await accounts.find(sub);
      return account === undefined
        ? undefined
        : {
            accountId: sub,
            [NEEDS_NUMBER]: needsNumber(account),
            claims: async () => ({
              ...claimsOf(account),
              ...((await isOnSharedDevice(token)) ? { [SHARED_DEVICE]: true } : {}),
            }),
          };
    },
    async extraTokenClaims(_ctx, token) {
      if (!('accountId' in token)) return undefined;
      const handedOver = await handoffClaims(token, partners);
      if (handedOver !== undefined) return handedOver;
      const account = await accounts.find(token.accountId);
      if (account === undefined) return undefined;
      const cohorts = await cohortsOf(platform.db, account.id);
      return {
        box_user: account.boxUser,
        ...(token.sessionUid === undefined ? {} : { sid: token.sessionUid }),
        ...(cohorts.length === 0 ? {} : { [COHORTS_CLAIM]: cohorts }),
      };
    },
    async loadExistingGrant(ctx) {
      const { client, session, provider } = ctx.oidc;
      if (client === undefined || session?.accountId === undefined) return undefined;
      const isOwn = callsApis(client.clientId);
      const granted = isOfOperators(client.clientId) ? OPS_SCOPE : scope;
      // a partner's consent is the person's agreement; without one, ask
      if (!isOwn && (await partners.linkOf(client.clientId, session.accountId)) === undefined) return undefined;
      await parts.sessions.note(session.uid, session.accountId, ctx.get('user-agent'));
      const known = session.grantIdFor(client.clientId);
      const grant = known === undefined ? undefined : await provider.Grant.find(known);
      if (grant !== undefined) return grant;
      // the product's own clients need no consent page
      const made = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      made.addOIDCScope(client.clientId === identity.clientId ? scope : 'openid');
      if (isOwn) made.addResourceScope(identity.audience, granted);
      await made.save();
      return made;
    },
    async renderError(ctx, out) {
      ctx.type = 'html';
      const expired = out.error === 'invalid_request' && /session|interaction/i.test(out.error_description ?? '');
      ctx.body = expired
        ? signInEndPage(contextOf(ctx, config), 'signin_expired', 'expiredHelp')
        : signInEndPage(contextOf(ctx, config), 'signin_failed', ctx.status >= 500 ? 'failedHelp' : 'badRequest');
    },
  };

  const provider = new Provider(identity.issuer, configuration);
  grantHandoff(provider, platform, partners);
  endRevoked(provider, platform, parts);
  // with a public https URL a proxy terminates TLS and sets X-Forwarded-Proto
  provider.proxy = secure;
  provider.on('server_error', (_ctx, error) => log.error({ err: error }, 'identity service failed'));
  provider.on('end_session.success', (ctx) => {
    const { session } = ctx.oidc;
    const announceEnd = async (): Promise<void> => {
      if (session !== undefined) await parts.sessions.announceEnd(session.uid);
      const account = session?.accountId === undefined ? undefined : await accounts.find(session.accountId);
      await audit({
        action: 'execute',
        type: 'logout',
        outcome: 'success',
        ...(account === undefined ? {} : { userId: account.boxUser }),
      });
    };
    announceEnd().catch((error: unknown) => log.error({ err: error }, 'the end of a session could not be told'));
  });
  return provider;
}

/**
 * The provider's prompt rules plus one: a shared device's session only answers the request in which the password was
 * given.
 */
function askingOnSharedDevices(): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base();
  policy
    .get('login')
    ?.checks.add(
      new interactionPolicy.Check(
        'shared_device',
        'End-User authentication is required on a shared device',
        'login_required',
        ({ oidc }) =>
          oidc.session?.accountId !== undefined && oidc.session.transient === true && oidc.result?.login === undefined
            ? interactionPolicy.Check.REQUEST_PROMPT
            : interactionPolicy.Check.NO_NEED_TO_PROMPT,
      ),
    );
  return policy;
}

/**
 * Reuse or revocation of a code or refresh token ends the session with all tokens, including access tokens. A code
 * tried with a wrong verifier or redirect URI is consumed.
 */
function endRevoked(
  provider: Provider,
  { audit }: Pick<Platform, 'audit'>,
  { accounts, sessions }: Pick<ProviderParts, 'accounts' | 'sessions'>,
): void {
  const revoked = new WeakMap<object, string>();
  provider.on('grant.revoked', (ctx, grantId) => revoked.set(ctx, grantId));
  provider.use(async (ctx, next) => {
    await next();
    const { oidc } = ctx as Partial<KoaContextWithOIDC>;
    const isReplay = oidc?.route === 'token' && ctx.status >= 400 && ctx.status < 500;
    // a partner's own access token ends alone
    const isRevocation = oidc?.route === 'revocation' && oidc.entities.RefreshToken !== undefined;
    const grantId = revoked.get(ctx);
    if (grantId !== undefined && (isReplay || isRevocation)) {
      const accountId = await sessions.endByGrant(grantId);
      const account = accountId === undefined ? undefined : await accounts.find(accountId);
      const what = isReplay
        ? ({ type: 'token-replayed', outcome: 'refused' } as const)
        : ({ type: 'token-revoked', outcome: 'success' } as const);
      await audit({ action: 'execute', ...what, ...(account === undefined ? {} : { userId: account.boxUser }) });
      return;
    }
    const code = isReplay && oidc.params?.['grant_type'] === 'authorization_code' ? oidc.params['code'] : undefined;
    if (typeof code === 'string')
      await (await provider.AuthorizationCode.find(code, { ignoreExpiration: true }))?.destroy();
  });
}

/** Ends the session with all its grants, then redirects as requested. */
async function endSession(ctx: KoaContextWithOIDC): Promise<void> {
  const { session, provider, params } = ctx.oidc;
  if (session === undefined) return;
  const grants = Object.values(session.authorizations ?? {}).flatMap((item) => item.grantId ?? []);
  for (const grantId of grants) {
    await provider.RefreshToken.revokeByGrantId(grantId);
    await provider.AuthorizationCode.revokeByGrantId(grantId);
  }
  await session.destroy();
  ctx.cookies.set(provider.cookieName('session'), null, { path: '/' });
  provider.emit('end_session.success', ctx);

  const wanted = params?.['post_logout_redirect_uri'];
  const target = new URL(typeof wanted === 'string' ? wanted : '/connect/endsession/success', provider.issuer);
  const state = params?.['state'];
  if (typeof wanted === 'string' && typeof state === 'string') target.searchParams.set('state', state);
  ctx.status = 303;
  ctx.redirect(target.href);
}

function contextOf(ctx: KoaContextWithOIDC, config: Config): PageContext {
  const wanted = ctx.oidc.params?.['ui_locales'];
  return {
    config,
    locale: matchLocale(typeof wanted === 'string' ? wanted : undefined, ctx.get('accept-language')),
  };
}
