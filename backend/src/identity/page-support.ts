import { matchLocale } from '@phr/i18n/locale';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { InteractionResults, Provider } from 'oidc-provider';
import { z } from 'zod';
import type { Platform } from '../kit/platform.ts';
import { toErrorResponse } from '../kit/server-error.ts';
import { messagePage, type PageContext } from './pages.ts';

/** A field of a page's form. */
export const FormText = z
  .string()
  .max(256)
  .refine((value) => !value.includes('\0'))
  .default('');

/** A page's language and switch URL, and its pending sign-in; `lang` in the URL wins over the app's request. */
export function pageContext(request: FastifyRequest, platform: Platform, ...wishes: readonly unknown[]): PageContext {
  const query = z.object({ lang: z.string().optional() }).safeParse(request.query);
  const said = query.success ? query.data.lang : undefined;
  const locale = matchLocale(
    said,
    ...wishes.map((wish) => (typeof wish === 'string' ? wish : undefined)),
    request.headers['accept-language'],
  );
  const path = request.url.split('?')[0] ?? '/';
  const interaction = /^\/interaction\/([\w-]{1,64})(?:\/|$)/.exec(path)?.[1];
  return {
    config: platform.config,
    locale,
    ...(interaction === undefined ? { switchTo: path } : { switchTo: `/interaction/${interaction}`, interaction }),
  };
}

export function sendPage(reply: FastifyReply, text: string): FastifyReply {
  return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(text);
}

/** Responds to failures with a page instead of the API's error body. */
export function pageErrors(
  platform: Platform,
): (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => void {
  return (error, request, reply) => {
    const refusal = toErrorResponse(error);
    const { status } = refusal;
    if (status >= 500) request.log.error({ err: error }, 'a page failed');
    const context = pageContext(request, platform);
    if (status !== 429) {
      sendPage(reply.code(status), messagePage(context, 'failed', status < 500 ? 'badRequest' : 'failedHelp'));
      return;
    }
    // the plugin has named its own time in the header already
    const seconds = Number(reply.headers(refusal.headers ?? {}).getHeader('retry-after') ?? 60);
    sendPage(
      reply.code(status),
      messagePage(context, 'failed', 'tooMany', { minutes: Math.max(1, Math.ceil(seconds / 60)) }),
    );
  };
}

export interface InteractionRoute {
  Params: { uid: string };
  Querystring: { lang?: string };
}

/** The interaction of a URL; undefined if expired, or if this browser's cookie does not match. */
export async function interactionOf(
  provider: Provider,
  request: FastifyRequest<InteractionRoute>,
  reply: FastifyReply,
) {
  try {
    const details = await provider.interactionDetails(request.raw, reply.raw);
    return details.uid === request.params.uid ? details : undefined;
  } catch {
    return undefined;
  }
}

/** Stores a step's result and returns where the browser continues, avoiding another read of the interaction. */
export async function saveInteractionResult(
  interaction: InstanceType<Provider['Interaction']>,
  result: InteractionResults,
): Promise<string> {
  interaction.result = 'error' in result ? result : { ...interaction.lastSubmission, ...result };
  await interaction.persist();
  return interaction.returnTo;
}

/** Continues a sign-in although its original session has ended. */
export async function withoutSession(interaction: InstanceType<Provider['Interaction']>): Promise<void> {
  delete interaction.session;
  await interaction.persist();
}

/** This browser's session, from its cookie; without `accountId` if not signed in. */
export async function sessionOf(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
): ReturnType<Provider['Session']['get']> {
  return provider.Session.get(provider.createContext(request.raw, reply.raw));
}
