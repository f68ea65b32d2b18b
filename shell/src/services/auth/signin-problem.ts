import { isAppError } from '@phr/contract/app-error';
import type { SigninProblem } from './auth-state.ts';
import { AuthorizationError } from './authorization-error.ts';

/** Answers of the identity service (OpenID Connect Core 3.1.2.6, Initiating User Registration) that are no fault: they only lead to no session. */
const NO_FAULT: ReadonlySet<string> = new Set([
  'create_account',
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
]);

/** What to tell of a sign-in that failed; undefined when there is nothing to tell, e.g. of a silent sign-in that needs the person. */
export function problemOf(error: unknown): SigninProblem | undefined {
  if (error instanceof AuthorizationError) {
    if (NO_FAULT.has(error.reason)) return undefined;
    if (error.reason === 'signin_expired') return 'expired';
    return error.reason === 'access_denied' ? 'dismissed' : 'failed';
  }
  if (!isAppError(error)) return 'failed';
  if (error.code === 'NO_ACCESS_TOKEN') return 'noAccessCode';
  return error.code === 'NETWORK' || error.code === 'TIMEOUT' ? 'unreachable' : 'failed';
}
