import type { Store } from '@phr/contract/store';
import type { AuthOptions } from './auth-options.ts';
import { type AuthStatus, createAuthMachine, type SigninStatus } from './auth-state.ts';
import { claimsOf } from './claims.ts';
import { createDiscovery, type Discovery } from './discovery.ts';
import { createIntent } from './intent.ts';
import { returnPath } from './return-path.ts';
import type { SessionClock } from './session-clock.ts';
import { createSessionRestore } from './session-restore.ts';
import { createSession, type SessionEnd } from './session.ts';
import type { SigninClient } from './signin-client.ts';
import type { CallbackOutcome, SigninFlow } from './signin-flow.ts';

export interface Auth {
  readonly status: Store<AuthStatus>;
  readonly signin: Store<SigninStatus>;
  readonly discovery: () => Promise<Discovery>;
  /**
   * Restores the session of this tab or of another tab; otherwise anonymous. On a callback path the callback decides.
   * Idempotent: later calls return the first promise.
   */
  start(): Promise<void>;
  /** Prepares the authorization request for the button. */
  prepare(): Promise<void>;
  /**
   * Opens the identity service's page. Call it synchronously from the click handler, or the browser blocks the window.
   */
  signIn(options?: { readonly takeOver?: boolean }): void;
  finish(callbackUrl: string): Promise<CallbackOutcome>;
  /** Stores the requested path, to open it after sign-in. */
  keepWanted(path: string): void;
  /** The stored path. */
  wanted(): string | undefined;
  /** Takes, once, the path to open after sign-in. */
  consumeReturnPath(): string;
  accessToken(): Promise<string>;
  refreshAfter401(used: string): Promise<string>;
  /** Signs out here, in all tabs and at the identity service. Unloads this document. */
  signOut(): Promise<void>;
  /** How the session ended, if not by this tab's own sign-out; returned once. */
  consumeSessionEnded(): SessionEnd | undefined;
  /** Increases with each new token. */
  readonly tokenVersion: Store<number>;
  /** When the session ends, and how to extend it. */
  readonly session: Pick<SessionClock, 'news' | 'extend'>;
  /** The signed-in account's subject. */
  account(): string | undefined;
  /** The account's cohorts for early releases. */
  cohorts(): readonly string[];
}

/** Sign-in, token and sign-out of this tab. */
export function createAuth(options: AuthOptions): Auth {
  const { authority, clientId, scope, page, tabStore } = options;
  const machine = createAuthMachine(options.log);
  const discovery = createDiscovery(authority);
  const intent = createIntent(options.sealedTab);
  const leave = (url: string): void => void options.sealed().then(() => page.leave(url));
  const replace = (url: string): void => void options.sealed().then(() => page.replace(url));

  async function client(): Promise<SigninClient> {
    const [{ createSigninClient }, found] = await Promise.all([
      import(/* webpackChunkName: "identity" */ './signin-client.ts'),
      discovery(),
    ]);
    return createSigninClient({
      authority,
      clientId,
      scope,
      redirectUri: `${page.origin}/auth-cb`,
      discovery: found,
      store: tabStore,
      now: () => Math.floor(Date.now() / 1000),
    });
  }

  const session = createSession({ ...options, machine, discovery, intent, replace });
  const restore = createSessionRestore({ ...options, machine, session, client, replace });
  let flow: SigninFlow | undefined;
  /** Loaded together with the client when sign-in is needed; a signed-in user needs neither. */
  async function openFlow(): Promise<SigninFlow> {
    const { createSigninFlow } = await import(/* webpackChunkName: "identity" */ './signin-flow.ts');
    return (flow ??= createSigninFlow({ ...options, machine, session, client, leave }));
  }
  const { refresher, clock, tokens } = session;

  return {
    status: machine.status,
    signin: machine.signin,
    discovery,
    start: restore.start,
    async prepare() {
      const opened = await openFlow().catch(() => undefined);
      if (opened !== undefined) return opened.prepare();
      await options.onUnreachable();
      machine.dispatch({ type: 'identityUnreachable' });
    },
    signIn: (how) => flow?.signIn(how),
    async finish(callbackUrl) {
      const answer = new URL(callbackUrl).searchParams;
      if (answer.has('code') || answer.has('error')) {
        const opened = await openFlow().catch(() => undefined);
        if (opened !== undefined) return opened.finish(callbackUrl);
        machine.dispatch({ type: 'callbackRefused', problem: 'unreachable' });
        return 'not-signed-in';
      }
      // reloaded, or opened by hand: nothing to finish
      await restore.resume();
      return machine.status.get() === 'signed-in' ? 'signed-in' : 'not-signed-in';
    },
    keepWanted: intent.keep,
    wanted: intent.read,
    consumeReturnPath() {
      const wanted = intent.read();
      intent.drop();
      return returnPath(wanted, options.isOwnPath);
    },
    accessToken: () => refresher.accessToken(),
    refreshAfter401: (used) => refresher.refreshAfter401(used),
    async signOut() {
      await options.onLeaving?.();
      intent.drop();
      return session.signOut();
    },
    consumeSessionEnded: session.consumeEnd,
    tokenVersion: session.tokenVersion,
    session: { news: clock.news, extend: () => clock.extend() },
    account() {
      const token = tokens.read();
      return claimsOf(token?.idToken).sub ?? claimsOf(token?.accessToken).sub;
    },
    cohorts: () => claimsOf(tokens.read()?.accessToken).cohorts ?? [],
  };
}
