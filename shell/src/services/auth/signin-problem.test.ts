import { AppError } from '@phr/contract/app-error';
import { AuthorizationError } from './authorization-error.ts';
import { problemOf } from './signin-problem.ts';

test.each([
  ['the network', new AppError({ code: 'NETWORK' }), 'unreachable'],
  ['a time-out', new AppError({ code: 'TIMEOUT' }), 'unreachable'],
  ['an account without access', new AppError({ code: 'NO_ACCESS_TOKEN' }), 'noAccessCode'],
  ['a server in trouble', new AppError({ httpStatus: 503 }), 'failed'],
  ['a fault of our own', new TypeError('x is undefined'), 'failed'],
  ['a person who closes the page', new AuthorizationError('access_denied'), 'dismissed'],
  ['a page that was open too long', new AuthorizationError('signin_expired'), 'expired'],
  ['a request that the service does not understand', new AuthorizationError('invalid_request'), 'failed'],
])('what is told of %s', (_what, error, told) => {
  expect(problemOf(error)).toBe(told);
});

test.each([
  'create_account',
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
])('nothing is told of a silent sign-in that needs the person: %s', (reason) => {
  expect(problemOf(new AuthorizationError(reason))).toBeUndefined();
});
