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

/** How a session ended: by itself, with what was typed kept or dropped (a shared device), or by a sign-out in another tab. */
export type SessionEnd = 'kept' | 'dropped' | 'elsewhere';

export interface Session {
  readonly tokens: Pick<TokenStore, 'read'>;
  /** Rises with each new token. */
  readonly tokenVersion: Store<number>;
  readonly clock: SessionClock;
  readonly refresher: Refresher;
  readonly otherTabs: Siblings;
  /** Begins with a token that the identity service has just given. */
  begin(token: AuthToken): void;
  /** Goes on with the token that this tab holds. Answers false without one; a copy of another tab's is let go. */
  resume(): Promise<boolean>;
  /** The path on screen comes back after sign-in. */
  saveCurrentPath(): void;
  /** Ends the session here, in all tabs and at the identity service; the document goes. */
  signOut(): Promise<void>;
  /** Once after the session of this tab was ended by something else than this tab's own sign-out: how. */
  consumeEnd(): SessionEnd | undefined;
}

export interface SessionNeeds extends AuthOptions {
  readonly machine: AuthMachine;
  readonly discovery: () => Promise<Discovery>;
  readonly intent: Intent;
  /** Loads another address in place of this one, once all that is to be kept is sealed. */
  readonly replace: (url: string) => void;
}

const ENDED = 'phr.ended';
const TAB = 'phr.tab';
const seconds = (): number => Math.floor(Date.now() / 1000);

/** The session of this tab: begun, resumed, watched and ended. */
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

  /** After the next sign-in the person goes on where the session ended; on a shared device that may be another person. */
  function saveReturnPath(): void {
    if (needs.isShared()) intent.drop();
    else saveCurrentPath();
    tabStore.set(ENDED, needs.isShared() ? 'dropped' : 'kept');
  }

  /** Nothing of the session is left in this tab. */
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

  /** Each tab does it: what one has deleted, another may just be writing. */
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

  /** From here on the session is watched and shared with the other tabs. */
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
      // This tab renews its token alone.
      () => undefined,
    );
  }

  /** A copied tab brings a copy of the token along: its grant has one holder, so the copy asks for its own. */
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
      // Requests that were made ready and not used: their verifiers are of no use any more.
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

/** The token of this tab, and a number that rises with each new one. A session that begins on a shared device is told as such. */
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
