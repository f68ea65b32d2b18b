import type { AuthOptions } from './auth-options.ts';
import type { AuthMachine } from './auth-state.ts';
import { AuthorizationError } from './authorization-error.ts';
import { relayCallback } from './handover.ts';
import { acquireLock } from './locks.ts';
import type { Session } from './session.ts';
import type { SigninClient, SigninRequest } from './signin-client.ts';
import { isInAppBrowser, signinMode } from './signin-mode.ts';
import { problemOf } from './signin-problem.ts';
import { followWindow } from './signin-window.ts';

/**
 * What a callback page shows: nothing (the app continues), the success view of a sign-in window, or the sign-in screen.
 */
export type CallbackOutcome = 'signed-in' | 'handed-over' | 'not-signed-in';

export interface SigninFlow {
  /** Prepares the authorization request for the button. */
  prepare(): Promise<void>;
  /**
   * Opens the identity service's page. Call it synchronously from the click handler, or the browser blocks the window.
   */
  signIn(options?: { readonly takeOver?: boolean }): void;
  /** Passes a response to the page waiting for it, else signs in here. */
  finish(callbackUrl: string): Promise<CallbackOutcome>;
}

export interface SigninFlowNeeds extends AuthOptions {
  readonly machine: AuthMachine;
  readonly session: Session;
  readonly client: () => Promise<SigninClient>;
  /** Navigates away, after pending data is sealed. */
  readonly leave: (url: string) => void;
}

const WINDOW_LOCK = 'phr.signin-window';
const WINDOW_WIDTH = 480;

/** Sign-in on the identity service's page: in this window on a small screen, in a popup on a wide one. */
export function createSigninFlow(needs: SigninFlowNeeds): SigninFlow {
  const { machine, session, client, page, leave } = needs;
  const modeAt = (width: number) => signinMode(width, isInAppBrowser(page.userAgent, needs.inAppBrowsers));
  let prepared: SigninRequest | undefined;

  async function prepare(): Promise<void> {
    try {
      const mode = modeAt(page.width());
      const phoneCode = needs.phoneCode?.();
      prepared = await (await client()).prepare({
        mode,
        locale: needs.locale(),
        ...(phoneCode !== undefined && { phoneCode }),
      });
      machine.dispatch({ type: 'requestPrepared' });
    } catch {
      await needs.onUnreachable();
      machine.dispatch({ type: 'identityUnreachable' });
    }
  }

  async function openWindow(request: SigninRequest, width: number, takeOver: boolean): Promise<void> {
    const left = Math.round((width - WINDOW_WIDTH) / 2);
    const opened = window.open(request.url, '_blank', `popup,width=${WINDOW_WIDTH},height=720,left=${left},top=80`);
    if (opened === null) {
      leave(request.url);
      return;
    }
    const release = await acquireLock(WINDOW_LOCK, { steal: takeOver });
    if (release === undefined) {
      opened.close();
      machine.dispatch({ type: 'windowLocked' });
      return;
    }
    machine.dispatch({ type: 'windowOpened' });
    followWindow(opened, request.state, {
      onAnswer(callbackUrl) {
        release();
        void exchange(callbackUrl).then((outcome) => {
          if (outcome === 'not-signed-in') void prepare();
        });
      },
      onGone() {
        release();
        machine.dispatch({ type: 'windowGone' });
        void prepare();
      },
      onNothing: () => machine.dispatch({ type: 'windowUnanswered' }),
    });
  }

  /**
   * Passes a response to the page waiting for it. One without a state comes from an identity page whose session has
   * expired; its window still has its opener's requests.
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

  /** Exchanges a response's code for a token. */
  async function exchange(callbackUrl: string): Promise<CallbackOutcome> {
    try {
      await needs.sealed();
      const answer = new URL(callbackUrl).searchParams;
      if (!answer.has('state')) throw new AuthorizationError(answer.get('error') ?? '');
      session.begin(await (await client()).finish(callbackUrl));
      return 'signed-in';
    } catch (error) {
      // a stale response, e.g. from a bookmark: continue this tab's session
      if (await session.resume()) return 'signed-in';
      const problem = problemOf(error);
      const wantsAccount = error instanceof AuthorizationError && error.reason === 'create_account';
      machine.dispatch({
        type: 'callbackRefused',
        ...(problem !== undefined && { problem }),
        ...(wantsAccount && { wantsAccount }),
      });
      return 'not-signed-in';
    }
  }

  return {
    prepare,
    signIn({ takeOver = false } = {}) {
      if (prepared === undefined) return;
      const width = page.width();
      const request = needs.isShared() ? withPromptLogin(prepared) : prepared;
      if (modeAt(width) === 'redirect') leave(request.url);
      else void openWindow(request, width, takeOver);
    },
    finish: async (callbackUrl) => ((await passOn(callbackUrl)) ? 'handed-over' : exchange(callbackUrl)),
  };
}

/**
 * Adds the shared-device flag and forces a fresh login. The flag is specific to the embedded identity service,
 * `prompt=login` is standard.
 */
function withPromptLogin({ state, url }: SigninRequest): SigninRequest {
  const asking = new URL(url);
  asking.searchParams.set('prompt', 'login');
  asking.searchParams.set('shared_device', 'true');
  return { state, url: asking.href };
}
