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

/** Language and switch address of a page, and the sign-in that it is a step of; the address's `lang` wins over what the app asked for. */
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

/** Answers a failure with a page instead of the API's error body. */
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

/** The sign-in or question of an address; undefined when it is over, or this browser's cookie is not of it. */
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

/**
 * Keeps what a step has answered and says where the browser goes on. The interaction is the one that the step has read: the provider's own call would read
 * it once more.
 */
export async function goOn(
  interaction: InstanceType<Provider['Interaction']>,
  result: InteractionResults,
): Promise<string> {
  interaction.result = 'error' in result ? result : { ...interaction.lastSubmission, ...result };
  await interaction.persist();
  return interaction.returnTo;
}

/** Lets a sign-in go on although the session that it began under has ended. */
export async function withoutSession(interaction: InstanceType<Provider['Interaction']>): Promise<void> {
  delete interaction.session;
  await interaction.persist();
}

/** The sign-in session of this browser, from its cookie; without `accountId` when nobody is signed in. */
export async function sessionOf(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
): ReturnType<Provider['Session']['get']> {
  return provider.Session.get(provider.createContext(request.raw, reply.raw));
}
