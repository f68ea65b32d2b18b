import { AppError, isAppError } from '@phr/contract/app-error';
import { type AuthToken, isExpired, isRefreshDue } from './token.ts';
import type { TokenStore } from './token-store.ts';

/** The identity service said no: the grant is over. */
export class RefreshRefused extends Error {
  override readonly name = 'RefreshRefused';
}

export interface RefresherOptions {
  readonly tokens: TokenStore;
  /** Asks the identity service for a new token. Throws RefreshRefused when it says no, anything else when it was not reached. */
  readonly renew: (refreshToken: string, held: AuthToken) => Promise<AuthToken>;
  /** Seconds since 1970. */
  readonly now: () => number;
  /** Runs one task at a time among all tabs. */
  readonly exclusive: <T>(task: () => Promise<T>) => Promise<T>;
  /** A token that a sibling tab has renewed since `than`; undefined when there is none. */
  readonly requestFromTabs: (than: AuthToken) => Promise<AuthToken | undefined>;
  /** Gives a renewed token to the sibling tabs. */
  readonly broadcast: (fresh: AuthToken) => void;
  /** The session is over; `held` is already removed. */
  readonly onRefused: (held: AuthToken) => void;
}

export interface Refresher {
  /** The access token, renewed before when its end is near. Rejects with AppError: UNAUTHORIZED without a session, NETWORK when it ended and the service is not reached. */
  accessToken(): Promise<string>;
  /** The token after a service refused `used`: renewed once, unless that has happened meanwhile. */
  refreshAfter401(used: string): Promise<string>;
  /** Takes a token that a sibling has renewed. */
  adopt(token: AuthToken): void;
}

/** Keeps the access token fresh: one renewal at a time in all tabs, callers wait for it (AUTH-18 to AUTH-20, D-16). */
export function createRefresher({
  tokens,
  renew,
  now,
  exclusive,
  requestFromTabs,
  broadcast,
  onRefused,
}: RefresherOptions): Refresher {
  let running: Promise<string> | undefined;
  let given: AuthToken | undefined;

  const held = (): AuthToken => {
    const token = tokens.read();
    if (token === undefined) throw new AppError({ code: 'UNAUTHORIZED', httpStatus: 401, source: 'ID_SERVER' });
    return token;
  };

  const adopt = (token: AuthToken): string => {
    given = token;
    tokens.write(token);
    return token.accessToken;
  };

  async function renewHeld(stale: AuthToken): Promise<string> {
    const token = held();
    // A sibling has renewed while this tab waited for its turn.
    if (token.issuedAt > stale.issuedAt) return token.accessToken;
    const shared = await requestFromTabs(token);
    // Signed out meanwhile: nothing is taken and nothing is asked for.
    held();
    if (shared !== undefined) return adopt(shared);
    try {
      if (token.refreshToken === undefined) {
        if (!isExpired(token, now())) return token.accessToken;
        throw new RefreshRefused();
      }
      const fresh = await renew(token.refreshToken, token);
      // Signed out while the answer was on its way: the new token is dropped.
      if (tokens.read() === undefined) throw new RefreshRefused();
      broadcast(fresh);
      return adopt(fresh);
    } catch (error) {
      if (error instanceof RefreshRefused) {
        tokens.write(undefined);
        onRefused(token);
        throw new AppError({ code: 'UNAUTHORIZED', httpStatus: 401, source: 'ID_SERVER', cause: error });
      }
      if (!isExpired(token, now())) return token.accessToken;
      throw isAppError(error)
        ? error
        : new AppError({ code: 'NETWORK', httpStatus: 0, source: 'ID_SERVER', cause: error });
    }
  }

  const once = async (): Promise<string> => {
    const stale = held();
    running ??= exclusive(() => renewHeld(stale)).finally(() => {
      running = undefined;
    });
    return running;
  };

  return {
    async accessToken() {
      const token = held();
      return isRefreshDue(token, now(), token === given) ? once() : token.accessToken;
    },
    async refreshAfter401(used) {
      const token = held();
      return token.accessToken === used ? once() : token.accessToken;
    },
    adopt,
  };
}
