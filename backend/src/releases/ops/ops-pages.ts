import formbody from '@fastify/formbody';
import { matchLocale } from '@phr/i18n/locale';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { isOwnForm } from '../../kit/pages/own-form.ts';
import { registerPageFiles } from '../../kit/pages/page-files.ts';
import type { Caller, Platform } from '../../kit/platform.ts';
import { toErrorResponse } from '../../kit/server-error.ts';
import { OPS_CALLBACK } from '../../access/scopes.ts';
import type { ChannelStore } from '../channel-store.ts';
import { parse, ReasonOnly } from '../commands.ts';
import { Name, Version } from '../manifest.ts';
import { ReleaseError } from '../release-error.ts';
import type { ReleaseStore } from '../release-store.ts';
import { actorOfPerson, makeTeamKeys, revokeKey } from '../team-keys.ts';
import { doAction, OPS_ACTIONS, OpsFields, words } from './actions.ts';
import type { KeyAction, Typed } from './fields.ts';
import { createForms, type Forms } from './forms.ts';
import { hrefTo, messagePage, OPS_STYLE_PATH, type OpsContext } from './frame.ts';
import { keysPage, type KeysView } from './keys-page.ts';
import { listPage } from './list-page.ts';
import { modulePage, type ModuleView } from './module-page.ts';
import { createOperatorSignIn, type OperatorSignIn } from './operator-sign-in.ts';
import { readEnvironments, readHistory, readKeys, readModules, readReleases } from './read.ts';
import { versionPage } from './version-page.ts';

export interface OpsPagesParts {
  readonly platform: Pick<Platform, 'config' | 'log' | 'db' | 'auth'>;
  readonly channels: ChannelStore;
  readonly releases: ReleaseStore;
}

const Query = z.object({
  lang: z.string().optional().catch(undefined),
  environment: Name.optional().catch(undefined),
  against: Version.optional().catch(undefined),
  done: z.string().optional().catch(undefined),
});
const OfModule = z.object({ m: Name });
const OfAction = OfModule.extend({ action: z.enum(OPS_ACTIONS) });
const OfVersion = OfModule.extend({ v: Version });
const KeyForm = z.object({
  form: z.string().default(''),
  lang: z.string().default(''),
  environment: Name,
  reason: z.string().default(''),
  team: z.string().default(''),
  modules: z.string().default(''),
  environments: z.string().default(''),
  actions: z.string().default(''),
  developer: z.string().trim().default(''),
  days: z.coerce.number().default(0),
  id: z.string().default(''),
});

/**
 * The operators' pages (platform design 3.4), on the port of the release service. They are rendered on the server and
 * use no scripts, so that they work even when every module is broken. Open to anyone with the scope `phr.ops` from a
 * sign-in at the identity service.
 */
export async function registerOpsPages(app: FastifyInstance, parts: OpsPagesParts): Promise<void> {
  const { config, db, auth } = parts.platform;
  const { ops } = config;
  if (ops === undefined) return;
  const signIn = createOperatorSignIn({ config, auth }, ops);
  const forms = createForms(db, config.secrets.cookieKey);
  const style = await readFile(new URL('ops.css', import.meta.url));
  await app.register(async (scope) => {
    await scope.register(formbody);
    scope.addHook('onRequest', async (_request, reply) => {
      reply.headers(headersOf(new URL(config.identity.issuer).origin, ops.origin.startsWith('https:')));
    });
    scope.setErrorHandler(failure);
    await registerPageFiles(scope);
    scope.get(OPS_STYLE_PATH, async (_request, reply) => reply.type('text/css; charset=utf-8').send(style));
    scope.get('/ops', async (_request, reply) => reply.redirect('/ops/modules', 303));
    registerSessions(scope, signIn, forms, ops.origin);
    const guarded = guardOf(parts, signIn, forms, ops.origin);
    registerModulePages(scope, parts, guarded, forms);
    registerKeyPages(scope, parts, guarded, forms);
  });
}

/** No scripts at all; forms are sent to these pages only, and a sign-out continues to the identity service. */
function headersOf(issuer: string, secure: boolean): Readonly<Record<string, string>> {
  return {
    'content-security-policy': `default-src 'none'; style-src 'self'; font-src 'self'; form-action 'self' ${issuer}; base-uri 'none'; frame-ancestors 'none'`,
    'cache-control': 'no-store',
    // 'no-referrer' would make browsers send forms with "Origin: null"
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    ...(secure ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}

const localeOf = (request: FastifyRequest, said?: string) =>
  matchLocale(said ?? Query.parse(request.query).lang, request.headers['accept-language']);

const sendPage = (reply: FastifyReply, text: string): FastifyReply => reply.type('text/html; charset=utf-8').send(text);

function failure(error: FastifyError | ReleaseError, request: FastifyRequest, reply: FastifyReply): void {
  const status = error instanceof ReleaseError ? error.status : toErrorResponse(error).status;
  if (status >= 500) request.log.error({ err: error }, 'a page of the operators failed');
  const way = { to: '/ops/modules', text: 'toModules' } as const;
  sendPage(
    reply.code(status),
    messagePage(localeOf(request), 'failed', status < 500 ? 'badRequest' : 'failedHelp', way),
  );
}

function registerSessions(scope: FastifyInstance, signIn: OperatorSignIn, forms: Forms, origin: string): void {
  scope.get('/ops/sign-in', async (_request, reply) => signIn.begin(reply, '/ops/modules', 'login'));
  scope.get(OPS_CALLBACK, async (request, reply) => {
    const page = await signIn.finish(request, reply);
    const way = { to: '/ops/modules', text: 'again' } as const;
    if (page === undefined)
      return sendPage(reply.code(400), messagePage(localeOf(request), 'failed', 'signInFailed', way));
    return reply.redirect(page, 303);
  });
  scope.post('/ops/sign-out', async (request, reply) => {
    // a browser sends no cookie with a form of another site, and takes one of the answer all the same
    demandOwnForm(request, origin);
    const visitor = await signIn.visitorOf(request);
    const body = z.object({ form: z.string() }).safeParse(request.body);
    if (typeof visitor === 'object') await forms.take(body.data?.form, visitor.operator.userId);
    const endOfSession = await signIn.end(reply);
    if (endOfSession !== undefined) return reply.redirect(endOfSession, 303);
    return sendPage(
      reply,
      messagePage(localeOf(request), 'signInFirst', 'signInFirstHelp', { to: '/ops/sign-in', text: 'signIn' }),
    );
  });
}

/** Throws ReleaseError 403 for a form that another site's page sent. */
function demandOwnForm(request: FastifyRequest, origin: string): void {
  if (!isOwnForm(request, origin)) throw new ReleaseError(403, 'FORM_NOT_YOURS', 'A form of another page');
}

/** Input for rendering an operator's page. */
interface Opened {
  readonly operator: Caller;
  readonly context: OpsContext;
}
type Guard = (
  request: FastifyRequest,
  reply: FastifyReply,
  page: (opened: Opened) => Promise<FastifyReply>,
) => Promise<FastifyReply>;

/**
 * Admits operators, redirects visitors who are not signed in to the sign-in, and accepts forms only from these pages.
 */
function guardOf(
  { platform: { config, db } }: OpsPagesParts,
  signIn: OperatorSignIn,
  forms: Forms,
  origin: string,
): Guard {
  return async (request, reply, page) => {
    const isForm = request.method === 'POST';
    const body = z.object({ lang: z.string().optional(), environment: Name.optional() }).safeParse(request.body);
    const said = isForm ? body.data?.lang : undefined;
    const locale = localeOf(request, said);
    const visitor = await signIn.visitorOf(request);
    if (visitor === 'nobody' && !isForm) return signIn.begin(reply, request.url);
    if (visitor === 'nobody')
      return sendPage(
        reply.code(401),
        messagePage(locale, 'signInFirst', 'signInFirstHelp', { to: '/ops/modules', text: 'signIn' }),
      );
    if (visitor === 'stranger')
      return sendPage(
        reply.code(403),
        messagePage(locale, 'notOperator', 'notOperatorHelp', { to: '/ops/sign-in', text: 'asAnother' }),
      );
    const { operator } = visitor;
    if (isForm) demandOwnForm(request, origin);
    const asked = (isForm ? body.data?.environment : undefined) ?? Query.parse(request.query).environment;
    const environment = asked ?? config.releaseEnvironment;
    const context: OpsContext = {
      locale,
      environment,
      path: (request.url.split('?')[0] ?? '').replace(isForm ? /\/[\w-]+$/ : /$^/, ''),
      environments: await readEnvironments(db, environment),
      formToken: () => forms.make(operator.userId),
    };
    return page({ operator, context });
  };
}

function registerModulePages(scope: FastifyInstance, parts: OpsPagesParts, guarded: Guard, forms: Forms): void {
  const { db, log } = parts.platform;
  const { channels, releases } = parts;
  const show = async (
    reply: FastifyReply,
    context: OpsContext,
    name: string,
    more: Pick<ModuleView, 'refused' | 'done'>,
  ) => {
    const [module] = await readModules(db, context.environment, new Date(), name);
    if (module === undefined) throw new ReleaseError(404, 'NOT_FOUND', `There is no module ${name}`);
    const [versions, history] = await Promise.all([readReleases(db, name), readHistory(db, context.environment, name)]);
    return sendPage(reply, modulePage(context, { module, releases: versions, history, ...more }));
  };
  scope.get('/ops/modules', async (request, reply) =>
    guarded(request, reply, async ({ context }) =>
      sendPage(reply, listPage(context, await readModules(db, context.environment, new Date()))),
    ),
  );
  scope.get('/ops/modules/:m', async (request, reply) =>
    guarded(request, reply, async ({ context }) =>
      show(reply, context, parse(OfModule, request.params).m, { done: Query.parse(request.query).done !== undefined }),
    ),
  );
  scope.get('/ops/modules/:m/versions/:v', async (request, reply) =>
    guarded(request, reply, async ({ context }) => {
      const { m, v } = parse(OfVersion, request.params);
      const [all, { channel }] = await Promise.all([readReleases(db, m), channels.read(context.environment, m)]);
      const release = all.find(({ version }) => version === v);
      if (release === undefined) throw new ReleaseError(404, 'NOT_FOUND', `${m} ${v} is not known`);
      const against = Query.parse(request.query).against ?? channel.current;
      const other = all.find(({ version }) => version === against && version !== v);
      return sendPage(reply, versionPage(context, m, release, other, all));
    }),
  );
  scope.post('/ops/modules/:m/:action', async (request, reply) =>
    guarded(request, reply, async ({ operator, context }) => {
      const { m, action } = parse(OfAction, request.params);
      const fields = parse(OpsFields, request.body);
      try {
        await forms.take(fields.form, operator.userId);
        const actionRequest = { action, fields, requestId: request.id };
        await doAction({ channels, releases, log }, actorOfPerson(operator.userId), m, actionRequest);
      } catch (error) {
        const refused = refusalOf(error, { action, rollout: fields.rollout, fields });
        return show(reply.code(refused.status), context, m, { refused, done: false });
      }
      return reply.redirect(hrefTo(context, `/ops/modules/${m}`, { done: action }), 303);
    }),
  );
}

/** The message for a rejected form; any error other than a rejection is rethrown unchanged. */
function refusalOf(error: unknown, typed: Typed): { status: number; code: string; message: string; typed: Typed } {
  if (!(error instanceof ReleaseError)) throw error;
  return { status: error.status, code: error.code, message: error.message, typed };
}

function registerKeyPages(
  scope: FastifyInstance,
  { platform: { db, log } }: OpsPagesParts,
  guarded: Guard,
  forms: Forms,
): void {
  const show = async (reply: FastifyReply, context: OpsContext, view: Omit<KeysView, 'keys'>) =>
    sendPage(reply, keysPage(context, { keys: await readKeys(db), ...view }));
  scope.get('/ops/keys', async (request, reply) =>
    guarded(request, reply, async ({ context }) =>
      show(reply, context, { done: Query.parse(request.query).done !== undefined }),
    ),
  );
  const take = (action: KeyAction): void => {
    scope.post(`/ops/keys/${action}`, async (request, reply) =>
      guarded(request, reply, async ({ operator, context }) => {
        const form = parse(KeyForm, request.body);
        try {
          await forms.take(form.form, operator.userId);
          const { reason } = parse(ReasonOnly, form);
          const { developer, ...rest } = form;
          const keys = {
            ...rest,
            ...(developer === '' ? {} : { developer }),
            modules: words(form.modules),
            environments: words(form.environments),
            actions: words(form.actions),
          };
          log.info({ actor: `person:${operator.userId}`, team: form.team, id: form.id, reason }, `key: ${action}`);
          if (action === 'add') return await show(reply, context, { made: await makeTeamKeys(db, keys), done: false });
          await revokeKey(db, form.id);
        } catch (error) {
          const refused = refusalOf(error, { action, rollout: '', fields: form });
          return show(reply.code(refused.status), context, { refused, done: false });
        }
        return reply.redirect(hrefTo(context, '/ops/keys', { done: action }), 303);
      }),
    );
  };
  take('add');
  take('revoke');
}
