import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { InteractionResults, Provider } from 'oidc-provider';
import { z } from 'zod';
import type { Platform } from '../kit/platform.ts';
import type { createPartTitles } from '../access/partner-scope.ts';
import type { Accounts } from './accounts.ts';
import { isOwnForm } from '../kit/pages/own-form.ts';
import {
  FormText,
  saveInteractionResult,
  interactionOf,
  pageContext,
  sendPage,
  sessionOf,
  type InteractionRoute,
} from './page-support.ts';
import {
  messagePage,
  type PageContext,
  partnerConsentPage,
  partnersPage,
  type ShownLink,
  signInEndPage,
} from './pages.ts';
import type { Partners } from './partners.ts';
import { createPasswordProof } from './password-question.ts';

type PartTitles = ReturnType<typeof createPartTitles>;

interface Parts {
  readonly accounts: Accounts;
  readonly partners: Partners;
  /** What modules are called on these pages. */
  readonly partTitles: PartTitles;
}

const ConsentForm = z.object({ lang: FormText, answer: z.enum(['yes', 'no']) });
const EndForm = z.object({ lang: FormText, link: z.string().regex(/^PartnerLink\/[\w-]{1,64}$/), proof: FormText });
type Interaction = NonNullable<Awaited<ReturnType<typeof interactionOf>>>;

/** Partner and account of an interaction; undefined if either is gone. */
async function askedBy({ params, session }: Interaction, { accounts, partners }: Pick<Parts, 'accounts' | 'partners'>) {
  const [partner, account] = await Promise.all([
    partners.find(String(params['client_id'])),
    accounts.find(session?.accountId ?? ''),
  ]);
  return partner === undefined || account === undefined ? undefined : { partner, account };
}

/** Consent page for a partner. */
export async function sendConsentPage(
  request: FastifyRequest,
  reply: FastifyReply,
  platform: Platform,
  details: Interaction,
  parts: Parts,
): Promise<FastifyReply> {
  const consentRequest = await askedBy(details, parts);
  const context = pageContext(request, platform, details.params['ui_locales']);
  if (consentRequest === undefined) return sendPage(reply.code(400), messagePage(context, 'failed', 'badRequest'));
  const { partner, account } = consentRequest;
  const titles = await parts.partTitles(partner.modules, context.locale);
  return sendPage(
    reply,
    partnerConsentPage(context, `/interaction/${details.uid}/consent`, partner, titles, account.fullName),
  );
}

/** POST /interaction/:uid/consent: her answer. */
export function registerPartnerConsent(
  app: FastifyInstance,
  platform: Platform,
  provider: () => Provider,
  parts: Parts,
): void {
  const { config } = platform;
  app.post<InteractionRoute>(
    '/interaction/:uid/consent',
    { config: { access: 'signed', rateLimit: { max: config.limits.signInPerMinuteIp, timeWindow: '1 minute' } } },
    async (request, reply) => {
      const form = ConsentForm.safeParse(request.body ?? {});
      const context = pageContext(request, platform, form.success ? form.data.lang : undefined);
      if (!isOwnForm(request, config.identity.issuer) || !form.success)
        return sendPage(reply.code(403), messagePage(context, 'failed', 'badRequest'));
      const details = await interactionOf(provider(), request, reply);
      if (details === undefined || details.prompt.name !== 'consent')
        return sendPage(reply.code(400), signInEndPage(context, 'signin_expired', 'expiredHelp'));
      const answer = async (result: InteractionResults) =>
        reply.header('cache-control', 'no-store').redirect(await saveInteractionResult(details, result), 303);
      if (form.data.answer === 'no')
        return answer({ error: 'access_denied', error_description: 'The person does not agree' });
      const consentRequest = await askedBy(details, parts);
      if (consentRequest === undefined) return sendPage(reply.code(400), messagePage(context, 'failed', 'badRequest'));
      if (!(await parts.partners.agree(consentRequest.partner, consentRequest.account)))
        return sendPage(reply.code(409), messagePage(context, 'failed', 'partnerNoRecord'));
      return answer({ consent: {} });
    },
  );
}

/** /account/partners: the person's agreements, with revocation. */
export function registerPartnersPage(
  app: FastifyInstance,
  platform: Platform,
  provider: () => Provider,
  { accounts, partners, partTitles }: Parts,
): void {
  const { config } = platform;
  const password = createPasswordProof(config);
  const linksOf = async (accountId: string, { locale }: PageContext): Promise<readonly ShownLink[]> =>
    Promise.all(
      (await partners.linksOf(accountId)).map(async (link) => ({
        ...link,
        parts: await partTitles(link.modules, locale),
      })),
    );

  app.get('/account/partners', { config: { access: 'signed' } }, async (request, reply) => {
    const session = await sessionOf(provider(), request, reply);
    const { accountId } = session;
    const context = pageContext(request, platform);
    if (accountId === undefined) return sendPage(reply.code(401), messagePage(context, 'partners', 'partnersSignIn'));
    const proof = password.taken(request, reply, session);
    if (proof === undefined) return password.ask(reply, context, 'partners');
    return sendPage(reply, partnersPage(context, { list: await linksOf(accountId, context), ended: false, proof }));
  });

  app.post(
    '/account/partners',
    { config: { access: 'signed', rateLimit: { max: config.limits.signInPerMinuteIp, timeWindow: '1 minute' } } },
    async (request, reply) => {
      const form = EndForm.safeParse(request.body ?? {});
      const context = pageContext(request, platform, form.success ? form.data.lang : undefined);
      if (!isOwnForm(request, config.identity.issuer) || !form.success)
        return sendPage(reply.code(403), messagePage(context, 'failed', 'badRequest'));
      const session = await sessionOf(provider(), request, reply);
      const account = session.accountId === undefined ? undefined : await accounts.find(session.accountId);
      if (account === undefined) return sendPage(reply.code(401), messagePage(context, 'partners', 'partnersSignIn'));
      const { link, proof } = form.data;
      if (!password.holds(session, proof)) return password.ask(reply, context, 'partners');
      const ended = await partners.end(account, link);
      return sendPage(reply, partnersPage(context, { list: await linksOf(account.id, context), ended, proof }));
    },
  );
}
