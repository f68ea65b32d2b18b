import type { TextStore } from '../host/storage.ts';
import { type AuthToken, tokenFromText } from './token.ts';

/** Storage key of the token, which survives a reload in the tab's storage on the shell's origin (D-15). */
export const TOKEN_KEY = 'phr.session';

export interface TokenStore {
  read(): AuthToken | undefined;
  write(token: AuthToken | undefined): void;
}

/**
 * The token in memory, mirrored to the tab's storage; on a shared device in memory only, as browsers restore tab
 * storage after a crash or restart. `now` in seconds.
 */
export function createTokenStore(mirror: TextStore, now: () => number, isShared: () => boolean): TokenStore {
  let token = tokenFromText(mirror.get(TOKEN_KEY), now());
  return {
    read: () => token,
    write(next) {
      token = next;
      if (next === undefined || isShared()) mirror.remove(TOKEN_KEY);
      else mirror.set(TOKEN_KEY, JSON.stringify(next));
    },
  };
}
