import type { LogPort } from '@phr/contract/host-api';
import { createStore, type Store } from '@phr/contract/store';
import { derive } from '../derive.ts';

/** Why the last sign-in failed, as shown on the sign-in screen. */
export type SigninProblem = 'failed' | 'unreachable' | 'noAccessCode' | 'dismissed' | 'expired' | 'locked';

export interface SigninStatus {
  /** The authorization request is ready, so the button is enabled. */
  readonly ready: boolean;
  /** A sign-in window is open. */
  readonly open: boolean;
  readonly problem?: SigninProblem;
  /** The person wants to create an account instead. */
  readonly wantsAccount?: true;
}

export type AuthStatus = 'loading' | 'anonymous' | 'signed-in';

export interface AuthState {
  readonly session: 'loading' | 'restoring' | 'anonymous' | 'signed-in';
  /** The session is over and the document about to unload: nothing may start or end again. */
  readonly isEnding: boolean;
  readonly signin: SigninStatus;
}

/** Events of a tab's sign-in and session. */
export type AuthAction =
  | { readonly type: 'restore' }
  | { readonly type: 'sessionRestored' }
  | { readonly type: 'noSessionFound' }
  | { readonly type: 'requestPrepared' }
  | { readonly type: 'identityUnreachable' }
  | { readonly type: 'windowOpened' }
  /** Another tab has a sign-in window open. */
  | { readonly type: 'windowLocked' }
  /** The window is closed or appears so; its response may still arrive. */
  | { readonly type: 'windowGone' }
  | { readonly type: 'windowUnanswered' }
  | { readonly type: 'callbackRefused'; readonly problem?: SigninProblem; readonly wantsAccount?: true }
  | { readonly type: 'tokenReceived' }
  | { readonly type: 'sessionEnded' };

export const INITIAL: AuthState = { session: 'loading', isEnding: false, signin: { ready: false, open: false } };

/** Reducer; pure. */
export function reduce(state: AuthState, action: AuthAction): AuthState {
  switch (action.type) {
    case 'restore':
      return state.session === 'loading' ? { ...state, session: 'restoring' } : state;
    case 'sessionRestored':
      return { ...state, session: 'signed-in' };
    case 'noSessionFound':
      return { ...state, session: 'anonymous' };
    case 'requestPrepared':
      return { ...state, signin: { ready: true, open: false, ...lastingProblem(state.signin) } };
    case 'identityUnreachable':
      return { ...state, signin: { ready: false, open: false, problem: 'unreachable' } };
    case 'windowOpened':
      return { ...state, signin: { ready: true, open: true } };
    case 'windowLocked':
      return { ...state, signin: { ready: true, open: false, problem: 'locked' } };
    case 'windowGone':
      return { ...state, signin: { ready: false, open: false } };
    case 'windowUnanswered':
      return state.session === 'anonymous' && !state.signin.open
        ? { ...state, signin: { ...state.signin, problem: 'dismissed' } }
        : state;
    case 'callbackRefused':
      return {
        ...state,
        session: state.session === 'signed-in' ? 'signed-in' : 'anonymous',
        signin: {
          ready: false,
          open: false,
          ...(action.problem !== undefined && { problem: action.problem }),
          ...(action.wantsAccount && { wantsAccount: true }),
        },
      };
    case 'tokenReceived':
      return { ...state, session: 'signed-in', signin: { ready: false, open: false } };
    case 'sessionEnded':
      return { ...state, isEnding: true };
  }
}

/** A new request clears `unreachable`; other problems stay until the next sign-in. */
function lastingProblem({ problem }: SigninStatus): Pick<SigninStatus, 'problem'> {
  return problem === undefined || problem === 'unreachable' ? {} : { problem };
}

const statusOf = ({ session }: AuthState): AuthStatus =>
  session === 'loading' || session === 'restoring' ? 'loading' : session;

export interface AuthMachine {
  readonly state: Store<AuthState>;
  readonly status: Store<AuthStatus>;
  readonly signin: Store<SigninStatus>;
  dispatch(action: AuthAction): void;
}

/** State machine of one tab; logs each transition by name and states. */
export function createAuthMachine(log: Pick<LogPort, 'event'>): AuthMachine {
  const state = createStore(INITIAL);
  return {
    state,
    signin: derive(state, ({ signin }) => signin),
    status: derive(state, statusOf),
    dispatch(action) {
      const before = state.get();
      const after = reduce(before, action);
      log.event('auth', { action: action.type, from: before.session, to: after.session });
      state.set(after);
    },
  };
}
