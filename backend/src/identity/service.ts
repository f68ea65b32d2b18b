import formbody from '@fastify/formbody';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { z } from 'zod';
import { createServer } from '../kit/logger.ts';
import type { Platform } from '../kit/platform.ts';
import { networkOfCall } from '../kit/network.ts';
import { ServerError, answerWithErrorBody } from '../kit/server-error.ts';
import { rateLimitStore } from '../kit/usage-counts.ts';
import type { Account, Accounts } from './accounts.ts';
import type { OneTimeCodes } from './one-time-codes.ts';
import { described } from '../kit/route-schema.ts';
import { registerAccountApi } from './account-api.ts';
import { registerAccountPages } from './account-pages.ts';
import { asksNumber, PHONE_CODE, registerNumberPrompt, sendNumberPage } from './number-prompt.ts';
import { isOwnForm } from '../kit/pages/own-form.ts';
import {
  FormText,
  saveInteractionResult,
  interactionOf,
  pageContext,
  pageErrors,
  sendPage,
  withoutSession,
  type InteractionRoute,
} from './page-support.ts';
import { registerPageFiles } from '../kit/pages/page-files.ts';
import { messagePage, signInEndPage, signInPage, type FieldError, type SharedMark } from './pages.ts';
import { PROTOCOL, SHARED_DEVICE } from './protocol-docs.ts';
import { claimsOf, createProvider } from './provider.ts';
import { registerHandoff } from './handoff.ts';
import type { createPartTitles } from '../access/partner-scope.ts';
import { registerPartnerConsent, registerPartnersPage, sendConsentPage } from './partner-pages.ts';
import type { Partners } from './partners.ts';
import { registerPasswordQuestion } from './password-question.ts';
import { registerSessionApi, registerSessionPage } from './session-routes.ts';
import type { Sessions } from './sessions.ts';
import { createDeviceCookie } from './sign-in-guard.ts';
import type { SigningKeys } from './signing-keys.ts';
import { isSignedIn } from '../access/auth.ts';
import { MONITORING_HEADERS } from '../kit/cors.ts';

export interface IdentityParts {
  readonly accounts: Accounts;
  readonly codes: OneTimeCodes;
  readonly keys: SigningKeys;
  readonly sessions: Sessions;
  readonly partners: Partners;
  /** Module names for consent pages. */
  readonly partTitles: ReturnType<typeof createPartTitles>;
}

export interface IdentityServer {
  readonly app: FastifyInstance;
  /** Switches to rotated signing keys now instead of within a minute. */
  reloadKeys(): Promise<void>;
}

const RELOAD_KEYS_MS = 60_000;

const USER_INFO = described({
  service: 'identity',
  summary: 'Who the holder of an access token is (OpenID Connect).',
  security: 'bearer',
  access: 'user',
  answer: z.looseObject({
    sub: z.string(),
    preferred_username: z.string().optional(),
    box_user: z.string().optional(),
  }),
});
const SignInForm = z.object({ userName: FormText, password: FormText, lang: FormText, shared: FormText });

/** Unauthenticated provider calls that store data. */
const KEEPING: ReadonlySet<string> = new Set(['/connect/authorize', '/connect/endsession']);

/** The identity service: OpenID provider, pages, user info and account calls, on its own origin. */
export async function createIdentityServer(platform: Platform, parts: IdentityParts): Promise<IdentityServer> {
  const { config, auth, log } = platform;
  // the provider's keys are fixed, and all other state is in the database: new keys mean a new provider
  let provider = createProvider(platform, parts);
  let callback = provider.callback();
  const current = (): Provider => provider;
  const reloadKeys = async (): Promise<void> => {
    await parts.keys.reload();
    if (parts.keys.jwks.keys === signedWith) return;
    signedWith = parts.keys.jwks.keys;
    provider = createProvider(platform, parts);
    callback = provider.callback();
  };
  let signedWith = parts.keys.jwks.keys;
  const app = createServer(config, log, 'identity', {
    bodyLimit: 65_536,
    mayTakeTime: (request) => isSignedIn(auth, request),
  });
  answerWithErrorBody(app, 'ID_SERVER');
  await app.register(formbody);
  await app.register(rateLimit, {
    global: false,
    store: rateLimitStore(platform.counts, 'identity'),
    keyGenerator: (request) => `network ${networkOfCall(request)}`,
  });
  const own = [config.shellOrigin, ...(config.ops === undefined ? [] : [config.ops.origin])];
  app.addHook('onRequest', async ({ headers: { origin } }, reply) => {
    // the provider calls this synchronously while responding
    await platform.partnerOrigins.read(origin);
    reply.headers(pageHeaders(config.identity.issuer, [...own, ...platform.partnerOrigins.sentTo]));
  });

  app.get('/health', async () => ({ status: 'ok' }));
  await registerPageFiles(app);
  app.get('/favicon.ico', async (_request, reply) => reply.code(204).send());
  app.get('/', async (request, reply) => sendPage(reply, messagePage(pageContext(request, platform), 'signIn')));

  await app.register(async (scope) => {
    // the provider reads the body itself
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      // for the grants that count by it
      networkOfCall(request);
      reply.hijack();
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) reply.raw.setHeader(name, value);
      await callback(request.raw, reply.raw);
    };
    scope.route({ method: ['GET', 'POST', 'OPTIONS'], url: '/connect/userinfo', ...USER_INFO, handler: userInfo });
    // anyone can start interactions, which are stored for a while: limit them
    const limit = { rateLimit: { max: config.limits.apiPerMinuteUser, timeWindow: '1 minute' } };
    const errorHandler = pageErrors(platform);
    for (const [method, url, { config: doc }] of PROTOCOL) {
      scope.route({
        method,
        url,
        handler: handle,
        ...(KEEPING.has(url) ? { config: { ...doc, ...limit }, errorHandler } : { config: doc }),
      });
    }
    // redirects from pages, alternative spellings, and errors of the provider itself
    scope.all('/connect/*', { config: limit, errorHandler }, handle);
    scope.get('/.well-known/*', handle);
    scope.options('/.well-known/*', handle);
  });

  async function userInfo(request: FastifyRequest, reply: FastifyReply) {
    if (request.headers.origin === config.shellOrigin) {
      reply.headers({
        'access-control-allow-origin': config.shellOrigin,
        'access-control-allow-headers': `authorization, content-type, accept-language, x-timezone-offset, ${MONITORING_HEADERS}`,
      });
    }
    reply.headers({ vary: 'Origin', 'cache-control': 'no-store' });
    if (request.method === 'OPTIONS') return reply.code(204).send();
    try {
      const caller = await auth.authenticate(request);
      if (!caller.scope.includes('openid')) throw new ServerError('ACCESS_DENIED', 'The scope openid is needed');
      const account = await parts.accounts.find(caller.sub);
      if (account === undefined) throw new ServerError('NOT_FOUND', 'The account does not exist');
      // in user info only, not in a token stored by browsers
      return { ...claimsOf(account), ...(account.birthDate === undefined ? {} : { birthdate: account.birthDate }) };
    } catch (error) {
      if (error instanceof ServerError && error.code === 'UNAUTHORIZED')
        reply.header('www-authenticate', 'Bearer error="invalid_token"');
      throw error;
    }
  }

  registerSignIn(app, platform, current, parts);
  registerNumberPrompt(app, platform, current, parts);
  registerAccountApi(app, platform, parts);
  registerAccountPages(app, platform, current, parts);
  registerSessionApi(app, platform, parts.sessions);
  registerSessionPage(app, platform, current, parts);
  registerPasswordQuestion(app, platform, current, parts.accounts);
  // another record server has its own rights, without partners
  if (config.servesRecords) {
    registerHandoff(app, platform, parts.partners);
    registerPartnerConsent(app, platform, current, parts);
    registerPartnersPage(app, platform, current, parts);
  }

  const reloading = setInterval(() => {
    reloadKeys().catch((error: unknown) => log.warn({ err: error }, 'signing keys could not be read'));
  }, RELOAD_KEYS_MS);
  reloading.unref();
  app.addHook('onClose', async () => clearInterval(reloading));
  return { app, reloadKeys };
}

function registerSignIn(
  app: FastifyInstance,
  platform: Platform,
  provider: () => Provider,
  { accounts, codes, partners, sessions, partTitles }: Omit<IdentityParts, 'keys'>,
): void {
  const { config, audit } = platform;
  const deviceCookie = createDeviceCookie(config);
  const expired = (request: FastifyRequest<InteractionRoute>, reply: FastifyReply) =>
    sendPage(reply.code(400), signInEndPage(pageContext(request, platform), 'signin_expired', 'expiredHelp'));

  app.get<InteractionRoute>('/interaction/:uid', async (request, reply) => {
    const details = await interactionOf(provider(), request, reply);
    if (details === undefined) return expired(request, reply);
    if (asksNumber(details)) return sendNumberPage(request, reply, platform, details, { accounts });
    if (details.prompt.name === 'consent')
      return sendConsentPage(request, reply, platform, details, { accounts, partners, partTitles });
    const context = pageContext(request, platform, details.params['ui_locales']);
    const hint = details.params['login_hint'];
    const form = {
      userName: typeof hint === 'string' ? hint : '',
      shared: sharedOf(details, ''),
      ofApp: isOfApp(details),
    };
    return sendPage(reply, signInPage(context, actionOf(details.uid), form, []));
  });

  app.post<InteractionRoute>(
    '/interaction/:uid',
    {
      config: { rateLimit: { max: config.limits.signInPerMinuteIp, timeWindow: '1 minute' } },
      errorHandler: pageErrors(platform),
    },
    async (request, reply) => {
      if (!isOwnForm(request, config.identity.issuer))
        return sendPage(reply.code(403), messagePage(pageContext(request, platform), 'failed', 'badRequest'));
      const details = await interactionOf(provider(), request, reply);
      if (details === undefined) return expired(request, reply);
      const form = SignInForm.safeParse(request.body);
      const {
        userName,
        password,
        lang,
        shared: ticked,
      } = form.success ? form.data : { userName: '', password: '', lang: undefined, shared: '' };
      const shared = sharedOf(details, ticked);
      const context = pageContext(request, platform, lang, details.params['ui_locales']);
      const again = (status: number, errors: readonly FieldError[]) =>
        sendPage(
          reply.code(status),
          signInPage(context, actionOf(details.uid), { userName, shared, ofApp: isOfApp(details) }, errors),
        );

      const missing: FieldError[] = [];
      if (userName.trim() === '') missing.push({ field: 'userName', key: 'phoneMissing' });
      if (password === '') missing.push({ field: 'password', key: 'passwordMissing' });
      if (missing.length > 0) return again(422, missing);

      const deviceOf = (proven: Account): string | undefined => deviceCookie.read(request, proven.id);
      const result = await accounts.signIn(userName, password, { ip: request.ip, deviceOf });
      const { proven } = result;
      if (result.kind !== 'ok') {
        await audit({
          action: 'execute',
          type: 'login',
          outcome: 'refused',
          requestId: request.id,
          ...(proven === undefined ? {} : { userId: proven.boxUser }),
        });
        if (result.kind === 'refused') return again(401, [{ field: 'userName', key: 'refused' }]);
        const minutes = Math.max(1, Math.ceil((result.until.getTime() - Date.now()) / 60_000));
        return again(423, [{ field: 'userName', key: 'locked', values: { minutes } }]);
      }
      // without the stored session nobody was signed in
      await audit(
        { action: 'execute', type: 'login', outcome: 'success', userId: result.account.boxUser, requestId: request.id },
        platform.db,
        'with the next',
      );
      // the next person on a shared device is not the one last signed in there
      const isKnown = proven !== undefined && deviceOf(proven) !== undefined;
      if (!isKnown && shared === 'no') deviceCookie.write(reply, result.account.id);
      await proveBySignIn(details, result.account, { accounts, codes });
      await endSessionBefore(details, result.account.id, shared !== 'no', sessions);
      const next = await saveInteractionResult(details, {
        login: { accountId: result.account.id, amr: ['pwd'], remember: shared === 'no' },
      });
      return reply.header('cache-control', 'no-store').redirect(next, 303);
    },
  );

  // the app handles sign-up: its request is answered in its window, and it continues
  app.post<InteractionRoute>(
    '/interaction/:uid/create-account',
    { config: { access: 'signed', rateLimit: { max: config.limits.signInPerMinuteIp, timeWindow: '1 minute' } } },
    async (request, reply) => {
      const details = isOwnForm(request, config.identity.issuer)
        ? await interactionOf(provider(), request, reply)
        : undefined;
      if (details === undefined) return expired(request, reply);
      // a partner knows of no such wish
      if (!isOfApp(details)) return reply.redirect(`${config.shellOrigin}/signup`, 303);
      const next = await saveInteractionResult(details, {
        error: 'create_account',
        error_description: 'The person wants an account',
      });
      return reply.header('cache-control', 'no-store').redirect(next, 303);
    },
  );

  function isOfApp({ params }: Interaction): boolean {
    return params['client_id'] === config.identity.clientId;
  }
}

type Interaction = NonNullable<Awaited<ReturnType<typeof interactionOf>>>;

/** Whether the device is shared: stated by the app, or ticked by the person. */
function sharedOf({ params }: Interaction, ticked: string): SharedMark {
  if (params[SHARED_DEVICE] === 'true') return 'stated';
  return ticked === 'yes' ? 'ticked' : 'no';
}

/** A number proved before sign-in, in the requesting app, is assigned to the account whose password is given now. */
async function proveBySignIn(
  { params }: Interaction,
  account: Account,
  { accounts, codes }: Pick<IdentityParts, 'accounts' | 'codes'>,
): Promise<void> {
  const code = params[PHONE_CODE];
  if (account.phoneVerified || typeof code !== 'string') return;
  if (await codes.takeProof(code, account.userName)) await accounts.prove(account.id, account.phone);
}

/**
 * Ends the previous session with all tokens if someone else signs in, or the same person with a different shared-device
 * flag. The provider would use a self-submitting page for that, but these pages run no scripts.
 */
async function endSessionBefore(
  interaction: Interaction,
  accountId: string,
  isShared: boolean,
  sessions: Pick<Sessions, 'end' | 'isShared'>,
): Promise<void> {
  const { session } = interaction;
  if (session?.accountId === undefined || session.uid === undefined) return;
  if (session.accountId === accountId && (await sessions.isShared(session.uid)) === isShared) return;
  await sessions.end(session.accountId, session.uid);
  await withoutSession(interaction);
}

function actionOf(uid: string): string {
  return `/interaction/${uid}`;
}

function pageHeaders(issuer: string, clientOrigins: readonly string[]): Record<string, string> {
  return {
    // form-action also restricts redirects after a POST, which go back to the app
    'content-security-policy': `default-src 'none'; img-src 'self'; style-src 'self'; font-src 'self'; form-action 'self' ${clientOrigins.join(' ')}; base-uri 'none'; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // 'no-referrer' would make browsers send "Origin: null"
    'referrer-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), bluetooth=()',
    ...(issuer.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}
