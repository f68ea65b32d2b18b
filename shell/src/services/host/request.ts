import { isAppError } from '@phr/contract/app-error';
import type { Client } from '@phr/http/client';

export interface SessionTokens {
  accessToken(): Promise<string>;
  afterRefusal(used: string): Promise<string>;
}

/**
 * Sends calls with the session's token. A call that is refused with 401 is sent a second time with a renewed token; the server has not
 * looked at a refused call, so this holds for writes too.
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
        const renewed = await tokens.afterRefusal(used);
        return makeClient(async () => renewed).send(request);
      }
    },
  };
}
