import { AppError, isAppError } from '@phr/contract/app-error';
import { type AuthToken, isExpired, isRefreshDue } from './token.ts';
import type { TokenStore } from './token-store.ts';

/** The identity service rejected the refresh: the grant is over. */
export class RefreshRefused extends Error {
  override readonly name = 'RefreshRefused';
}

export interface RefresherOptions {
  readonly tokens: TokenStore;
  /**
   * Requests a new token.
   * @throws RefreshRefused if rejected, any other error if unreachable
   */
  readonly renew: (refreshToken: string, held: AuthToken) => Promise<AuthToken>;
  /** Seconds since 1970. */
  readonly now: () => number;
  /** Runs one task at a time across all tabs. */
  readonly exclusive: <T>(task: () => Promise<T>) => Promise<T>;
  /** A token another tab has renewed since `than`; undefined if there is none. */
  readonly requestFromTabs: (than: AuthToken) => Promise<AuthToken | undefined>;
  /** Sends a renewed token to the other tabs. */
  readonly broadcast: (fresh: AuthToken) => void;
  /** The session is over; `held` has already been removed. */
  readonly onRefused: (held: AuthToken) => void;
}

export interface Refresher {
  /**
   * The access token, renewed first if it expires soon. Rejects with AppError: UNAUTHORIZED without a session, NETWORK
   * if expired and the service is unreachable.
   */
  accessToken(): Promise<string>;
  /** The token to use after a service rejected `used`: renewed, unless that has already happened. */
  refreshAfter401(used: string): Promise<string>;
  /** Adopts a token renewed by another tab. */
  adopt(token: AuthToken): void;
}

/**
 * Keeps the access token fresh: one renewal at a time across all tabs, with callers waiting for it (AUTH-18 to AUTH-20,
 * D-16).
 */
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
    // another tab renewed while this one waited for the lock
    if (token.issuedAt > stale.issuedAt) return token.accessToken;
    const shared = await requestFromTabs(token);
    // signed out meanwhile: request nothing
    held();
    if (shared !== undefined) return adopt(shared);
    try {
      if (token.refreshToken === undefined) {
        if (!isExpired(token, now())) return token.accessToken;
        throw new RefreshRefused();
      }
      const fresh = await renew(token.refreshToken, token);
      // signed out during the request: drop the new token
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
