import { isAppError } from '@phr/contract/app-error';
import type { Locale, ServiceAnswer, ServiceName, ServiceRequest } from '@phr/contract/host-api';
import { parseJson, toJson } from '@phr/fhir/digits';
import { camelCaseKeys } from './camel-case.ts';
import { errorFromAnswer, errorFromBreak, errorFromNetwork, errorFromTimeout } from './error-from.ts';
import { nextLink, nextOfBundle } from './link-header.ts';

/** What a client needs from its owner. */
export interface ClientOptions {
  /** Base address of a service without a trailing slash, e.g. '/fhir'. */
  readonly baseOf: (service: ServiceName) => string;
  /** The access token for one call, or undefined for an anonymous call. */
  readonly getToken: () => Promise<string | undefined>;
  readonly locale: () => Locale;
  /** Told of the number of the registry that an answer names (`X-Phr-Registry`); 0 where it names none. */
  readonly onSerial?: (serial: number) => void;
  readonly fetch?: typeof fetch;
  readonly now?: () => Date;
}

export interface Client {
  /** Sends one call. Rejects with AppError only. */
  send(request: ServiceRequest): Promise<ServiceAnswer>;
}

const DEFAULT_TIMEOUT_MS = 30_000;
const FORM_TYPES = [FormData, URLSearchParams] as const;
/** Services that ask for no token: their server may be somebody else's, and a person's token is none of its business (D-68). */
const WITHOUT_TOKEN: ReadonlySet<ServiceName> = new Set(['directory', 'emr']);

/** The one client of every service: address, token, common headers, time limit, answer and error shapes. */
export function createClient(options: ClientOptions): Client {
  const doFetch = options.fetch ?? ((input: RequestInfo | URL, init?: RequestInit) => fetch(input, init));
  const now = options.now ?? (() => new Date());

  return {
    async send(request) {
      const token = WITHOUT_TOKEN.has(request.service) ? undefined : await options.getToken();
      const headers = new Headers({
        Accept: request.service === 'fhir' ? 'application/fhir+json' : 'application/json',
        'Accept-Language': options.locale(),
        // Minutes east of UTC; getTimezoneOffset counts west.
        'X-Timezone-Offset': String(-now().getTimezoneOffset()),
      });
      const isForm = FORM_TYPES.some((type) => request.body instanceof type);
      if (!isForm) headers.set('Content-Type', 'application/json');
      if (token) headers.set('Authorization', `Bearer ${token}`);
      if (request.idempotencyKey) headers.set('Idempotency-Key', request.idempotencyKey);
      if (request.service === 'fhir' && request.method === 'POST' && request.path !== '/' && request.idempotencyKey)
        headers.set('If-None-Exist', createOnce(request.idempotencyKey));
      if (request.ifMatch) headers.set('If-Match', request.ifMatch);

      const limit = AbortSignal.timeout(request.timeoutMs ?? DEFAULT_TIMEOUT_MS);
      const signal = request.signal ? AbortSignal.any([request.signal, limit]) : limit;
      let response: Response | undefined;
      let body: unknown;
      try {
        response = await doFetch(options.baseOf(request.service) + addressOf(request), {
          method: request.method,
          headers,
          signal,
          cache: 'no-store',
          credentials: 'omit',
          ...(request.body === undefined ? {} : { body: isForm ? (request.body as BodyInit) : toJson(request.body) }),
        });
        // a server of somebody else's tells nothing of ours
        if (!WITHOUT_TOKEN.has(request.service)) options.onSerial?.(Number(response.headers.get('X-Phr-Registry')));
        body = await readBody(response, request.service);
      } catch (cause) {
        if (limit.aborted) throw errorFromTimeout(request.service);
        if (request.signal?.aborted) throw request.signal.reason;
        if (isAppError(cause)) throw cause;
        throw response?.ok === true ? errorFromBreak(request.service, cause) : errorFromNetwork(request.service, cause);
      }

      const answer =
        request.service === 'fhir' || isFile(response)
          ? body
          : unwrap(request.service, camelCaseUnlessMap(request, body));
      if (!response.ok) throw errorFromAnswer(request.service, response.status, body);
      const next =
        nextLink(response.headers.get('Link')) ?? (request.service === 'fhir' ? nextOfBundle(body) : undefined);
      const etag = response.headers.get('ETag');
      return {
        status: response.status,
        body: answer,
        receivedAt: now().toISOString(),
        ...(etag ? { etag } : {}),
        ...(next ? { next: pathBelow(options.baseOf(request.service), next) } : {}),
      };
    },
  };
}

/** The address of a call below the base of its service. */
export function addressOf({ path, query }: ServiceRequest): string {
  if (!query) return path;
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined) continue;
    for (const one of Array.isArray(value) ? value : [value]) search.append(key, String(one));
  }
  const text = search.toString();
  return text ? `${path}${path.includes('?') ? '&' : '?'}${text}` : path;
}

/** FHIR's way to say that a create is done once: the resource carries the key as an identifier (R-02). */
function createOnce(key: string): string {
  return `identifier=${encodeURIComponent('urn:ietf:rfc:3986')}|${encodeURIComponent(`urn:uuid:${key}`)}`;
}

/** Answers that are a file to be shown, not data. */
const FILE = /^(?:application\/(?:pdf|dicom)\s*(?:;|$)|image\/)/i;

const isFile = (response: Response): boolean => response.ok && FILE.test(response.headers.get('Content-Type') ?? '');

/** The record server's numbers keep the digits that were sent. */
async function readBody(response: Response, service: ServiceName): Promise<unknown> {
  if (isFile(response)) return response.blob();
  const text = await response.text();
  if (!text) return undefined;
  try {
    return service === 'fhir' ? parseJson(text) : JSON.parse(text);
  } catch (cause) {
    // A failing gateway answers HTML; its text helps nobody, the status decides.
    if (!response.ok) return undefined;
    throw cause;
  }
}

/** Map answers have file names as keys, which must survive (D-10). */
function camelCaseUnlessMap(request: ServiceRequest, body: unknown): unknown {
  return request.path.endsWith('/presigned-url-for-download') ? body : camelCaseKeys(body);
}

/** PHR and admin answers may be wrapped in `data` (D-11). */
function unwrap(service: ServiceName, body: unknown): unknown {
  const wrapped =
    (service === 'phr' || service === 'admin') &&
    typeof body === 'object' &&
    body !== null &&
    Object.hasOwn(body, 'data');
  return wrapped ? (body as { data: unknown }).data : body;
}

/** The path and query of an address below a base; of one elsewhere the whole path. */
export function pathBelow(base: string, address: string): string {
  const full = new URL(address, 'http://base.invalid');
  const whole = full.pathname + full.search;
  const basePath = new URL(base || '/', 'http://base.invalid').pathname.replace(/\/$/, '');
  return whole.startsWith(basePath) ? whole.slice(basePath.length) : whole;
}
