import { isAppError } from '@phr/contract/app-error';
import type { Client } from '@phr/http/client';

export interface SessionTokens {
  accessToken(): Promise<string>;
  refreshAfter401(used: string): Promise<string>;
}

/**
 * Sends calls with the session's token, retrying once with a renewed token after a 401. Safe for writes: the server
 * does not process a rejected call.
 */
export function createSessionClient(
  makeClient: (getToken: () => Promise<string>) => Client,
  tokens: SessionTokens,
): Client {
  return {
    async send(request) {
      let used = '';
      const first = makeClient(async () => {
        used = await tokens.accessToken();
        return used;
      });
      try {
        return await first.send(request);
      } catch (error) {
        if (!isAppError(error) || error.httpStatus !== 401 || used === '') throw error;
        const renewed = await tokens.refreshAfter401(used);
        return makeClient(async () => renewed).send(request);
      }
    },
  };
}
