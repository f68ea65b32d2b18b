import { AppError, isAppError } from '@phr/contract/app-error';
import type { ServiceRequest } from '@phr/contract/host-api';
import type { Client } from '@phr/http/client';
import { CODES, EmbedError } from './embed-error.ts';

export interface PageTokens {
  /** A token for one call. Rejects with AppError; nothing is sent without a token. */
  get(): Promise<string>;
  /** Forgets a token that was refused; one that another call has got since stays. */
  drop(refused: string | undefined): void;
}

/** Tokens as a page gives them. `onWrong` is told once of an answer that is none. */
export function createPageTokens(
  ask: () => unknown,
  drop: PageTokens['drop'],
  onWrong: (error: EmbedError) => void,
): PageTokens {
  let isTold = false;
  return {
    drop,
    async get() {
      // The page's own sign-in may fail in any way; for a view it is one thing.
      const token: unknown = await Promise.resolve()
        .then(ask)
        .catch((cause: unknown) => {
          throw isAppError(cause)
            ? cause
            : new AppError({ code: 'UNAUTHORIZED', httpStatus: 401, source: 'ID_SERVER', cause });
        });
      // Every call of a view needs a person (D-101).
      if (token === '') throw new AppError({ code: 'ANONYMOUS', httpStatus: 401, source: 'ID_SERVER' });
      if (typeof token === 'string' && /^[!-~]+$/.test(token)) return token;
      const cause = new EmbedError(CODES.token, `the page gave ${describe(token)} for a token`);
      if (!isTold) onWrong(cause);
      isTold = true;
      throw new AppError({ code: 'UNAUTHORIZED', httpStatus: 401, source: 'ID_SERVER', cause });
    },
  };
}

/** What it was, without what stood in it. */
const describe = (token: unknown): string => (typeof token === 'string' ? 'a text with spaces' : String(typeof token));

/** What a page is told of its person's access. */
export interface TellAccess {
  /** A token was refused, and the one after it. */
  signIn(): void;
  /** The person may not see what was asked for. */
  noAccess(): void;
}

/**
 * A client that asks once more with a new token when one is refused; when that is refused, too, `signIn` is told. What the person may not see is told, and not asked
 * for again. Only what lies below a service's base is sent: a path that begins otherwise could name another host.
 * @param clientWith the client of a call, whose token is the one that is dropped
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

/** Words of the page's own side, not of a server: asking again would bring the same. */
const isPages = ({ code, cause }: AppError): boolean => code === 'ANONYMOUS' || cause instanceof EmbedError;
