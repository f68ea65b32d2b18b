import { AppError } from '@phr/contract/app-error';
import type { RequestPort, WaitingWrite } from '@phr/contract/host-api';
import { createStore, type Store } from '@phr/contract/store';
import type { Client } from '@phr/http/client';
import { sourceOf } from '@phr/http/error-from';
import { createCallCheck } from './declared-calls.ts';

/**
 * The calls of one module: those that its module.json declares and the next pages of their answers, no others. `waiting` are its writes
 * that the host keeps; a host that keeps none (a partner's page) sends every write at once.
 */
export function createModuleRequests(client: Client, calls: readonly string[], waiting: Store<readonly WaitingWrite[]> = createStore<readonly WaitingWrite[]>([])): RequestPort {
  const isDeclared = createCallCheck(calls);
  const nextPages = new Set<string>();
  return {
    waiting,
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
