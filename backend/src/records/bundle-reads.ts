import type { FastifyInstance, FastifyRequest } from 'fastify';
import { FhirError } from '../fhir/fhir-error.ts';

/** Maximum reads per batch: a first screen needs fewer, and it is no more than a page of single calls. */
export const MAX_READS = 20;
/** Concurrent reads, as many as browsers send per origin. */
export const AT_ONCE = 6;

/** A batch read: relative URL, and conditional headers. */
export interface ReadEntry {
  readonly url: string;
  readonly ifNoneMatch?: string;
}

/** Returns a read's response entry as JSON text. */
export type AnswerRead = (entry: ReadEntry) => Promise<string>;

const PLACE = String.raw`(?!\.{1,2}(?:[/?]|$))[A-Za-z0-9.-]{1,64}`;
/** A resource, its versions, a search, or a list in a record; full exports are excluded. */
const READ = new RegExp(
  String.raw`^[A-Z][A-Za-z]{0,63}(?:\/${PLACE}(?:\/(?:[A-Z][A-Za-z]{0,63}|_history(?:\/${PLACE})?))?)?(?:\?[^#]*)?$`,
);

/** Strict allowlist of batch URLs: nothing outside the record server may be reachable. */
export const isReadable = (url: string): boolean => READ.test(url);

/** Request headers that apply to each read: caller, origin, language, zone. */
const KEPT = ['authorization', 'accept', 'accept-language', 'x-timezone-offset', 'x-forwarded-for'] as const;

/**
 * Executes a batch's reads as separate internal calls, so that rights, limits, audit and logs apply as usual. They
 * share the request id.
 */
export function readsOf(app: FastifyInstance, request: FastifyRequest): AnswerRead {
  const forwardedHeaders = KEPT.flatMap((name): [string, string | string[]][] => {
    const value = request.headers[name];
    return value === undefined ? [] : [[name, value]];
  });
  return async ({ url, ifNoneMatch }) => {
    const answer = await app.inject({
      method: 'GET',
      url: `/fhir/${url}`,
      headers: {
        ...Object.fromEntries(forwardedHeaders),
        'x-request-id': request.id,
        ...(ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch }),
      },
      remoteAddress: request.socket.remoteAddress ?? '127.0.0.1',
    });
    const { statusCode, statusMessage, headers, payload } = answer;
    const response = {
      status: `${statusCode} ${statusMessage}`,
      ...(headers.etag === undefined ? {} : { etag: headers.etag }),
      ...(headers['last-modified'] === undefined
        ? {}
        : { lastModified: new Date(String(headers['last-modified'])).toISOString() }),
    };
    if (statusCode < 300) return `{"resource":${payload},"response":${JSON.stringify(response)}}`;
    return JSON.stringify({
      response: { ...response, ...(payload === '' ? {} : { outcome: JSON.parse(payload) as unknown }) },
    });
  };
}

/** Rejects a batch with too many reads. */
export function tooManyReads(): FhirError {
  return new FhirError(413, {
    code: 'too-costly',
    diagnostics: `A batch may have ${MAX_READS} reads`,
    expression: 'Bundle.entry',
  });
}
