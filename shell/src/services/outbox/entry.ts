import { isAppError } from '@phr/contract/app-error';
import type { QueueOptions, ServiceRequest, WaitingWrite } from '@phr/contract/host-api';
import { isObject, number, text } from '@phr/fhir/json';

/** One write as it is kept until the service has taken or refused it. */
export interface OutboxEntry {
  /** The idempotency key: a repeat never makes a second record. */
  readonly id: string;
  readonly module: string;
  readonly request: Pick<ServiceRequest, 'service' | 'method' | 'path' | 'query' | 'body' | 'ifMatch'>;
  readonly queue: QueueOptions;
  /** Milliseconds since 1970; entries of a person are sent in this order. */
  readonly keptAt: number;
  /** Why the service refused it: the person has to decide. */
  readonly refusal?: Refusal;
}

export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly source: string;
  readonly httpStatus?: number;
}

/** The entry of a request; undefined when it lacks what a waiting write needs. */
export function entryOf(
  module: string,
  { service, method, path, query, body, ifMatch, idempotencyKey, queue }: ServiceRequest,
  now: number,
): OutboxEntry | undefined {
  if (idempotencyKey === undefined || queue === undefined) return undefined;
  const request = {
    service,
    method,
    path,
    ...(query === undefined ? {} : { query }),
    ...(body === undefined ? {} : { body }),
    ...(ifMatch === undefined ? {} : { ifMatch }),
  };
  return { id: idempotencyKey, module, request, queue, keptAt: now };
}

/** Reads an entry of the vault. What is sealed was made by `entryOf`, so only another version's shape is left to refuse. */
export function readEntry(kept: unknown): OutboxEntry | undefined {
  if (!isObject(kept) || !isObject(kept['request']) || !isObject(kept['queue'])) return undefined;
  if (text(kept['id']) === undefined || text(kept['module']) === undefined || number(kept['keptAt']) === undefined)
    return undefined;
  if (text(kept['request']['path']) === undefined || text(kept['queue']['patientId']) === undefined) return undefined;
  return kept as unknown as OutboxEntry;
}

/** What modules and screens see of an entry. */
export function toWaiting({ id, module, request, queue, refusal }: OutboxEntry, isSending: boolean): WaitingWrite {
  return {
    id,
    module,
    patientId: queue.patientId,
    title: queue.title,
    at: queue.at,
    body: request.body,
    state: refusal !== undefined ? 'refused' : isSending ? 'sending' : 'waiting',
    ...(refusal === undefined ? {} : { error: { code: refusal.code, message: refusal.message } }),
  };
}

/** What an error means for a write: `refused` for good, `session` needs a sign-in, `later` is tried again, `offline` stops all others too. */
export function classifyFailure(error: unknown): 'refused' | 'session' | 'later' | 'offline' {
  if (!isAppError(error)) return 'offline';
  const status = error.httpStatus ?? 0;
  if (status === 401) return 'session';
  if (status === 0) return 'offline';
  // Too early, too slow, too many, or a server in trouble.
  if (status === 408 || status === 425 || status === 429 || status >= 500) return 'later';
  return 'refused';
}
