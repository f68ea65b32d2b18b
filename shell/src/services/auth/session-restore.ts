import type { AuthOptions } from './auth-options.ts';
import type { AuthMachine } from './auth-state.ts';
import { announceTab, hasOtherTabs } from './locks.ts';
import type { Session } from './session.ts';
import type { SigninClient } from './signin-client.ts';

export interface SessionRestore {
  /** Goes on with the session of this tab, or of another tab; anonymous otherwise. On a callback path the callback decides. Asked again it answers for the same start. */
  start(): Promise<void>;
  /** The same, whatever the path. */
  resume(): Promise<void>;
}

export interface SessionRestoreNeeds extends AuthOptions {
  readonly machine: AuthMachine;
  readonly session: Session;
  readonly client: () => Promise<SigninClient>;
  /** Loads another address in place of this one, once all that is to be kept is sealed. */
  readonly replace: (url: string) => void;
}

export const CALLBACK_PATHS: readonly string[] = ['/auth-cb', '/oneid-cb'];
/** How long a tab that exists may take to say whether it is signed in. */
const BUSY_TAB_MS = 1_500;

/** What a page that is loaded does about the session that may be there already. */
export function createSessionRestore(needs: SessionRestoreNeeds): SessionRestore {
  const { machine, session, page } = needs;
  let started: Promise<void> | undefined;

  async function restore(): Promise<void> {
    // Asked before anything is waited for: a callback that has signed in goes on to another path, and its token is no copy.
    const isCallback = CALLBACK_PATHS.includes(page.pathname());
    machine.dispatch({ type: 'restore' });
    await announceTab();
    if (!isCallback) await resume();
  }

  async function resume(): Promise<void> {
    await needs.sealed();
    if (await session.resume()) return;
    if (await isAnotherTabSignedIn()) {
      session.saveCurrentPath();
      try {
        const client = await needs.client();
        const { url } = await client.prepare({ mode: 'redirect', silent: true, locale: needs.locale() });
        needs.replace(url);
        return;
      } catch {
        // The identity service is not reached: the sign-in screen says so.
      }
    }
    machine.dispatch({ type: 'noSessionFound' });
  }

  /** On a shared device no tab is signed in by another one. A tab in the background of a slow phone answers late; alone, there is nobody to wait for. */
  async function isAnotherTabSignedIn(): Promise<boolean> {
    const others = needs.isShared() ? false : await hasOtherTabs();
    if (others === false) return false;
    return session.otherTabs.isAnybodySignedIn(others === undefined ? undefined : BUSY_TAB_MS);
  }

  return { start: () => (started ??= restore()), resume };
}
