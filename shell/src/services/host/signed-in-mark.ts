import { SIGNED_IN_MARK } from '@phr/contract/public-config';
import type { AuthStatus } from '../auth/auth-state.ts';

/** Read by the server that writes the page, which then names the files that a signed-in screen needs. Says nothing of whom, and ends with the browser. */
const MARK = `${SIGNED_IN_MARK}=1; path=/; samesite=strict`;

/** Leaves the mark while somebody is signed in, and takes it away when nobody is. On a shared device there is none. */
export function markSignedIn(status: AuthStatus, isShared: boolean): void {
  const isIn = status === 'signed-in';
  if (!isIn && status !== 'anonymous') return;
  const secure = window.location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${MARK}${secure}${isIn && !isShared ? '' : '; max-age=0'}`;
}
