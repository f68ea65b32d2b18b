import { AppError, isAppError } from '@phr/contract/app-error';
import type { ServiceRequest } from '@phr/contract/host-api';
import type { Client } from '@phr/http/client';
import { CODES, EmbedError } from './embed-error.ts';

export interface PageTokens {
  /** A token for one call. Rejects with AppError; nothing is sent without a token. */
  get(): Promise<string>;
  /** Discards a rejected token; one renewed by another call since stays. */
  drop(refused: string | undefined): void;
}

/** Tokens supplied by a page. `onWrong` is called once for an invalid value. */
export function createPageTokens(
  ask: () => unknown,
  drop: PageTokens['drop'],
  onWrong: (error: EmbedError) => void,
): PageTokens {
  let isTold = false;
  return {
    drop,
    async get() {
      // any failure of the page's sign-in means the same for a view
      const token: unknown = await Promise.resolve()
        .then(ask)
        .catch((cause: unknown) => {
          throw isAppError(cause)
            ? cause
            : new AppError({ code: 'UNAUTHORIZED', httpStatus: 401, source: 'ID_SERVER', cause });
        });
      // every call of a view requires a signed-in person (D-101)
      if (token === '') throw new AppError({ code: 'ANONYMOUS', httpStatus: 401, source: 'ID_SERVER' });
      if (typeof token === 'string' && /^[!-~]+$/.test(token)) return token;
      const cause = new EmbedError(CODES.token, `the page gave ${describe(token)} for a token`);
      if (!isTold) onWrong(cause);
      isTold = true;
      throw new AppError({ code: 'UNAUTHORIZED', httpStatus: 401, source: 'ID_SERVER', cause });
    },
  };
}

/** Type of the invalid value, without its content. */
const describe = (token: unknown): string => (typeof token === 'string' ? 'a text with spaces' : String(typeof token));

/** Access problems reported to the page. */
export interface TellAccess {
  /** Two tokens in a row were rejected. */
  signIn(): void;
  /** The person may not access what was requested. */
  noAccess(): void;
}

/**
 * A client that retries once with a new token after a 401; a second one calls `signIn`. Denied access is reported and
 * not retried. Only paths below a service's base are sent: others could name another host.
 * @param clientWith creates a call's client, whose token is the one dropped
 */
export function withSecondToken(
  clientWith: (getToken: PageTokens['get']) => Client,
  tokens: PageTokens,
  tell: TellAccess,
): Client {
  const isRefused = (error: unknown): boolean => isAppError(error) && error.httpStatus === 401 && !isPages(error);
  const reported = (error: unknown): unknown => {
    if (isAppError(error) && error.httpStatus === 403) tell.noAccess();
    return error;
  };
  return {
    async send(request: ServiceRequest) {
      if (!request.path.startsWith('/'))
        throw new AppError({ code: 'CALL_NOT_DECLARED', message: `no path of the record: ${request.path}` });
      let used: string | undefined;
      const client = clientWith(async () => {
        used = await tokens.get();
        return used;
      });
      try {
        return await client.send(request);
      } catch (error) {
        if (!isRefused(error)) throw reported(error);
        tokens.drop(used);
      }
      try {
        return await client.send(request);
      } catch (error) {
        if (isRefused(error)) tell.signIn();
        throw reported(error);
      }
    },
  };
}

/** Errors raised by the page's side rather than a server: retrying would not help. */
const isPages = ({ code, cause }: AppError): boolean => code === 'ANONYMOUS' || cause instanceof EmbedError;
