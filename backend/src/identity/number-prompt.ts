import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { interactionPolicy, type Provider } from 'oidc-provider';
import { z } from 'zod';
import type { Platform } from '../kit/platform.ts';
import { ServerError } from '../kit/server-error.ts';
import type { Account, Accounts } from './accounts.ts';
import { numberCodePage, numberPage } from './number-pages.ts';
import type { OneTimeCodes } from './one-time-codes.ts';
import { isOwnForm } from '../kit/pages/own-form.ts';
import {
  FormText,
  saveInteractionResult,
  interactionOf,
  pageContext,
  pageErrors,
  sendPage,
  type InteractionRoute,
} from './page-support.ts';
import { messagePage, signInEndPage, type FieldError } from './pages.ts';
import { readPhone } from './phone.ts';

/**
 * Authorization request parameter: the code that proved a number before sign-in (POST /api/account/confirmPhoneNumber).
 */
export const PHONE_CODE = 'phone_code';

/** Account claim: its number must be proved before sign-in continues. */
export const NEEDS_NUMBER = 'needsNumber';

const NUMBER = 'number';
const NumberForm = z.object({ lang: FormText, phone: FormText });
const CodeForm = z.object({ lang: FormText, phone: FormText, codeId: z.uuid(), code: FormText });

type Interaction = NonNullable<Awaited<ReturnType<typeof interactionOf>>>;

interface Parts {
  readonly accounts: Accounts;
  readonly codes: OneTimeCodes;
}

/**
 * Sign-in requires a proved number, except during the grace period (ADR 0050). A separate step after the password, so
 * that existing sessions cannot skip it.
 */
export function withNumberPrompt(policy: interactionPolicy.DefaultPolicy): interactionPolicy.DefaultPolicy {
  const { Check, Prompt } = interactionPolicy;
  policy.add(
    new Prompt(
      { name: NUMBER, requestable: false },
      new Check('number_needed', 'A phone number has to be proven', 'interaction_required', ({ oidc }) =>
        oidc.account?.[NEEDS_NUMBER] === true ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
      ),
    ),
    1,
  );
  return policy;
}

/** Whether an interaction asks for a number. */
export function asksNumber({ prompt }: Interaction): boolean {
  return prompt.name === NUMBER;
}

/** GET /interaction/:uid in this step: the number, which may be corrected, or another one. */
export async function sendNumberPage(
  request: FastifyRequest,
  reply: FastifyReply,
  platform: Platform,
  details: Interaction,
  { accounts }: Pick<Parts, 'accounts'>,
): Promise<FastifyReply> {
  const context = pageContext(request, platform, details.params['ui_locales']);
  const account = await accountOf(details, accounts);
  if (account === undefined) return sendPage(reply.code(400), signInEndPage(context, 'signin_expired', 'expiredHelp'));
  return sendPage(reply, numberPage(context, details.uid, account, account.numberLost ? '' : account.userName, []));
}

/**
 * POST /interaction/:uid/number: sends a code; number-code: verifies it and continues; number-later: cancels the
 * sign-in.
 */
export function registerNumberPrompt(
  app: FastifyInstance,
  platform: Platform,
  provider: () => Provider,
  { accounts, codes }: Parts,
): void {
  const { config, audit } = platform;
  const options = {
    config: { access: 'signed', rateLimit: { max: config.limits.signInPerMinuteIp, timeWindow: '1 minute' } },
    errorHandler: pageErrors(platform),
  } as const;

  /** Common data of both forms; undefined if the page was already answered. */
  const opened = async (request: FastifyRequest<InteractionRoute>, reply: FastifyReply, lang: string | undefined) => {
    const context = pageContext(request, platform, lang);
    if (!isOwnForm(request, config.identity.issuer) || lang === undefined)
      return void (await sendPage(reply.code(403), messagePage(context, 'failed', 'badRequest')));
    const details = await interactionOf(provider(), request, reply);
    const account = details === undefined || !asksNumber(details) ? undefined : await accountOf(details, accounts);
    if (details === undefined || account === undefined)
      return void (await sendPage(reply.code(400), signInEndPage(context, 'signin_expired', 'expiredHelp')));
    return { details, account, context: pageContext(request, platform, lang, details.params['ui_locales']) };
  };

  app.post<InteractionRoute>('/interaction/:uid/number', options, async (request, reply) => {
    const form = NumberForm.safeParse(request.body ?? {});
    const open = await opened(request, reply, form.success ? form.data.lang : undefined);
    if (open === undefined || !form.success) return reply;
    const { details, account, context } = open;
    const again = (key: FieldError['key']) =>
      sendPage(reply.code(422), numberPage(context, details.uid, account, form.data.phone, [{ field: 'phone', key }]));
    if (form.data.phone.trim() === '') return again('phoneMissing');
    const phone = readPhone(form.data.phone);
    if (phone === undefined) return again('phoneWrong');
    const sent = await codes.request(account, 'phone', phone.stored).catch(unlessLimit);
    return sent === undefined
      ? again('codesUsed')
      : sendPage(reply, numberCodePage(context, details.uid, { codeId: sent.id, phone: phone.local }, []));
  });

  app.post<InteractionRoute>('/interaction/:uid/number-code', options, async (request, reply) => {
    const form = CodeForm.safeParse(request.body ?? {});
    const open = await opened(request, reply, form.success ? form.data.lang : undefined);
    if (open === undefined || !form.success) return reply;
    const { details, account, context } = open;
    const code = form.data.code.replace(/\s/g, '');
    const again = (key: FieldError['key']) =>
      sendPage(reply.code(422), numberCodePage(context, details.uid, form.data, [{ field: 'code', key }]));
    if (!/^\d{6}$/.test(code)) return again('codeMissing');
    if ((await codes.confirm(form.data.codeId, code, 'phone', account.id).catch(unlessLimit)) === undefined)
      return again('codeWrong');
    await audit({
      action: 'update',
      type: 'number-proven',
      outcome: 'success',
      userId: account.boxUser,
      requestId: request.id,
    });
    const next = await saveInteractionResult(details, { [NUMBER]: {} });
    return reply.header('cache-control', 'no-store').redirect(next, 303);
  });

  app.post<InteractionRoute>('/interaction/:uid/number-later', options, async (request, reply) => {
    const open = await opened(request, reply, '');
    if (open === undefined) return reply;
    const next = await saveInteractionResult(open.details, {
      error: 'access_denied',
      error_description: 'The person gives no number now',
    });
    return reply.header('cache-control', 'no-store').redirect(next, 303);
  });
}

async function accountOf({ session }: Interaction, accounts: Pick<Accounts, 'find'>): Promise<Account | undefined> {
  return session?.accountId === undefined ? undefined : accounts.find(session.accountId);
}

/** Undefined if the code was refused, sent or accepted; other errors are thrown. */
function unlessLimit(error: unknown): undefined {
  if (error instanceof ServerError && (error.code === 'OTP_LIMIT' || error.code === 'InvalidToken')) return undefined;
  throw error;
}
