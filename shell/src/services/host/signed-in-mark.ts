import { SIGNED_IN_MARK } from '@phr/contract/public-config';
import type { AuthStatus } from '../auth/auth-state.ts';

/**
 * Lets the server that renders the page preload the files of signed-in screens. Does not identify anyone; a session
 * cookie.
 */
const MARK = `${SIGNED_IN_MARK}=1; path=/; samesite=strict`;

/** Sets the cookie while someone is signed in, except on a shared device. */
export function markSignedIn(status: AuthStatus, isShared: boolean): void {
  const isIn = status === 'signed-in';
  if (!isIn && status !== 'anonymous') return;
  const secure = window.location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${MARK}${secure}${isIn && !isShared ? '' : '; max-age=0'}`;
}
