import { isDeepStrictEqual } from 'node:util';
import { eTag } from './bundle.ts';
import { FhirError, gone } from './fhir-error.ts';
import { parseJson } from './json-text.ts';
import { isResource, textAt, valuesAt, type Resource } from './resource.ts';
import type { Write } from './write.ts';

export interface ForeignAddress {
  /** Address of the other server, without a slash at its end. */
  readonly base: string;
  /** Sent as a bearer token: the other server trusts this one, which decides who may see what. */
  readonly token?: string;
  readonly fetch?: typeof fetch;
}

/** Another FHIR R4 server over HTTP. Everything rejects with FhirError; 503 when it is not known whether a write took effect. */
export interface ForeignServer {
  readonly base: string;
  /** A resource or bundle at a path or at an address that the server itself gave; undefined for 404. */
  get(path: string): Promise<Resource | undefined>;
  /** Sends a transaction bundle and answers the entries of the response. */
  transaction(writes: readonly Write[]): Promise<readonly unknown[]>;
  /** True when clients may choose the ids of new resources (CapabilityStatement `updateCreate`). */
  takesIds(): Promise<boolean>;
  /** True when the server shows this sign of a transaction that was sent to it. */
  shows(sign: Sign): Promise<boolean>;
}

/** What tells that a transaction has taken effect, as all of it did or nothing: one of its writes. */
export interface Sign {
  readonly is: 'new' | 'changed' | 'gone';
  readonly type: string;
  readonly id: string;
  /** Version that was changed. */
  readonly from?: number | undefined;
  readonly resource?: Resource | undefined;
}

const TIMEOUT_MS = 30_000;

export function createForeignServer({ base, token, fetch: send = fetch }: ForeignAddress): ForeignServer {
  let ids: Promise<boolean> | undefined;

  const ask = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<{ readonly status: number; readonly body: unknown }> => {
    const response = await send(path.startsWith(base) ? path : `${base}${path}`, {
      method, signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { accept: 'application/fhir+json', ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...(body === undefined ? {} : { 'content-type': 'application/fhir+json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch((error: unknown) => { throw new FhirError(503, { code: 'transient', diagnostics: `The record server cannot be reached (${error instanceof Error ? error.name : 'network'})` }); });
    try {
      const text = await response.text();
      return { status: response.status, body: text === '' ? undefined : parseJson(text) };
    } catch {
      throw new FhirError(503, { code: 'transient', diagnostics: 'The record server did not answer FHIR' });
    }
  };

  const server: ForeignServer = {
    base,

    async get(path) {
      const { status, body } = await ask('GET', path);
      if (status === 404) return undefined;
      if (status === 410) throw gone();
      if (status >= 400 || !isResource(body)) throw refusalOf(status, body);
      return body;
    },

    async transaction(writes) {
      const { status, body } = await ask('POST', '', { resourceType: 'Bundle', type: 'transaction', entry: writes.map(entryOf) }, { prefer: 'return=representation' });
      if (status >= 400) throw refusalOf(status, body);
      return valuesAt(body, 'entry');
    },

    async takesIds() {
      ids ??= server.get('/metadata').then((statement) => valuesAt(statement, 'rest.resource').some((rule) => textAt(rule, 'type') === 'Patient' && valuesAt(rule, 'updateCreate')[0] === true));
      try {
        return await ids;
      } catch (error) {
        // asked again at the next write
        ids = undefined;
        throw error;
      }
    },

    async shows({ is, type, id, from, resource }) {
      const path = `/${type}/${id}`;
      const current = await server.get(path).catch((error: unknown) => {
        if (error instanceof FhirError && error.statusCode === 410) return 'gone';
        throw error;
      });
      // nobody else knows an id that was new
      if (is === 'new') return current !== undefined;
      if (is === 'gone') return current === undefined || current === 'gone';
      if (resource === undefined) return false;
      const changed = from === undefined ? current : await server.get(`${path}/_history/${from + 1}`);
      return isResource(changed) && holds(changed, resource);
    },
  };
  return server;
}

function entryOf({ method, type, id, ifMatch, ifNoneExist, fullUrl, resource }: Write): object {
  return {
    ...(fullUrl === undefined ? {} : { fullUrl }), ...(resource === undefined ? {} : { resource }),
    request: { method, url: id === undefined ? type : `${type}/${id}`, ...(ifMatch === undefined ? {} : { ifMatch: eTag(ifMatch) }), ...(ifNoneExist === undefined ? {} : { ifNoneExist }) },
  };
}

/** True when everything that was sent is there; servers add elements of their own. */
function holds(stored: Resource, sent: Resource): boolean {
  // 5.40 and 5.4 are one number here
  const [found, wanted] = [stored, sent].map((resource) => JSON.parse(JSON.stringify(resource)) as Resource);
  return Object.entries(wanted ?? {}).every(([element, value]) => element === 'meta' || isDeepStrictEqual(found?.[element], value));
}

/** The other server's refusal in its own words; its own faults become 503. */
function refusalOf(status: number, body: unknown): FhirError {
  const diagnostics = textAt(body, 'issue.diagnostics') ?? textAt(body, 'issue.details.text') ?? 'The record server refused this';
  // rights are decided here: that the other server does not trust us is no fault of the caller
  if (status >= 500 || status === 401 || status === 403) return new FhirError(503, { code: 'transient', diagnostics: 'The record server cannot be used at the moment' });
  const expression = textAt(body, 'issue.expression');
  const conflict = status === 409 || status === 412;
  return new FhirError(status, { code: conflict ? 'conflict' : 'value', diagnostics, ...(conflict ? { detail: 'CONFLICT' } : {}), ...(expression === undefined ? {} : { expression }) });
}
