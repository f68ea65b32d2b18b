import { AppError, isAppError } from '@phr/contract/app-error';
import type { RequestPort } from '@phr/contract/host-api';
import type { Client } from '@phr/http/client';
import { sourceOf } from '@phr/http/error-from';
import { createCallCheck } from './calls.ts';

/** The calls of one module: those that its module.json declares and the next pages of their answers, no others. */
export function createModuleRequests(client: Client, calls: readonly string[]): RequestPort {
  const isDeclared = createCallCheck(calls);
  const nextPages = new Set<string>();
  return {
    async send(request) {
      const isNextPage = request.method === 'GET' && nextPages.has(`${request.service} ${request.path}`);
      if (!isNextPage && !isDeclared(request)) {
        throw new AppError({ code: 'CALL_NOT_DECLARED', message: `${request.method} ${request.service} is not declared in module.json`, source: sourceOf(request.service) });
      }
      const answer = await client.send(request);
      if (answer.next !== undefined) nextPages.add(`${request.service} ${answer.next}`);
      return answer;
    },
  };
}

export interface SessionTokens {
  accessToken(): Promise<string>;
  afterRefusal(used: string): Promise<string>;
}

/**
 * Sends calls with the session's token. A call that is refused with 401 is sent a second time with a renewed token; the server has not
 * looked at a refused call, so this holds for writes too.
 */
export function createSessionClient(makeClient: (getToken: () => Promise<string>) => Client, tokens: SessionTokens): Client {
  return {
    async send(request) {
      let used = '';
      const first = makeClient(async () => { used = await tokens.accessToken(); return used; });
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
