import { createStore, type Store } from '@phr/contract/store';
import { SEALED } from '../host/sealed-texts.ts';
import type { AuthOptions } from './auth-options.ts';
import type { AuthMachine } from './auth-state.ts';
import { claimsOf } from './claims.ts';
import type { Discovery } from './discovery.ts';
import { INTENT_KEY, type Intent } from './intent.ts';
import { acquireLock, withLock } from './locks.ts';
import { createRefresher, type Refresher } from './refresher.ts';
import { renewToken } from './renew.ts';
import { createSessionClock, type SessionClock } from './session-clock.ts';
import { watchSession } from './session-watch.ts';
import { createSiblings, type Siblings } from './siblings.ts';
import { signoutUrl } from './signout.ts';
import { createState } from './state.ts';
import { openTokenShare, type TokenShare } from './token-share.ts';
import type { AuthToken } from './token.ts';
import { createTokenStore, type TokenStore } from './token-store.ts';

/** How a session ended: expired, with input kept or (on a shared device) dropped, or signed out in another tab. */
export type SessionEnd = 'kept' | 'dropped' | 'elsewhere';

export interface Session {
  readonly tokens: Pick<TokenStore, 'read'>;
  /** Increases with each new token. */
  readonly tokenVersion: Store<number>;
  readonly clock: SessionClock;
  readonly refresher: Refresher;
  readonly otherTabs: Siblings;
  /** Starts with a newly issued token. */
  begin(token: AuthToken): void;
  /** Resumes with this tab's token. Resolves to false without one; a copy of another tab's token is released. */
  resume(): Promise<boolean>;
  /** Stores the current path to return to after sign-in. */
  saveCurrentPath(): void;
  /** Signs out here, in all tabs and at the identity service; unloads the document. */
  signOut(): Promise<void>;
  /** How the session ended, if not by this tab's own sign-out; returned once. */
  consumeEnd(): SessionEnd | undefined;
}

export interface SessionNeeds extends AuthOptions {
  readonly machine: AuthMachine;
  readonly discovery: () => Promise<Discovery>;
  readonly intent: Intent;
  /** Replaces the location, after pending data is sealed. */
  readonly replace: (url: string) => void;
}

const ENDED = 'phr.ended';
const TAB = 'phr.tab';
const seconds = (): number => Math.floor(Date.now() / 1000);

/** The session of this tab: starts, resumes, watches and ends it. */
export function createSession(needs: SessionNeeds): Session {
  const { machine, discovery, clientId, intent, page, tabStore, sealedTab, localStore, replace } = needs;
  const [tokens, tokenVersion] = createVersionedTokens(needs);
  const clock = createSessionClock({ ...needs.sessionLimits, monotonic: () => performance.now() });
  let share: TokenShare | undefined;
  let stopWatch = (): void => undefined;
  const isOver = (): boolean => machine.state.get().isEnding;

  const otherTabs = createSiblings({
    isSignedIn: () => tokens.read() !== undefined,
    onSignedOut(endedByItself) {
      if (tokens.read() === undefined || isOver()) return;
      if (endedByItself) saveReturnPath();
      else tabStore.set(ENDED, 'elsewhere');
      stop();
      void leaveNothing(endedByItself).then(() => replace('/signin'));
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
    onRefused: ({ idToken }) => endByItself(idToken),
  });
  clock.news.subscribe(() => {
    if (clock.news.get().kind === 'over') endByItself(tokens.read()?.idToken);
  });

  function saveCurrentPath(): void {
    const { pathname, search, hash } = new URL(page.href());
    if (needs.isOwnPath(pathname)) intent.keep(pathname + search + hash);
  }

  /** The next sign-in continues where the session ended, except on a shared device, where it may be another person. */
  function saveReturnPath(): void {
    if (needs.isShared()) intent.drop();
    else saveCurrentPath();
    tabStore.set(ENDED, needs.isShared() ? 'dropped' : 'kept');
  }

  /** Removes everything of the session from this tab. */
  function stop(): void {
    machine.dispatch({ type: 'sessionEnded' });
    stopWatch();
    clear();
  }

  function clear(): void {
    tokens.write(undefined);
    const preserved: readonly string[] = [INTENT_KEY, SEALED, ENDED];
    for (const store of [tabStore, sealedTab])
      for (const key of store.keys()) if (!preserved.includes(key)) store.remove(key);
  }

  function endByItself(idToken: string | undefined): void {
    if (isOver()) return;
    saveReturnPath();
    void end(idToken, true);
  }

  /** Every tab does this: one may be writing what another just deleted. */
  async function leaveNothing(byItself: boolean): Promise<void> {
    needs.onUnload(byItself);
    if (!byItself || needs.isShared()) await needs.clearUserData();
  }

  async function end(idToken: string | undefined, byItself: boolean): Promise<void> {
    if (isOver()) return;
    stop();
    otherTabs.tellSignedOut(byItself);
    await leaveNothing(byItself);
    const target = { clientId, idToken, entry: localStore.get('phr.entry'), origin: page.origin };
    replace(
      await discovery().then(
        (found) => signoutUrl(found.endSessionEndpoint, target),
        () => '/signin',
      ),
    );
  }

  /** Starts watching the session and sharing it with other tabs. */
  function watch(): void {
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
    const opening = openTokenShare(token, {
      held: () => tokens.read(),
      onOffer: (offered) => refresher.adopt(offered),
      now: seconds,
    });
    opening.then(
      (opened) => {
        share?.close();
        share = opened;
      },
      // without sharing, this tab renews its token alone
      () => undefined,
    );
  }

  /** A duplicated tab copies the token, but a grant has one holder, so the copy requests its own. */
  async function isCopiedTab(): Promise<boolean> {
    const id = tabStore.get(TAB);
    return id !== undefined && (await acquireLock(`phr.tab.${id}`, { waitMs: 500 })) === undefined;
  }

  return {
    tokens,
    tokenVersion,
    clock,
    refresher,
    otherTabs,
    begin(token) {
      tokens.write(token);
      const id = createState();
      tabStore.set(TAB, id);
      // drop unused authorization requests: their verifiers are useless now
      for (const key of tabStore.keys()) if (key.startsWith('phr.signin.')) tabStore.remove(key);
      void acquireLock(`phr.tab.${id}`);
      watch();
      machine.dispatch({ type: 'tokenReceived' });
    },
    async resume() {
      if (tokens.read() === undefined) return false;
      if (await isCopiedTab()) {
        clear();
        return false;
      }
      watch();
      machine.dispatch({ type: 'sessionRestored' });
      return true;
    },
    saveCurrentPath,
    signOut: () => end(tokens.read()?.idToken, false),
    consumeEnd() {
      const ended = tabStore.get(ENDED);
      tabStore.remove(ENDED);
      return ended === undefined ? undefined : ended === 'dropped' || ended === 'elsewhere' ? ended : 'kept';
    },
  };
}

/** This tab's token, with a version that increases. Reports a session that starts on a shared device. */
function createVersionedTokens({
  tabStore,
  isShared,
  onShared,
}: Pick<AuthOptions, 'tabStore' | 'isShared' | 'onShared'>): readonly [TokenStore, Store<number>] {
  const version = createStore(0);
  const store = createTokenStore(tabStore, seconds, isShared);
  const tokens: TokenStore = {
    read: store.read,
    write(token) {
      const isNew = token !== undefined && token.accessToken !== store.read()?.accessToken;
      if (claimsOf(token?.idToken).isOnSharedDevice === true || (isNew && isShared())) onShared();
      store.write(token);
      if (isNew) version.set(version.get() + 1);
    },
  };
  return [tokens, version];
}
