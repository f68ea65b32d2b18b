import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { z } from 'zod';
import type { Platform } from '../kit/platform.ts';
import { networkOfCall } from '../kit/network.ts';
import { ServerError } from '../kit/server-error.ts';
import { createAccountLimits } from './account-limits.ts';
import type { Accounts } from './accounts.ts';
import type { OneTimeCodes } from './one-time-codes.ts';
import { isOwnForm } from '../kit/pages/own-form.ts';
import { FormText, pageContext, pageErrors, sendPage, sessionOf, withoutSession } from './page-support.ts';
import { passwordProblem } from './password-rules.ts';
import type { Sessions } from './sessions.ts';
import { createDeviceCookie } from './sign-in-guard.ts';
import {
  changePasswordPage,
  forgotPasswordPage,
  messagePage,
  resetPasswordPage,
  type FieldError,
  type PageContext,
} from './pages.ts';

const ChangeForm = z.object({ lang: FormText, current: FormText, next: FormText, repeat: FormText });
/** The sign-in that a forgotten password interrupts. */
const InteractionId = z
  .string()
  .regex(/^[\w-]{1,64}$/)
  .optional()
  .catch(undefined);
const ForgotQuery = z.object({ interaction: InteractionId });
const ForgotForm = z.object({ lang: FormText, userName: FormText, interaction: InteractionId });
const ResetForm = z.object({
  lang: FormText,
  interaction: InteractionId,
  codeId: FormText,
  code: FormText,
  next: FormText,
  repeat: FormText,
});

/** Pages for changing a password (signed in) and for a forgotten one (by a code sent to the phone). */
export function registerAccountPages(
  app: FastifyInstance,
  platform: Platform,
  provider: () => Provider,
  parts: { accounts: Accounts; codes: OneTimeCodes; sessions: Sessions },
): void {
  const { config, audit } = platform;
  const { accounts, codes, sessions } = parts;
  const { codeRequests } = createAccountLimits(platform);
  const deviceCookie = createDeviceCookie(config);
  const limit = { rateLimit: { max: config.limits.signInPerMinuteIp, timeWindow: '1 minute' } };

  const foreign = (request: FastifyRequest, reply: FastifyReply) =>
    sendPage(reply.code(403), messagePage(pageContext(request, platform), 'failed', 'badRequest'));
  const newPasswordErrors = async (
    accountId: string | undefined,
    next: string,
    repeat: string,
  ): Promise<FieldError[]> => {
    const account = accountId === undefined ? undefined : await accounts.find(accountId);
    const problem = passwordProblem(next, account ?? { userName: '', fullName: '' });
    if (problem !== undefined) return [{ field: 'next', key: problem }];
    return next === repeat ? [] : [{ field: 'repeat', key: 'passwordDiffers' }];
  };
  const changed = async (accountId: string, requestId: string): Promise<void> => {
    await sessions.endAll(accountId);
    const account = await accounts.find(accountId);
    await audit({
      action: 'update',
      type: 'password-changed',
      outcome: 'success',
      requestId,
      ...(account === undefined ? {} : { userId: account.boxUser }),
    });
  };

  app.get('/account/change-password', async (request, reply) => {
    const session = await sessionOf(provider(), request, reply);
    const context = pageContext(request, platform);
    if (session.accountId === undefined)
      return sendPage(reply.code(401), messagePage(context, 'changePassword', 'signInFirst'));
    return sendPage(reply, changePasswordPage(context, []));
  });

  app.post(
    '/account/change-password',
    { config: limit, errorHandler: pageErrors(platform) },
    async (request, reply) => {
      const parsed = ChangeForm.safeParse(request.body ?? {});
      if (!isOwnForm(request, config.identity.issuer) || !parsed.success) return foreign(request, reply);
      const form = parsed.data;
      const context = pageContext(request, platform, form.lang);
      const session = await sessionOf(provider(), request, reply);
      if (session.accountId === undefined)
        return sendPage(reply.code(401), messagePage(context, 'changePassword', 'signInFirst'));
      const errors: FieldError[] = [
        ...(form.current === '' ? [{ field: 'current', key: 'passwordMissing' } as const] : []),
        ...(await newPasswordErrors(session.accountId, form.next, form.repeat)),
      ];
      if (
        errors.length === 0 &&
        (await accounts.changePassword(session.accountId, form.current, form.next)) === 'refused'
      ) {
        errors.push({ field: 'current', key: 'currentWrong' });
      }
      if (errors.length > 0) return sendPage(reply.code(422), changePasswordPage(context, errors));
      await changed(session.accountId, request.id);
      return sendPage(reply, messagePage(context, 'changePassword', 'changed'));
    },
  );

  /** Password pages keep the pending sign-in, also when switching language. */
  const forgotContext = (request: FastifyRequest, interaction: string | undefined, lang?: string): PageContext => ({
    ...pageContext(request, platform, lang),
    switchTo: `/account/forgot-password${interaction === undefined ? '' : `?interaction=${interaction}`}`,
    ...(interaction === undefined ? {} : { interaction }),
  });

  app.get('/account/forgot-password', async (request, reply) =>
    sendPage(reply, forgotPasswordPage(forgotContext(request, ForgotQuery.parse(request.query).interaction), '', [])),
  );

  app.post('/account/forgot-password', { errorHandler: pageErrors(platform) }, async (request, reply) => {
    const parsed = ForgotForm.safeParse(request.body ?? {});
    if (!isOwnForm(request, config.identity.issuer) || !parsed.success) return foreign(request, reply);
    const form = parsed.data;
    const context = forgotContext(request, form.interaction, form.lang);
    if (form.userName.trim() === '')
      return sendPage(reply.code(422), forgotPasswordPage(context, '', [{ field: 'userName', key: 'phoneMissing' }]));
    const account = await accounts.findProven(form.userName);
    const failed = (error: unknown): void => request.log.error({ err: error }, 'a code could not be sent');
    const isKnown = account !== undefined && deviceCookie.read(request, account.id) !== undefined;
    if (!isKnown) await codeRequests.demand(networkOfCall(request));
    // known, unknown and rate-limited numbers get the same response; a browser the account has signed in on has its own
    // limit
    const codeRequest = isKnown
      ? codes.request(account, 'password')
      : codes.requestByNumber(
          form.userName,
          'password',
          { network: networkOfCall(request), ...(account === undefined ? {} : { account }) },
          failed,
        );
    const code = await codeRequest.catch((error: unknown) => {
      if (error instanceof ServerError && error.code === 'OTP_LIMIT') return undefined;
      throw error;
    });
    return sendPage(reply, resetPasswordPage(context, code?.id ?? randomUUID(), []));
  });

  app.post('/account/reset-password', { config: limit, errorHandler: pageErrors(platform) }, async (request, reply) => {
    const parsed = ResetForm.safeParse(request.body ?? {});
    if (!isOwnForm(request, config.identity.issuer) || !parsed.success) return foreign(request, reply);
    const form = parsed.data;
    const context = forgotContext(request, form.interaction, form.lang);
    const errors: FieldError[] = [
      ...(/^\d{6}$/.test(form.code.trim()) ? [] : [{ field: 'code', key: 'codeMissing' } as const]),
      ...(await newPasswordErrors(await codes.ownerOf(form.codeId), form.next, form.repeat)),
    ];
    const accountId =
      errors.length > 0
        ? undefined
        : await codes.confirm(form.codeId, form.code.trim(), 'password').catch((error: unknown) => {
            if (error instanceof ServerError && (error.code === 'InvalidToken' || error.code === 'OTP_LIMIT'))
              return undefined;
            throw error;
          });
    // the number may have changed owner since the code was sent
    const account = accountId === undefined ? undefined : await accounts.find(accountId);
    if (errors.length === 0 && account?.phoneVerified !== true) errors.push({ field: 'code', key: 'codeWrong' });
    if (account?.phoneVerified !== true)
      return sendPage(reply.code(422), resetPasswordPage(context, form.codeId, errors, form.code.trim()));
    await accounts.setPassword(account.id, form.next);
    const interaction =
      form.interaction === undefined ? undefined : await provider().Interaction.find(form.interaction);
    await changed(account.id, request.id);
    // continues without anything that ended with the session, including the pending sign-in
    if (interaction !== undefined) await withoutSession(interaction);
    return sendPage(reply, messagePage(context, 'changePassword', 'changed'));
  });
}
