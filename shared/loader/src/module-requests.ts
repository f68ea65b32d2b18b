import { AppError } from '@phr/contract/app-error';
import type { RequestPort } from '@phr/contract/host-api';
import type { Client } from '@phr/http/client';
import { sourceOf } from '@phr/http/error-from';
import { createCallCheck } from './declared-calls.ts';

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
