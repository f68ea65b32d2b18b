import type { FastifyInstance, FastifyRequest } from 'fastify';
import { FhirError } from '../fhir/fhir-error.ts';

/** Reads one batch may hold: a first screen asks fewer, and a caller gets no more at once than a page of calls would. */
export const MAX_READS = 20;
/** Reads under way at once, as many as a browser sends to one origin. */
export const AT_ONCE = 6;

/** A read of a batch: an address below the base, and the conditions of its answer. */
export interface ReadEntry {
  readonly url: string;
  readonly ifNoneMatch?: string;
}

/** Answers one read as an entry of the answer, as JSON text. */
export type AnswerRead = (entry: ReadEntry) => Promise<string>;

const PLACE = String.raw`(?!\.{1,2}(?:[/?]|$))[A-Za-z0-9.-]{1,64}`;
/** A resource, its versions, a search, or a list in a record; exports of a whole record go alone. */
const READ = new RegExp(
  String.raw`^[A-Z][A-Za-z]{0,63}(?:\/${PLACE}(?:\/(?:[A-Z][A-Za-z]{0,63}|_history(?:\/${PLACE})?))?)?(?:\?[^#]*)?$`,
);

/** True for an address that a batch may read; written strictly, since nothing outside the record server may be reached through it. */
export const isReadable = (url: string): boolean => READ.test(url);

/** What of a request holds for each of its reads, too: who calls, from where, in which language and zone. */
const KEPT = ['authorization', 'accept', 'accept-language', 'x-timezone-offset', 'x-forwarded-for'] as const;

/**
 * Sends the reads of a batch through the routes of the server, each as a call of its own: rights, limits, the audit trail and the log see what they would see had
 * the caller sent it alone. All bear the id of the request that brought them.
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

/** Refuses a batch with more reads than it may hold. */
export function tooManyReads(): FhirError {
  return new FhirError(413, {
    code: 'too-costly',
    diagnostics: `A batch may have ${MAX_READS} reads`,
    expression: 'Bundle.entry',
  });
}
