import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { z } from 'zod';
import type { Config } from '../kit/config.ts';
import type { Platform } from '../kit/platform.ts';
import type { Account, Accounts } from './accounts.ts';
import { isOwnForm } from '../kit/pages/own-form.ts';
import { FormText, pageContext, sendPage, sessionOf } from './page-support.ts';
import { messagePage, passwordQuestionPage, withLanguage, type PageContext } from './pages.ts';
import { createDeviceCookie } from './sign-in-guard.ts';

/** A page of the account that shows something of a person. */
const PAGES = ['sessions', 'partners'] as const;
type AccountPage = (typeof PAGES)[number];

/** The parts of a provider session used here. */
interface OfBrowser {
  readonly uid: string;
  readonly transient?: boolean | undefined;
}

export interface PasswordProof {
  /**
   * Value for a page's forms: '' if no password is needed, undefined if it must be asked for. A password opens one
   * page, once.
   */
  taken(request: FastifyRequest, reply: FastifyReply, session: OfBrowser): string | undefined;
  /** Whether a form came from a page opened by password. */
  holds(session: OfBrowser, proof: string): boolean;
  /** Asks for the password instead of showing a page. */
  ask(reply: FastifyReply, context: PageContext, page: AccountPage): FastifyReply;
}

const FORM_SECONDS = 300;
const ANSWER_SECONDS = 30;

/**
 * On a shared device the cookie alone opens no page of the account: the password is required each time. A correct
 * password is passed to the next page by a single-use cookie, and to the forms of that page by a field. Neither can be
 * used again by a person who goes back in the browser or finds it open later.
 */
export function createPasswordProof(
  config: Pick<Config, 'identity' | 'secrets'>,
): PasswordProof & { answer(reply: FastifyReply, session: OfBrowser): void } {
  const secure = config.identity.issuer.startsWith('https:');
  const cookie = 'phr-answered';
  const attributes = `path=/account; samesite=strict; httponly${secure ? '; secure' : ''}`;
  const seal = (uid: string, use: string, until: string): string =>
    createHmac('sha256', config.secrets.cookieKey)
      .update(JSON.stringify(['password', use, uid, until]))
      .digest('base64url');
  const give = (uid: string, use: 'page' | 'form', seconds: number): string => {
    const until = String(Math.floor(Date.now() / 1_000) + seconds);
    return `${until}.${seal(uid, use, until)}`;
  };
  const isGood = (given: string, uid: string, use: 'page' | 'form'): boolean => {
    const [, until = '', sealed = ''] = /^(\d{1,12})\.([\w-]{43})$/.exec(given) ?? [];
    return (
      Number(until) * 1_000 > Date.now() && timingSafeEqual(Buffer.from(sealed), Buffer.from(seal(uid, use, until)))
    );
  };

  return {
    answer(reply, { uid }) {
      reply.header(
        'set-cookie',
        `${cookie}=${give(uid, 'page', ANSWER_SECONDS)}; max-age=${ANSWER_SECONDS}; ${attributes}`,
      );
    },
    taken(request, reply, { uid, transient }) {
      if (transient !== true) return '';
      const given = new RegExp(`(?:^|; )${cookie}=([\\w.-]+)`).exec(request.headers.cookie ?? '')?.[1] ?? '';
      if (!isGood(given, uid, 'page')) return undefined;
      reply.header('set-cookie', `${cookie}=; max-age=0; ${attributes}`);
      return give(uid, 'form', FORM_SECONDS);
    },
    holds: ({ uid, transient }, proof) => transient !== true || isGood(proof, uid, 'form'),
    ask: (reply, context, page) =>
      sendPage(reply, passwordQuestionPage({ ...context, switchTo: `/account/${page}` }, page, page, [])),
  };
}

const Answer = z.object({ lang: FormText, page: z.enum(PAGES), password: FormText });

/** POST /account/password: the answer to the question, checked like a sign-in. */
export function registerPasswordQuestion(
  app: FastifyInstance,
  platform: Platform,
  provider: () => Provider,
  accounts: Accounts,
): void {
  const { config, audit } = platform;
  const proof = createPasswordProof(config);
  const deviceCookie = createDeviceCookie(config);

  app.post(
    '/account/password',
    { config: { access: 'signed', rateLimit: { max: config.limits.signInPerMinuteIp, timeWindow: '1 minute' } } },
    async (request, reply) => {
      const form = Answer.safeParse(request.body);
      const context = pageContext(request, platform, form.success ? form.data.lang : undefined);
      if (!isOwnForm(request, config.identity.issuer) || !form.success)
        return sendPage(reply.code(403), messagePage(context, 'failed', 'badRequest'));
      const { page, password } = form.data;
      const session = await sessionOf(provider(), request, reply);
      const account = session.accountId === undefined ? undefined : await accounts.find(session.accountId);
      if (account === undefined)
        return sendPage(
          reply.code(401),
          messagePage(context, page, page === 'sessions' ? 'sessionsSignIn' : 'partnersSignIn'),
        );

      const deviceOf = ({ id }: Account): string | undefined =>
        id === account.id ? deviceCookie.read(request, id) : undefined;
      const result = await accounts.signIn(account.userName, password, { ip: request.ip, deviceOf }, account.id);
      if (result.kind === 'ok') {
        proof.answer(reply, session);
        return reply
          .header('cache-control', 'no-store')
          .redirect(withLanguage(`/account/${page}`, context.locale), 303);
      }
      await audit({
        action: 'execute',
        type: 'login',
        outcome: 'refused',
        userId: account.boxUser,
        requestId: request.id,
      });
      const again = { ...context, switchTo: `/account/${page}` };
      if (result.kind !== 'locked')
        return sendPage(
          reply.code(401),
          passwordQuestionPage(again, page, page, [{ field: 'password', key: 'currentWrong' }]),
        );
      const minutes = Math.max(1, Math.ceil((result.until.getTime() - Date.now()) / 60_000));
      return sendPage(
        reply.code(423),
        passwordQuestionPage(again, page, page, [{ field: 'password', key: 'locked', values: { minutes } }]),
      );
    },
  );
}
