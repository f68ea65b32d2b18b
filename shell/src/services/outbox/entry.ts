import { isAppError } from '@phr/contract/app-error';
import type { QueueOptions, ServiceRequest, WaitingWrite } from '@phr/contract/host-api';
import { isObject, number, text } from '@phr/fhir/json';

/** A write, stored until the service accepts or rejects it. */
export interface OutboxEntry {
  /** Idempotency key: retries never create a second record. */
  readonly id: string;
  readonly module: string;
  readonly request: Pick<ServiceRequest, 'service' | 'method' | 'path' | 'query' | 'body' | 'ifMatch'>;
  readonly queue: QueueOptions;
  /** Milliseconds since 1970; a person's entries are sent in this order. */
  readonly keptAt: number;
  /** Why the service rejected it; the person must decide. */
  readonly refusal?: Refusal;
}

export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly source: string;
  readonly httpStatus?: number;
}

/** Creates the entry of a request; undefined if it lacks what a queued write needs. */
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

/** Parses a vault entry. Sealed data was written by `entryOf`, so only another version's shape can fail. */
export function readEntry(kept: unknown): OutboxEntry | undefined {
  if (!isObject(kept) || !isObject(kept['request']) || !isObject(kept['queue'])) return undefined;
  if (text(kept['id']) === undefined || text(kept['module']) === undefined || number(kept['keptAt']) === undefined)
    return undefined;
  if (text(kept['request']['path']) === undefined || text(kept['queue']['patientId']) === undefined) return undefined;
  return kept as unknown as OutboxEntry;
}

/** The public view of an entry. */
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

/**
 * Consequence of an error for a write: `refused` is final, `session` needs a sign-in, `later` is retried, `offline`
 * also stops all others.
 */
export function classifyFailure(error: unknown): 'refused' | 'session' | 'later' | 'offline' {
  if (!isAppError(error)) return 'offline';
  const status = error.httpStatus ?? 0;
  if (status === 401) return 'session';
  if (status === 0) return 'offline';
  // too early, too slow, too many, or a server error
  if (status === 408 || status === 425 || status === 429 || status >= 500) return 'later';
  return 'refused';
}
