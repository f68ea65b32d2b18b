import type { ServiceAnswer, ServiceName, ServiceRequest } from '@phr/contract/host-api';
import type { Client } from '@phr/http/client';

/** How long a prefetched response is kept, in ms; later calls are sent again. */
const KEEP_MS = 15_000;
const DECLARED = /^GET ([a-z]+) (\/[^?\s]*)(?:\?(\S*))?$/;

/** Calls prefetched before the module that needs them is loaded. */
export interface Prefetcher {
  /**
   * Prefetches calls from module.json ('GET fhir /Patient/:id/Goal?_count=200') for a person. Failures and non-GETs are
   * left to the module.
   */
  begin(patientId: string, calls: readonly string[]): void;
  /** Drops all responses, as they may be outdated. */
  forget(): void;
  /** A module's call: answered by the prefetched response, once, or sent now. */
  send(request: ServiceRequest): Promise<ServiceAnswer>;
}

/** @param client sends calls with the session's token; responses are matched by exact URL, including the person's id */
export function createPrefetcher(client: Client): Prefetcher {
  const waiting = new Map<string, Promise<ServiceAnswer>>();

  function start(call: string, patientId: string): void {
    const [, service, path, query = ''] = DECLARED.exec(call) ?? [];
    if (service === undefined || path === undefined) return;
    const request: ServiceRequest = {
      service: service as ServiceName,
      method: 'GET',
      path: path.replace(':id', encodeURIComponent(patientId)),
      query: Object.fromEntries(new URLSearchParams(query)),
    };
    const key = keyOf(request);
    const answer = client.send(request);
    const letGo = (): void => {
      if (waiting.get(key) === answer) waiting.delete(key);
    };
    answer.then(() => setTimeout(letGo, KEEP_MS), letGo);
    waiting.set(key, answer);
  }

  return {
    begin: (patientId, calls) => calls.forEach((call) => start(call, patientId)),
    forget: () => waiting.clear(),
    send(request) {
      if (request.method !== 'GET') return client.send(request).finally(() => waiting.clear());
      const key = keyOf(request);
      const answer = waiting.get(key);
      if (answer === undefined) return client.send(request);
      waiting.delete(key);
      return answer.catch(() => client.send(request));
    },
  };
}

function keyOf({ service, path, query = {} }: ServiceRequest): string {
  const sent = Object.entries(query).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, String(one)]),
  );
  return `${service} ${path}?${new URLSearchParams(sent).toString()}`;
}
