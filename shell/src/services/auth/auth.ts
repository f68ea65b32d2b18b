import { isAppError } from '@phr/contract/app-error';
import type { Locale } from '@phr/contract/host-api';
import { createStore, type Store } from '@phr/contract/store';
import type { Page } from '../host/page.ts';
import { SEALED } from '../host/sealed-texts.ts';
import type { TextStore } from '../host/storage.ts';
import { claimsOf } from './claims.ts';
import { createDiscovery, type Discovery } from './discovery.ts';
import { relayCallback } from './handover.ts';
import { createIntent, INTENT_KEY } from './intent.ts';
import { announceTab, withLock, acquireLock, hasOtherTabs } from './locks.ts';
import { createRefresher } from './refresher.ts';
import { renewToken } from './renew.ts';
import { returnPath } from './return-path.ts';
import { createSessionClock, type SessionClock } from './session-clock.ts';
import { watchSession } from './session-watch.ts';
import { createSiblings } from './siblings.ts';
import { signoutUrl } from './signout.ts';
import type { SigninClient, SigninRequest } from './signin-client.ts';
import { isInAppBrowser, signinMode } from './signin-mode.ts';
import { followWindow } from './signin-window.ts';
import { AuthorizationError } from './authorization-error.ts';
import { createState } from './state.ts';
import { openTokenShare, type TokenShare } from './token-share.ts';
import { createTokenStore, type TokenStore } from './token-store.ts';

/** How long a tab that exists may take to say whether it is signed in. */
const BUSY_TAB_MS = 1_500;

/** Why the last sign-in did not succeed: told in words on the sign-in screen. */
export type SigninProblem = 'failed' | 'unreachable' | 'noAccessCode' | 'dismissed' | 'expired' | 'locked';

/** How a session ended: by itself, with what was typed kept or dropped (a shared device), or by a sign-out in another tab. */
export type SessionEnd = 'kept' | 'dropped' | 'elsewhere';

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

/** What a callback page has to show: nothing (the app goes on), the success view of a sign-in window, or the sign-in screen. */
export type CallbackOutcome = 'signed-in' | 'handed-over' | 'not-signed-in';

export interface AuthOptions {
  readonly authority: string;
  readonly clientId: string;
  readonly scope: string;
  readonly page: Page;
  readonly tabStore: TextStore;
  readonly localStore: TextStore;
  /** Texts of this tab that nobody reads from its storage, and the moment when all such texts are known and sealed. */
  readonly sealedTab: TextStore;
  readonly sealed: () => Promise<void>;
  readonly locale: () => Locale;
  /** Many people use this device: whoever signs in is asked for the password, and nothing of one is kept for the next. */
  readonly isShared: () => boolean;
  /** The session that begins here is of a shared device, as the identity service or the mark says: so it stays until it ends, whatever becomes of the mark. */
  readonly onShared: () => void;
  /** Id of the code that has proven a phone number just now: it counts for the account that signs in next. */
  readonly phoneCode?: () => string | undefined;
  /** The identity service was not reached: resolves once it is known whether anything is. */
  readonly onUnreachable: () => Promise<void>;
  /** Words of a user agent that tell the browser inside a messaging app. */
  readonly inAppBrowsers: readonly string[];
  /** True for a path that may be opened after sign-in. */
  readonly isOwnPath: (pathname: string) => boolean;
  /** Milliseconds after which a session ends: without anything done, and in any case. */
  readonly session: { readonly idleMs: () => number; readonly absoluteMs: number };
  /** This document is about to go: nothing may hold it back. `ended` when that is not the person's wish. */
  readonly onUnload: (ended: boolean) => void;
  /** Deletes what this browser keeps of persons; at sign-out, and on a shared device also when a session ends by itself. */
  readonly clearUserData: () => Promise<void>;
}

export interface Auth {
  readonly status: Store<AuthStatus>;
  readonly signin: Store<SigninStatus>;
  readonly discovery: () => Promise<Discovery>;
  /** Takes up the session of this tab, or of a sibling tab; anonymous otherwise. On a callback path the callback decides. Asked again it answers for the same start. */
  start(): Promise<void>;
  /** Makes the authorization request ready for the button. */
  prepare(): Promise<void>;
  /** Opens the identity service's page. Must be called by the press itself, or the browser blocks the window. */
  signIn(options?: { readonly takeOver?: boolean }): void;
  finish(callbackUrl: string): Promise<CallbackOutcome>;
  /** Remembers what the person came for, to go there after sign-in. */
  keepWanted(path: string): void;
  /** What is remembered. */
  wanted(): string | undefined;
  /** Where to go after sign-in, once. */
  consumeReturnPath(): string;
  accessToken(): Promise<string>;
  refreshAfter401(used: string): Promise<string>;
  /** Ends the session here, in all tabs and at the identity service. Ends this document. */
  signOut(): Promise<void>;
  /** Once after the session of this tab was ended by something else than this tab's own sign-out: how. */
  consumeSessionEnded(): SessionEnd | undefined;
  /** Rises with each new token. */
  readonly tokenVersion: Store<number>;
  /** When the session ends, and how to put that off. */
  readonly session: Pick<SessionClock, 'news' | 'extend'>;
  /** The account that is signed in, as the identity service names it. */
  account(): string | undefined;
}

export const CALLBACK_PATHS: readonly string[] = ['/auth-cb', '/oneid-cb'];
const ENDED = 'phr.ended';
const TAB = 'phr.tab';
const WINDOW_LOCK = 'phr.signin-window';
const seconds = (): number => Math.floor(Date.now() / 1000);

/** Sign-in, the token and sign-out of this tab. */
export function createAuth(options: AuthOptions): Auth {
  const { authority, clientId, scope, page, tabStore, localStore, sealedTab } = options;
  const modeAt = (width: number) => signinMode(width, isInAppBrowser(page.userAgent, options.inAppBrowsers));
  const status = createStore<AuthStatus>('loading');
  const signin = createStore<SigninStatus>({ ready: false, open: false });
  const discovery = createDiscovery(authority);
  const tokenVersion = createStore(0);
  const kept = createTokenStore(tabStore, seconds, options.isShared);
  const tokens: TokenStore = {
    read: kept.read,
    write(token) {
      const isNew = token !== undefined && token.accessToken !== kept.read()?.accessToken;
      if (claimsOf(token?.idToken).isOnSharedDevice === true || (isNew && options.isShared())) options.onShared();
      kept.write(token);
      if (isNew) tokenVersion.set(tokenVersion.get() + 1);
    },
  };
  const intent = createIntent(sealedTab);
  const leave = (url: string): void => void options.sealed().then(() => page.leave(url));
  const replace = (url: string): void => void options.sealed().then(() => page.replace(url));
  let prepared: SigninRequest | undefined;
  let leaving = false;
  let share: TokenShare | undefined;
  let stopWatch = (): void => undefined;
  const clock = createSessionClock({ ...options.session, monotonic: () => performance.now() });
  clock.news.subscribe(() => {
    if (clock.news.get().kind !== 'over') return;
    saveReturnPath();
    void leaveSession(tokens.read()?.idToken, true);
  });

  const otherTabs = createSiblings({
    isSignedIn: () => tokens.read() !== undefined,
    onSignedOut(ended) {
      if (tokens.read() === undefined || leaving) return;
      leaving = true;
      if (ended) saveReturnPath();
      else tabStore.set(ENDED, 'elsewhere');
      stopWatch();
      clearSession();
      options.onUnload(ended);
      replace('/signin');
    },
  });
  const refresher = createRefresher({
    tokens,
    renew: async (refreshToken, held) =>
      renewToken((await discovery()).tokenEndpoint, clientId, { ...held, refreshToken }, seconds),
    now: seconds,
    exclusive: (task) => withLock('phr.refresh', task),
    requestFromTabs: async (than) => share?.ask(than),
    broadcast: (fresh) => share?.offer(fresh),
    onRefused({ idToken }) {
      saveReturnPath();
      void leaveSession(idToken, true);
    },
  });

  async function client(): Promise<SigninClient> {
    const [{ createSigninClient }, found] = await Promise.all([import('./signin-client.ts'), discovery()]);
    return createSigninClient({
      authority,
      clientId,
      scope,
      redirectUri: `${page.origin}/auth-cb`,
      discovery: found,
      store: tabStore,
      now: seconds,
    });
  }

  /** The path on screen comes back after sign-in. */
  function saveCurrentPath(): void {
    const { pathname, search, hash } = new URL(page.href());
    if (options.isOwnPath(pathname)) intent.keep(pathname + search + hash);
  }

  /** After the next sign-in the person goes on where the session ended; on a shared device that may be another person. */
  function saveReturnPath(): void {
    if (options.isShared()) intent.drop();
    else saveCurrentPath();
    tabStore.set(ENDED, options.isShared() ? 'dropped' : 'kept');
  }

  function clearSession(): void {
    tokens.write(undefined);
    const kept: readonly string[] = [INTENT_KEY, SEALED, ENDED];
    for (const store of [tabStore, sealedTab])
      for (const key of store.keys()) if (!kept.includes(key)) store.remove(key);
  }

  async function leaveSession(idToken: string | undefined, ended: boolean): Promise<void> {
    if (leaving) return;
    leaving = true;
    stopWatch();
    clearSession();
    otherTabs.tellSignedOut(ended);
    options.onUnload(ended);
    if (!ended || options.isShared()) await options.clearUserData();
    const target = { clientId, idToken, entry: localStore.get('phr.entry'), origin: page.origin };
    replace(
      await discovery().then(
        (found) => signoutUrl(found.endSessionEndpoint, target),
        () => '/signin',
      ),
    );
  }

  function signedIn(): void {
    const id = createState();
    tabStore.set(TAB, id);
    // Requests that were made ready and not used: their verifiers are of no use any more.
    for (const key of tabStore.keys()) if (key.startsWith('phr.signin.')) tabStore.remove(key);
    void acquireLock(`phr.tab.${id}`);
    signin.set({ ready: false, open: false });
    startWatching();
    status.set('signed-in');
  }

  /** From here on the session is watched and shared with the sibling tabs. */
  function startWatching(): void {
    const token = tokens.read();
    if (token === undefined) return;
    const { authTime, issuedAt } = claimsOf(token.idToken);
    stopWatch();
    stopWatch = watchSession({
      clock,
      tabStore,
      age: authTime === undefined || issuedAt === undefined ? 0 : (issuedAt - authTime) * 1_000,
      onPresence: () => {
        refresher.accessToken().catch(() => undefined);
      },
      monotonic: () => performance.now(),
      wall: () => Date.now(),
    });
    void openTokenShare(token, {
      held: () => tokens.read(),
      onOffer: (offered) => refresher.adopt(offered),
      now: seconds,
    }).then((opened) => {
      share?.close();
      share = opened;
    });
  }

  /** A copied tab brings a copy of the token along: its grant has one holder, so the copy asks for its own. */
  async function isCopiedTab(): Promise<boolean> {
    const id = tabStore.get(TAB);
    return id !== undefined && (await acquireLock(`phr.tab.${id}`, { waitMs: 500 })) === undefined;
  }

  /**
   * Gives an answer to the page that waits for it. One without a state comes from a page of the identity service that knows its sign-in no more; its window
   * still has the requests of the page that opened it.
   */
  async function passOn(callbackUrl: string): Promise<boolean> {
    const url = new URL(callbackUrl);
    const state = url.searchParams.get('state') ?? '';
    const waiting = await client()
      .then(async (made) => {
        if (state === '') return made.windowStates();
        return (await made.modeOf(state)) === 'redirect' ? [] : [state];
      })
      .catch(() => []);
    const taken = await Promise.all(
      waiting.map((each) => {
        url.searchParams.set('state', each);
        return relayCallback(each, url.href);
      }),
    );
    return taken.includes(true);
  }

  async function finish(callbackUrl: string): Promise<CallbackOutcome> {
    try {
      await options.sealed();
      const answer = new URL(callbackUrl).searchParams;
      if (!answer.has('state')) throw new AuthorizationError(answer.get('error') ?? '');
      const { finish: exchange } = await client();
      tokens.write(await exchange(callbackUrl));
      signedIn();
      return 'signed-in';
    } catch (error) {
      // An old answer, e.g. of a bookmark: the session that this tab has goes on.
      if (await resumeOwn()) return 'signed-in';
      const problem = problemOf(error);
      const wantsAccount = error instanceof AuthorizationError && error.reason === 'create_account';
      signin.set({
        ready: false,
        open: false,
        ...(problem === undefined ? {} : { problem }),
        ...(wantsAccount && { wantsAccount }),
      });
      if (status.get() !== 'signed-in') status.set('anonymous');
      return 'not-signed-in';
    }
  }

  async function openWindow(request: SigninRequest, width: number, takeOver: boolean): Promise<void> {
    const left = Math.round((width - 480) / 2);
    const opened = window.open(request.url, '_blank', `popup,width=480,height=720,left=${left},top=80`);
    if (opened === null) {
      leave(request.url);
      return;
    }
    const release = await acquireLock(WINDOW_LOCK, { steal: takeOver });
    if (release === undefined) {
      opened.close();
      signin.set({ ready: true, open: false, problem: 'locked' });
      return;
    }
    signin.set({ ready: true, open: true });
    followWindow(opened, request.state, {
      onAnswer(callbackUrl) {
        release();
        void finish(callbackUrl).then((outcome) => {
          if (outcome === 'not-signed-in') void auth.prepare();
        });
      },
      onGone() {
        release();
        signin.set({ ready: false, open: false });
        void auth.prepare();
      },
      onNothing() {
        if (status.get() === 'anonymous' && !signin.get().open) signin.set({ ...signin.get(), problem: 'dismissed' });
      },
    });
  }

  async function restoreSession(): Promise<void> {
    // Asked before anything is waited for: a callback that has signed in goes on to another path, and its token is no copy.
    const isCallback = CALLBACK_PATHS.includes(page.pathname());
    await announceTab();
    if (!isCallback) await resume();
  }

  /** Goes on with the token that this tab holds. Answers false without one; a copy of another tab's is let go. */
  async function resumeOwn(): Promise<boolean> {
    if (tokens.read() === undefined) return false;
    if (await isCopiedTab()) {
      clearSession();
      return false;
    }
    startWatching();
    status.set('signed-in');
    return true;
  }

  /** Goes on with the session of this tab, or of a sibling tab; anonymous otherwise. */
  async function resume(): Promise<void> {
    await options.sealed();
    if (await resumeOwn()) return;
    // A tab in the background of a slow phone answers late; alone, there is nobody to wait for.
    // On a shared device no tab is signed in by another one.
    const others = options.isShared() ? false : await hasOtherTabs();
    if (others !== false && (await otherTabs.isAnybodySignedIn(others === undefined ? undefined : BUSY_TAB_MS))) {
      saveCurrentPath();
      try {
        const { url } = await (await client()).prepare({ mode: 'redirect', silent: true, locale: options.locale() });
        replace(url);
        return;
      } catch {
        // The identity service is not reached: the sign-in screen says so.
      }
    }
    status.set('anonymous');
  }

  let started: Promise<void> | undefined;
  const auth: Auth = {
    status,
    signin,
    discovery,
    start: () => (started ??= restoreSession()),
    async prepare() {
      try {
        const mode = modeAt(page.width());
        const phoneCode = options.phoneCode?.();
        prepared = await (await client()).prepare({
          mode,
          locale: options.locale(),
          ...(phoneCode !== undefined && { phoneCode }),
        });
        const { problem } = signin.get();
        signin.set({
          ready: true,
          open: false,
          ...(problem === undefined || problem === 'unreachable' ? {} : { problem }),
        });
      } catch {
        await options.onUnreachable();
        signin.set({ ready: false, open: false, problem: 'unreachable' });
      }
    },
    signIn({ takeOver = false } = {}) {
      if (prepared === undefined) return;
      const width = page.width();
      const request = options.isShared() ? withPromptLogin(prepared) : prepared;
      if (modeAt(width) === 'redirect') leave(request.url);
      else void openWindow(request, width, takeOver);
    },
    async finish(callbackUrl) {
      const answer = new URL(callbackUrl).searchParams;
      // Reloaded, or opened by hand: there is nothing to finish.
      if (!answer.has('code') && !answer.has('error')) {
        await resume();
        return status.get() === 'signed-in' ? 'signed-in' : 'not-signed-in';
      }
      if (await passOn(callbackUrl)) return 'handed-over';
      return finish(callbackUrl);
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
    signOut() {
      intent.drop();
      return leaveSession(tokens.read()?.idToken, false);
    },
    consumeSessionEnded() {
      const ended = tabStore.get(ENDED);
      tabStore.remove(ENDED);
      return ended === undefined ? undefined : ended === 'dropped' || ended === 'elsewhere' ? ended : 'kept';
    },
    tokenVersion,
    session: { news: clock.news, extend: () => clock.extend() },
    account() {
      const token = tokens.read();
      return claimsOf(token?.idToken).sub ?? claimsOf(token?.accessToken).sub;
    },
  };
  return auth;
}

/**
 * The same request, which says that many people use this device and which no session of somebody before answers. The first is known to the embedded
 * identity service alone, the second to every one.
 */
function withPromptLogin({ state, url }: SigninRequest): SigninRequest {
  const asking = new URL(url);
  asking.searchParams.set('prompt', 'login');
  asking.searchParams.set('shared_device', 'true');
  return { state, url: asking.href };
}

/** Undefined for a silent sign-in that needs the person: no fault, only no session. */
function problemOf(error: unknown): SigninProblem | undefined {
  if (error instanceof AuthorizationError) {
    if (
      [
        'create_account',
        'login_required',
        'interaction_required',
        'consent_required',
        'account_selection_required',
      ].includes(error.reason)
    )
      return undefined;
    if (error.reason === 'signin_expired') return 'expired';
    return error.reason === 'access_denied' ? 'dismissed' : 'failed';
  }
  if (!isAppError(error)) return 'failed';
  if (error.code === 'NO_ACCESS_TOKEN') return 'noAccessCode';
  return error.code === 'NETWORK' || error.code === 'TIMEOUT' ? 'unreachable' : 'failed';
}
