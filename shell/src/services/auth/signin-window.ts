import { awaitCallback } from './handover.ts';

export interface WindowEvents {
  /** The window returned from the identity service with this URL. */
  readonly onAnswer: (callbackUrl: string) => void;
  /** The window is closed, or appears so. */
  readonly onGone: () => void;
  /** A closed window sent no response. */
  readonly onNothing: () => void;
}

const LOOK_MS = 500;
/** How long to wait for a closed window's response before reporting none. */
const ANSWER_MS = 4_000;

/**
 * Follows a sign-in window until it ends. A window also looks closed once a page severs `opener`, as the redirect back
 * does; its response is then on its way, so closing is reported only when a response has become unlikely. A response
 * counts whenever it arrives.
 */
export function followWindow(
  opened: { readonly closed: boolean },
  state: string,
  { onAnswer, onGone, onNothing }: WindowEvents,
): void {
  let nothing: ReturnType<typeof setTimeout> | undefined;
  const stop = awaitCallback(state, (callbackUrl) => {
    clearInterval(look);
    clearTimeout(nothing);
    stop();
    onAnswer(callbackUrl);
  });
  const look = setInterval(() => {
    if (!opened.closed) return;
    clearInterval(look);
    onGone();
    nothing = setTimeout(onNothing, ANSWER_MS);
  }, LOOK_MS);
}
