import type { UpstreamAddress } from '../../kit/config.ts';
import { isObject } from '@phr/fhir/json';
import { FhirError, gone } from '../../fhir/fhir-error.ts';
import { fromR4, toR4 } from './elements.ts';
import { parseJson } from '../../kit/content/json-text.ts';
import { isResource, textAt, valuesAt, type Resource } from '../../fhir/resource.ts';
import { eTag, readVersion, type Version } from '../../fhir/version.ts';
import type { Write } from '../../fhir/write-request.ts';

/** The upstream server and the means to call it. */
export interface Upstream extends UpstreamAddress {
  readonly fetch?: typeof fetch;
}

/** A page of a search or history. */
export interface UpstreamPage {
  /** Resources of the requested type, without included ones and outcomes. */
  readonly resources: readonly Resource[];
  readonly total: number | undefined;
  /** Path of the next page below our base. */
  readonly next: string | undefined;
}

/** Another FHIR R4 server over HTTP. Rejects with FhirError; 503 if it is unknown whether a write took effect. */
export interface UpstreamServer {
  /** A resource or bundle at a relative path; undefined for 404. */
  get(path: string): Promise<Resource | undefined>;
  /** Resources of one type at a path below the base. */
  page(path: string, type: string): Promise<UpstreamPage>;
  /** Sends a transaction and returns the response entries. Rejects with 501 if the server executed only part of it. */
  transaction(writes: readonly Write[]): Promise<readonly unknown[]>;
  /** True if several writes with our own ids can be sent in one transaction. */
  takesIds(): Promise<boolean>;
  /** True if the server shows evidence of an earlier transaction. */
  shows(sign: Sign): Promise<boolean>;
}

/** Evidence that a transaction took effect: one of its writes, since it is atomic. */
export interface Sign {
  readonly is: 'new' | 'changed' | 'gone';
  readonly type: string;
  readonly id: string;
  /** Version that was changed. */
  readonly from?: Version | undefined;
  readonly resource?: Resource | undefined;
}

const TIMEOUT_MS = 30_000;

export function createUpstreamServer({
  base,
  authorization,
  choosesIds = false,
  fetch: send = fetch,
}: Upstream): UpstreamServer {
  let ids: Promise<boolean> | undefined;
  /** False once the server has executed a transaction partially: it gets no more of them. */
  let isWhole = true;

  const ask = async (
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ readonly status: number; readonly body: unknown }> => {
    const response = await send(`${base}${path}`, {
      method,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      // some servers cache search results unless told not to
      headers: {
        accept: 'application/fhir+json',
        'cache-control': 'no-cache',
        ...(authorization === undefined ? {} : { authorization }),
        ...(body === undefined ? {} : { 'content-type': 'application/fhir+json', prefer: 'return=representation' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw new FhirError(503, {
        code: 'transient',
        diagnostics: `The record server cannot be reached (${error instanceof Error ? error.name : 'network'})`,
      });
    });
    try {
      const text = await response.text();
      return { status: response.status, body: text === '' ? undefined : parseJson(text) };
    } catch {
      throw new FhirError(503, { code: 'transient', diagnostics: 'The record server did not answer FHIR' });
    }
  };

  const server: UpstreamServer = {
    async get(path) {
      const { status, body } = await ask('GET', path);
      if (status === 404) return undefined;
      if (status === 410) throw gone();
      if (status >= 400 || !isResource(body)) throw refusalOf(status, body);
      return fromR4(body);
    },

    async page(path, type) {
      const bundle = await server.get(path);
      const total = valuesAt(bundle, 'total')[0];
      const next = valuesAt(bundle, 'link')
        .filter((link) => textAt(link, 'relation') === 'next')
        .map((link) => textAt(link, 'url'))[0];
      return {
        resources: valuesAt(bundle, 'entry')
          .filter((entry) => textAt(entry, 'search.mode') !== 'include' && textAt(entry, 'search.mode') !== 'outcome')
          .flatMap((entry) => valuesAt(entry, 'resource'))
          .filter(isResource)
          .filter(({ resourceType }) => resourceType === type)
          .map(fromR4),
        total: typeof total === 'number' ? total : undefined,
        next: next === undefined ? undefined : pathBelow(base, next, type),
      };
    },

    async transaction(writes) {
      if (!isWhole && writes.length > 1) throw inParts();
      const { status, body } = await ask('POST', '', {
        resourceType: 'Bundle',
        type: 'transaction',
        entry: writes.map(entryOf),
      });
      if (status >= 400) throw refusalOf(status, body);
      const entries = valuesAt(body, 'entry');
      const refused = entries.filter((entry) => /^[45]/.test(textAt(entry, 'response.status') ?? ''));
      const [first] = refused;
      if (first !== undefined && refused.length === entries.length)
        throw refusalOf(
          Number.parseInt(textAt(first, 'response.status') ?? '', 10),
          valuesAt(first, 'response.outcome')[0],
        );
      if (first !== undefined || entries.length !== writes.length) {
        isWhole = false;
        throw inParts();
      }
      return entries.map((entry) =>
        isObject(entry) && isResource(entry['resource']) ? { ...entry, resource: fromR4(entry['resource']) } : entry,
      );
    },

    async takesIds() {
      ids ??= server
        .get('/metadata')
        .then(
          (statement) =>
            valuesAt(statement, 'rest.interaction.code').includes('transaction') &&
            (choosesIds ||
              valuesAt(statement, 'rest.resource').some(
                (rule) => textAt(rule, 'type') === 'Patient' && valuesAt(rule, 'updateCreate')[0] === true,
              )),
        );
      try {
        return await ids;
      } catch (error) {
        // checked again at the next write
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
      // no other client knows a new id
      if (is === 'new') return current !== undefined;
      if (is === 'gone') return current === undefined || current === 'gone';
      if (resource === undefined || (isResource(current) && versionOf(current) === from)) return false;
      if (isResource(current) && holds(current, resource)) return true;
      // it may have been changed since; version names have no order
      for (let next: string | undefined = `${path}/_history`; next !== undefined; ) {
        const page: UpstreamPage = await server.page(next, type);
        if (page.resources.some((version) => versionOf(version) !== from && holds(version, resource))) return true;
        next = page.next;
      }
      return false;
    },
  };
  return server;
}

/** A stored version's id; '' if the server gives none. */
export function versionOf(resource: Resource): Version {
  return readVersion(textAt(resource, 'meta.versionId')) ?? '';
}

/**
 * Path of a next page below our base. A server behind a proxy may use another host name, so only the path counts; this
 * also keeps our token from going elsewhere.
 */
function pathBelow(base: string, address: string, type: string): string {
  const own = new URL(base).pathname.replace(/\/$/, '');
  if (!URL.canParse(address, `${base}/`))
    throw new FhirError(503, { code: 'transient', diagnostics: 'The record server names a page that has no address' });
  const { pathname, search } = new URL(address, `${base}/`);
  if (pathname === own || pathname.startsWith(`${own}/`)) return `${pathname.slice(own.length)}${search}`;
  return `${pathname.endsWith(`/${type}`) ? `/${type}` : ''}${search}`;
}

function entryOf({ method, type, id, ifMatch, ifNoneExist, fullUrl, resource }: Write): object {
  return {
    ...(fullUrl === undefined ? {} : { fullUrl }),
    ...(resource === undefined ? {} : { resource: toR4(resource) }),
    request: {
      method,
      url: id === undefined ? type : `${type}/${id}`,
      ...(ifMatch === undefined ? {} : { ifMatch: eTag(ifMatch) }),
      ...(ifNoneExist === undefined ? {} : { ifNoneExist }),
    },
  };
}

/** True if everything sent is stored; servers may add elements, drop empty ones, and change zones. */
function holds(stored: Resource, sent: Resource): boolean {
  const { meta: _meta, ...wanted } = sent;
  // 5.40 and 5.4 are one number here
  return contains(JSON.parse(JSON.stringify(stored)), JSON.parse(JSON.stringify(wanted)));
}

function contains(found: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) {
    const members = wanted.filter(hasContent);
    return (
      Array.isArray(found) &&
      members.length === found.length &&
      members.every((member, index) => contains(found[index], member))
    );
  }
  if (isObject(wanted))
    return Object.entries(wanted).every(
      ([name, value]) => !hasContent(value) || (isObject(found) && contains(found[name], value)),
    );
  return (
    found === wanted ||
    (typeof found === 'string' &&
      typeof wanted === 'string' &&
      INSTANT.test(wanted) &&
      Date.parse(found) === Date.parse(wanted))
  );
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T/;

function hasContent(value: unknown): boolean {
  return Array.isArray(value)
    ? value.some(hasContent)
    : isObject(value)
      ? Object.values(value).some(hasContent)
      : value !== undefined && value !== null && value !== '';
}

function inParts(): FhirError {
  return new FhirError(501, {
    code: 'not-supported',
    diagnostics: 'The record server did a part of a transaction and refused the rest: transactions are not whole there',
    detail: 'NOT_SUPPORTED',
  });
}

/** The upstream error in its own words; its internal errors become 503. */
function refusalOf(status: number, body: unknown): FhirError {
  const diagnostics =
    textAt(body, 'issue.diagnostics') ?? textAt(body, 'issue.details.text') ?? 'The record server refused this';
  // rights are enforced here: missing trust upstream is not the caller's fault
  if (status >= 500 || status === 401 || status === 403)
    return new FhirError(503, { code: 'transient', diagnostics: 'The record server cannot be used at the moment' });
  if (status === 429) return new FhirError(429, { code: 'throttled', diagnostics, detail: 'TOO_MANY_REQUESTS' });
  const expression = textAt(body, 'issue.expression');
  // version conflict: 412 by specification, 409 on some servers
  const conflict = status === 409 || status === 412;
  return new FhirError(status, {
    code: conflict ? 'conflict' : 'value',
    diagnostics,
    ...(conflict ? { detail: 'CONFLICT' } : {}),
    ...(expression === undefined ? {} : { expression }),
  });
}
