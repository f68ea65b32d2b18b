import { awaitCallback } from './handover.ts';

export interface WindowEvents {
  /** The window came back from the identity service with this address. */
  readonly onAnswer: (callbackUrl: string) => void;
  /** The window is gone, or looks so. */
  readonly onGone: () => void;
  /** No answer came from a window that is gone. */
  readonly onNothing: () => void;
}

const LOOK_MS = 500;
/** How long the answer of a window that is gone is waited for before the person is told that nothing came. */
const ANSWER_MS = 4_000;

/**
 * Follows a sign-in window to its end. A window looks closed, too, once a page has cut its link to the opener, as the way back from the identity
 * service does: its answer is on its way then, so nothing is told of a window that is gone until an answer is unlikely. An answer counts whenever it comes.
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
