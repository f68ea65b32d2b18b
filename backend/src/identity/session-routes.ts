import type { FastifyInstance } from 'fastify';
import type { Provider } from 'oidc-provider';
import { z } from 'zod';
import type { Platform } from '../kit/platform.ts';
import { parseBody } from '../kit/parse.ts';
import { ServerError } from '../kit/server-error.ts';
import { described } from '../kit/route-schema.ts';
import type { Accounts } from './accounts.ts';
import { isOwnForm } from '../kit/pages/own-form.ts';
import { FormText, pageContext, sendPage, sessionOf } from './page-support.ts';
import { messagePage, sessionsPage } from './pages.ts';
import { createPasswordProof } from './password-question.ts';
import type { Sessions } from './sessions.ts';

const SessionId = z.object({ id: z.string().regex(/^[\w-]{1,64}$/) });
const Listed = z.array(
  z.object({
    id: z.string(),
    agent: z.string(),
    startedAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime(),
    current: z.boolean(),
  }),
);
const Ended = z.object({ ended: z.number().int() });
/** A session's id, or 'others' for all but this one. */
const EndForm = z.object({
  lang: z.string().max(20).default(''),
  session: z.string().regex(/^[\w-]{1,64}$/),
  proof: FormText,
});
const OTHERS = 'others';

/** GET and DELETE /api/account/sessions: a person's sessions, and ending them. */
export function registerSessionApi(app: FastifyInstance, { auth, audit }: Platform, sessions: Sessions): void {
  app.get(
    '/api/account/sessions',
    described({
      service: 'identity',
      summary: 'Where the person is signed in.',
      security: 'bearer',
      access: 'user',
      wrapped: true,
      answer: Listed,
    }),
    async (request) => {
      const caller = await auth.authenticate(request);
      const found = await sessions.list(caller.sub);
      return {
        data: found.map(({ id, agent, startedAt, lastUsedAt }) => ({
          id,
          agent,
          startedAt: startedAt.toISOString(),
          lastUsedAt: lastUsedAt.toISOString(),
          current: id === caller.sessionId,
        })) satisfies z.input<typeof Listed>,
      };
    },
  );

  app.delete(
    '/api/account/sessions/:id',
    described({
      service: 'identity',
      summary: 'Ends one session with its tokens.',
      security: 'bearer',
      access: 'user',
      wrapped: true,
      params: SessionId,
      answer: Ended,
      errors: ['NOT_FOUND'],
    }),
    async (request) => {
      const caller = await auth.authenticate(request);
      const { id } = parseBody(SessionId, request.params);
      if (!(await sessions.end(caller.sub, id))) throw new ServerError('NOT_FOUND', 'There is no such session');
      await audit({
        action: 'delete',
        type: 'session-ended',
        outcome: 'success',
        userId: caller.userId,
        requestId: request.id,
      });
      return { data: { ended: 1 } satisfies z.input<typeof Ended> };
    },
  );

  app.delete(
    '/api/account/sessions',
    described({
      service: 'identity',
      summary: 'Ends all other sessions with their tokens.',
      security: 'bearer',
      access: 'user',
      wrapped: true,
      answer: Ended,
    }),
    async (request) => {
      const caller = await auth.authenticate(request);
      const ended = await sessions.endAll(caller.sub, caller.sessionId);
      await audit({
        action: 'delete',
        type: 'session-ended',
        outcome: 'success',
        userId: caller.userId,
        requestId: request.id,
      });
      return { data: { ended } satisfies z.input<typeof Ended> };
    },
  );
}

/** The same as a page, for the person of the browser's cookie. */
export function registerSessionPage(
  app: FastifyInstance,
  platform: Platform,
  provider: () => Provider,
  parts: { accounts: Accounts; sessions: Sessions },
): void {
  const { config, audit } = platform;
  const { accounts, sessions } = parts;
  const password = createPasswordProof(config);

  app.get('/account/sessions', { config: { access: 'signed' } }, async (request, reply) => {
    const session = await sessionOf(provider(), request, reply);
    const context = pageContext(request, platform);
    if (session.accountId === undefined)
      return sendPage(reply.code(401), messagePage(context, 'sessions', 'sessionsSignIn'));
    const proof = password.taken(request, reply, session);
    if (proof === undefined) return password.ask(reply, context, 'sessions');
    return sendPage(
      reply,
      sessionsPage(context, {
        list: await sessions.list(session.accountId),
        currentId: session.uid,
        ended: false,
        proof,
      }),
    );
  });

  app.post(
    '/account/sessions',
    { config: { access: 'signed', rateLimit: { max: config.limits.signInPerMinuteIp, timeWindow: '1 minute' } } },
    async (request, reply) => {
      const form = EndForm.safeParse(request.body);
      const context = pageContext(request, platform, form.success ? form.data.lang : undefined);
      if (!isOwnForm(request, config.identity.issuer) || !form.success)
        return sendPage(reply.code(403), messagePage(context, 'failed', 'badRequest'));
      const session = await sessionOf(provider(), request, reply);
      const account = session.accountId === undefined ? undefined : await accounts.find(session.accountId);
      if (account === undefined) return sendPage(reply.code(401), messagePage(context, 'sessions', 'sessionsSignIn'));
      const { session: chosen, proof } = form.data;
      if (!password.holds(session, proof)) return password.ask(reply, context, 'sessions');
      // this browser's own session ends through the sign-out page, which leads back to the app
      const ended =
        chosen === OTHERS
          ? await sessions.endAll(account.id, session.uid)
          : chosen !== session.uid && (await sessions.end(account.id, chosen));
      if (ended !== false)
        await audit({
          action: 'delete',
          type: 'session-ended',
          outcome: 'success',
          userId: account.boxUser,
          requestId: request.id,
        });
      return sendPage(
        reply,
        sessionsPage(context, {
          list: await sessions.list(account.id),
          currentId: session.uid,
          ended: ended !== false,
          proof,
        }),
      );
    },
  );
}
