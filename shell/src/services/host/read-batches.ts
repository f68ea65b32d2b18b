import { isAppError } from '@phr/contract/app-error';
import type { ServiceAnswer, ServiceRequest } from '@phr/contract/host-api';
import { addressOf, type Client, pathBelow } from '@phr/http/client';
import { errorFromAnswer } from '@phr/http/error-from';
import { nextOfBundle } from '@phr/http/link-header';
import { isObject, list, lenientObject, text } from '@phr/fhir/json';

/** Maximum reads the record server accepts per batch. */
const MOST = 20;
/** Batchable calls: a resource, its versions, a search, or a list in a record, with nothing a batch would drop. */
const IN_BATCH = /^\/[A-Z][A-Za-z]*(?:\/[A-Za-z0-9.-]+(?:\/\w+){0,2})?$/;

interface Asked {
  readonly request: ServiceRequest;
  readonly resolve: (answer: ServiceAnswer | Promise<ServiceAnswer>) => void;
  readonly reject: (error: unknown) => void;
}

const asOutcome = lenientObject({ issue: list(lenientObject({ code: text })) });

/**
 * A client that bundles reads of one person's record made in the same task into a FHIR batch; each is answered as if
 * sent alone. Falls back to single calls if the server has no batch.
 * @param base URL of the record server, the prefix of its links
 */
export function createReadBatches(client: Client, base: string): Client {
  let waiting: Asked[] = [];
  let isOff = false;

  const alone = ({ request, resolve }: Asked): void => resolve(client.send(request));

  function flush(): void {
    const all = waiting.filter(isWanted);
    waiting = [];
    const named = all.map(({ request }) => personOf(request)).find((person) => person !== '') ?? '';
    const keyOf = ({ request }: Asked): string => personOf(request) || named;
    for (const person of new Set(all.map(keyOf))) {
      const batch = all.filter((one) => keyOf(one) === person);
      for (let at = 0; at < batch.length; at += MOST) void sendTogether(batch.slice(at, at + MOST));
    }
  }

  async function sendTogether(asked: readonly Asked[]): Promise<void> {
    if (isOff || asked.length < 2) return asked.forEach(alone);
    try {
      const batch = {
        service: 'fhir',
        method: 'POST',
        path: '/',
        body: batchOf(asked),
        signal: endOfAll(asked),
      } as const;
      const { body, receivedAt } = await client.send(batch);
      const entries = entriesOf(body);
      isOff ||= entries.length !== asked.length || entries.every(isNotRead);
      if (isOff) return asked.forEach(alone);
      asked.forEach((one, at) => entries[at] !== undefined && answer(one, entries[at], receivedAt));
    } catch (error) {
      isOff ||= isRefused(error);
      asked.forEach(isOff ? alone : ({ reject }) => reject(error));
    }
  }

  function answer(one: Asked, { status, body, etag, outcome }: Entry, receivedAt: string): void {
    // the session's client renews an expired token
    if (status === 401) return alone(one);
    if (status >= 400) return one.reject(errorFromAnswer('fhir', status, outcome));
    const next = nextOfBundle(body);
    one.resolve({
      status,
      body,
      receivedAt,
      ...(etag !== undefined && { etag }),
      ...(next !== undefined && { next: pathBelow(base, next) }),
    });
  }

  return {
    send(request) {
      if (isOff || !fits(request)) return client.send(request);
      if (waiting.length === 0) setTimeout(flush);
      return new Promise((resolve, reject) => {
        waiting.push({ request, resolve, reject });
        request.signal?.addEventListener('abort', () => reject(request.signal?.reason), { once: true });
      });
    },
  };
}

const fits = ({ service, method, path, timeoutMs, signal }: ServiceRequest): boolean =>
  service === 'fhir' && method === 'GET' && timeoutMs === undefined && signal?.aborted !== true && IN_BATCH.test(path);

const isWanted = ({ request }: Asked): boolean => request.signal?.aborted !== true;

/** Person in a URL: calls about different people are never bundled. '' if none is named, which fits any. */
const personOf = ({ path, query }: ServiceRequest): string =>
  /^\/Patient\/([^/]+)/.exec(path)?.[1] ?? String(query?.['patient'] ?? query?.['subject'] ?? '');

const batchOf = (asked: readonly Asked[]): object => ({
  resourceType: 'Bundle',
  type: 'batch',
  entry: asked.map(({ request }) => ({ request: { method: 'GET', url: addressOf(request).slice(1) } })),
});

/** Aborts a batch when no caller wants its responses any more. */
function endOfAll(asked: readonly Asked[]): AbortSignal {
  const end = new AbortController();
  for (const { request } of asked)
    request.signal?.addEventListener('abort', () => {
      if (!asked.some(isWanted)) end.abort(request.signal?.reason);
    });
  return end.signal;
}

interface Entry {
  readonly status: number;
  readonly body: unknown;
  readonly etag?: string;
  readonly outcome: unknown;
}

function entriesOf(bundle: unknown): readonly Entry[] {
  const entries: readonly unknown[] = isObject(bundle) && Array.isArray(bundle['entry']) ? bundle['entry'] : [];
  return entries.map((entry) => {
    const { resource, response } = isObject(entry) ? entry : {};
    const { status, etag, outcome } = isObject(response) ? response : {};
    return {
      status: Number.parseInt(String(status), 10) || 500,
      body: resource,
      outcome,
      ...(typeof etag === 'string' && { etag }),
    };
  });
}

/** The server does not support this call; single calls may work. */
const isRefused = (error: unknown): boolean => {
  const { httpStatus = 0 } = isAppError(error) ? error : {};
  return httpStatus === 501 || (httpStatus >= 400 && httpStatus < 500 && httpStatus !== 401 && httpStatus !== 429);
};

/** This server does not allow reads in a batch. */
const isNotRead = ({ status, outcome }: Entry): boolean => status >= 400 && issueOf(outcome) === 'not-supported';

const issueOf = (outcome: unknown): unknown => asOutcome(outcome)?.issue?.[0]?.code;
