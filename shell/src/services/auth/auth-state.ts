import type { LogPort } from '@phr/contract/host-api';
import { createStore, type Store } from '@phr/contract/store';
import { derive } from '../derive.ts';

/** Why the last sign-in did not succeed: told in words on the sign-in screen. */
export type SigninProblem = 'failed' | 'unreachable' | 'noAccessCode' | 'dismissed' | 'expired' | 'locked';

export interface SigninStatus {
  /** The authorization request is made: the button may be pressed. */
  readonly ready: boolean;
  /** A sign-in window is open. */
  readonly open: boolean;
  readonly problem?: SigninProblem;
  /** The person wants an account instead. */
  readonly wantsAccount?: true;
}

export type AuthStatus = 'loading' | 'anonymous' | 'signed-in';

export interface AuthState {
  readonly session: 'loading' | 'restoring' | 'anonymous' | 'signed-in';
  /** The session is over and this document about to go: nothing begins or ends it once more. */
  readonly isEnding: boolean;
  readonly signin: SigninStatus;
}

/** What can happen to sign-in and the session of a tab. */
export type AuthAction =
  | { readonly type: 'restore' }
  | { readonly type: 'sessionRestored' }
  | { readonly type: 'noSessionFound' }
  | { readonly type: 'requestPrepared' }
  | { readonly type: 'identityUnreachable' }
  | { readonly type: 'windowOpened' }
  /** Another tab has a sign-in window open. */
  | { readonly type: 'windowLocked' }
  /** The window is gone, or looks so: its answer may be on its way. */
  | { readonly type: 'windowGone' }
  | { readonly type: 'windowUnanswered' }
  | { readonly type: 'callbackRefused'; readonly problem?: SigninProblem; readonly wantsAccount?: true }
  | { readonly type: 'tokenReceived' }
  | { readonly type: 'sessionEnded' };

export const INITIAL: AuthState = { session: 'loading', isEnding: false, signin: { ready: false, open: false } };

/** The state after an action; pure. */
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

/** A new request mends what was not reached; any other problem stays told until the next sign-in. */
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

/** The state of one tab and its only way to change; each step is logged by its name and the states around it. */
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
