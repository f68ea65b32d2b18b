import { isAppError } from '@phr/contract/app-error';
import type { SigninProblem } from './auth-state.ts';
import { AuthorizationError } from './authorization-error.ts';

/**
 * Error codes (OpenID Connect Core 3.1.2.6, Initiating User Registration) that are not faults: there is just no
 * session.
 */
const NO_FAULT: ReadonlySet<string> = new Set([
  'create_account',
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
]);

/**
 * The problem to show after a failed sign-in; undefined if there is nothing to show, e.g. for a silent sign-in that
 * needs interaction.
 */
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
