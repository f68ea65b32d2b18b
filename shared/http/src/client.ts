import { isAppError } from '@phr/contract/app-error';
import type { Locale, ServiceAnswer, ServiceName, ServiceRequest } from '@phr/contract/host-api';
import { parseJson, toJson } from '@phr/fhir/digits';
import { camelCaseKeys } from './camel-case.ts';
import { errorFromAnswer, errorFromBreak, errorFromNetwork, errorFromTimeout } from './error-from.ts';
import { nextLink, nextOfBundle } from './link-header.ts';

/** Dependencies of a client. */
export interface ClientOptions {
  /** Base URL of a service without a trailing slash, e.g. '/fhir'. */
  readonly baseOf: (service: ServiceName) => string;
  /** The access token for a call; undefined for an anonymous call. */
  readonly getToken: () => Promise<string | undefined>;
  readonly locale: () => Locale;
  /** Called with the registry serial in a response (`X-Phr-Registry`); 0 if absent. */
  readonly onSerial?: (serial: number) => void;
  readonly fetch?: typeof fetch;
  readonly now?: () => Date;
}

export interface Client {
  /** Sends a call. Rejects with AppError only. */
  send(request: ServiceRequest): Promise<ServiceAnswer>;
}

const DEFAULT_TIMEOUT_MS = 30_000;
const FORM_TYPES = [FormData, URLSearchParams] as const;
/** Services called without token: their servers may be third-party, which must not get a person's token (D-68). */
const WITHOUT_TOKEN: ReadonlySet<ServiceName> = new Set(['directory', 'emr']);

/** The only client of all services: URL, token, common headers, timeout, response and error formats. */
export function createClient(options: ClientOptions): Client {
  const doFetch = options.fetch ?? ((input: RequestInfo | URL, init?: RequestInit) => fetch(input, init));
  const now = options.now ?? (() => new Date());

  return {
    async send(request) {
      const token = WITHOUT_TOKEN.has(request.service) ? undefined : await options.getToken();
      const headers = new Headers({
        Accept: request.service === 'fhir' ? 'application/fhir+json' : 'application/json',
        'Accept-Language': options.locale(),
        // minutes east of UTC; getTimezoneOffset counts west
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
        // third-party servers do not report our serial
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

/** URL of a call below its service's base. */
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

/** FHIR's conditional create: the resource carries the key as an identifier (R-02). */
function createOnce(key: string): string {
  return `identifier=${encodeURIComponent('urn:ietf:rfc:3986')}|${encodeURIComponent(`urn:uuid:${key}`)}`;
}

/** Content types displayed as files rather than parsed. */
const FILE = /^(?:application\/(?:pdf|dicom)\s*(?:;|$)|image\/)/i;

const isFile = (response: Response): boolean => response.ok && FILE.test(response.headers.get('Content-Type') ?? '');

/** Numbers from the record server keep their sent digits. */
async function readBody(response: Response, service: ServiceName): Promise<unknown> {
  if (isFile(response)) return response.blob();
  const text = await response.text();
  if (!text) return undefined;
  try {
    return service === 'fhir' ? parseJson(text) : JSON.parse(text);
  } catch (cause) {
    // a failing gateway sends HTML: ignore it, the status decides
    if (!response.ok) return undefined;
    throw cause;
  }
}

/** Map responses have file names as keys, which must be preserved (D-10). */
function camelCaseUnlessMap(request: ServiceRequest, body: unknown): unknown {
  return request.path.endsWith('/presigned-url-for-download') ? body : camelCaseKeys(body);
}

/** PHR and admin responses may be wrapped in `data` (D-11). */
function unwrap(service: ServiceName, body: unknown): unknown {
  const wrapped =
    (service === 'phr' || service === 'admin') &&
    typeof body === 'object' &&
    body !== null &&
    Object.hasOwn(body, 'data');
  return wrapped ? (body as { data: unknown }).data : body;
}

/** Path and query of a URL below a base; the whole path for other URLs. */
export function pathBelow(base: string, address: string): string {
  const full = new URL(address, 'http://base.invalid');
  const whole = full.pathname + full.search;
  const basePath = new URL(base || '/', 'http://base.invalid').pathname.replace(/\/$/, '');
  return whole.startsWith(basePath) ? whole.slice(basePath.length) : whole;
}
