import type { AuthOptions } from './auth-options.ts';
import type { AuthMachine } from './auth-state.ts';
import { announceTab, hasOtherTabs } from './locks.ts';
import type { Session } from './session.ts';
import type { SigninClient } from './signin-client.ts';

export interface SessionRestore {
  /**
   * Resumes the session of this tab or of another tab; otherwise anonymous. On a callback path the callback decides.
   * Idempotent: later calls return the first promise.
   */
  start(): Promise<void>;
  /** The same, regardless of the path. */
  resume(): Promise<void>;
}

export interface SessionRestoreNeeds extends AuthOptions {
  readonly machine: AuthMachine;
  readonly session: Session;
  readonly client: () => Promise<SigninClient>;
  /** Replaces the location, after pending data is sealed. */
  readonly replace: (url: string) => void;
}

export const CALLBACK_PATHS: readonly string[] = ['/auth-cb', '/oneid-cb'];
/** How long another tab may take to say whether it is signed in. */
const BUSY_TAB_MS = 1_500;

/** Decides what a freshly loaded page does about an existing session. */
export function createSessionRestore(needs: SessionRestoreNeeds): SessionRestore {
  const { machine, session, page } = needs;
  let started: Promise<void> | undefined;

  async function restore(): Promise<void> {
    // check before any await: a callback that has signed in navigates on, and its token is not a copy
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
        // the identity service is unreachable; the sign-in screen shows it
      }
    }
    machine.dispatch({ type: 'noSessionFound' });
  }

  /**
   * On a shared device no tab signs in another. Background tabs of slow phones respond late; without other tabs there
   * is no need to wait.
   */
  async function isAnotherTabSignedIn(): Promise<boolean> {
    const others = needs.isShared() ? false : await hasOtherTabs();
    if (others === false) return false;
    return session.otherTabs.isAnybodySignedIn(others === undefined ? undefined : BUSY_TAB_MS);
  }

  return { start: () => (started ??= restore()), resume };
}
