import type { TextStore } from '../host/storage.ts';
import { type AuthToken, tokenFromText } from './token.ts';

/** The one key under which the token outlives a reload, in the tab's storage of the shell's origin (D-15). */
export const TOKEN_KEY = 'phr.session';

export interface TokenStore {
  read(): AuthToken | undefined;
  write(token: AuthToken | undefined): void;
}

/** The token in memory, mirrored to the tab's storage. `now` in seconds. */
export function createTokenStore(mirror: TextStore, now: () => number): TokenStore {
  let token = tokenFromText(mirror.get(TOKEN_KEY), now());
  return {
    read: () => token,
    write(next) {
      token = next;
      if (next === undefined) mirror.remove(TOKEN_KEY);
      else mirror.set(TOKEN_KEY, JSON.stringify(next));
    },
  };
}
