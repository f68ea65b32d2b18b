import { AppError } from '@phr/contract/app-error';
import type { RequestPort, WaitingWrite } from '@phr/contract/host-api';
import type { ModuleManifest } from '@phr/contract/registry';
import { createStore, type Store } from '@phr/contract/store';
import type { Client } from '@phr/http/client';
import { sourceOf } from '@phr/http/error-from';
import { callsIn, createCallCheck } from './declared-calls.ts';
import { satisfies } from './semver-range.ts';

/** Last contract version in which transaction entries need not be declared. */
const LAST_UNDECLARED = '1.1.0';

/**
 * Restricts a module to the calls declared in its module.json (for a transaction, each entry) and the next pages of
 * their responses. `waiting` are its writes queued by the host; a host without a queue (a partner's page) sends every
 * write directly.
 */
export function createModuleRequests(
  client: Client,
  { calls, contract }: Pick<ModuleManifest, 'calls' | 'contract'>,
  waiting: Store<readonly WaitingWrite[]> = createStore<readonly WaitingWrite[]>([]),
): RequestPort {
  const isDeclared = createCallCheck(calls);
  const looksInside = !satisfies(LAST_UNDECLARED, contract);
  const nextPages = new Set<string>();
  return {
    waiting,
    async send(request) {
      const isNextPage = request.method === 'GET' && nextPages.has(`${request.service} ${request.path}`);
      const other = isNextPage
        ? undefined
        : (looksInside ? callsIn(request) : [request]).find((call) => !isDeclared(call));
      if (other !== undefined)
        throw new AppError({
          code: 'CALL_NOT_DECLARED',
          message: `${other.method} ${other.service} is not declared in module.json`,
          source: sourceOf(other.service),
        });
      const answer = await client.send(request);
      if (answer.next !== undefined) nextPages.add(`${request.service} ${answer.next}`);
      return answer;
    },
  };
}
