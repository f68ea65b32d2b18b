import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isObject } from '@phr/fhir/json';
import type { Caller, Platform } from '../kit/platform.ts';
import { SCOPES } from '../access/scopes.ts';
import { unknownOrNotAllowed } from '../kit/allowed-methods.ts';
import { collectRoutes } from '../kit/route-schema.ts';
import { createDiscovery, ownDiscovery } from '../kit/discovery.ts';
import { actorOf, type Actor } from '../fhir/actor.ts';
import { runBundle } from './bundle.ts';
import { readsOf } from './bundle-reads.ts';
import { capabilityStatement, smartConfiguration } from './capability.ts';
import { readExportQuery } from '../fhir/export-query.ts';
import { everything } from './everything.ts';
import { invalid, notAcceptable, notAllowed, notFound, toOutcome } from '../fhir/fhir-error.ts';
import { refuseUnknownParameter } from '../fhir/known-parameters.ts';
import { MAX_BYTES } from '../kit/content/limits.ts';
import { relativeReference } from '../fhir/own-address.ts';
import { readContent } from '../kit/content/read-content.ts';
import type { Repository, Searchset, Stored } from './repository.ts';
import { DOCS } from './route-docs.ts';
import { ruleOf } from '../fhir/resource-types.ts';
import { isId, textAt } from '../fhir/resource.ts';
import { readZone, type RawQuery } from '../fhir/search-query.ts';
import { resourceOf } from '../fhir/validate.ts';
import { eTag, readETag, readVersion, type Version } from '../fhir/version.ts';
import type { Written } from '../fhir/write-request.ts';

type FhirDeps = Pick<Platform, 'config' | 'auth' | 'access'>;
type Params = { readonly type: string; readonly id: string; readonly child: string; readonly version: string };
type Request = FastifyRequest<{ Params: Params; Querystring: RawQuery }>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Caller of the record server; set for every non-public request. */
    fhirCaller?: Caller;
  }
}

/** Answered without a token. */
const PUBLIC = new Set(['/fhir/metadata', '/fhir/.well-known/smart-configuration']);
const FHIR_JSON = 'application/fhir+json; charset=utf-8';

/** Mounts the record server at /fhir. All responses are FHIR JSON, all failures OperationOutcomes. */
export async function registerFhir(app: FastifyInstance, deps: FhirDeps, repository: Repository): Promise<void> {
  const base = deps.config.services.fhir;
  const { identity } = deps.config;
  const discover = identity.embedded ? () => ownDiscovery(identity.issuer, SCOPES) : createDiscovery(identity.issuer);
  const statement = JSON.stringify(capabilityStatement(base, deps.config.version));

  await app.register(
    async (fhir) => {
      const routes = collectRoutes(fhir);
      fhir.removeAllContentTypeParsers();
      fhir.addContentTypeParser(
        /^application\/(fhir\+)?json(;|$)/i,
        { parseAs: 'buffer', bodyLimit: MAX_BYTES },
        async (request: FastifyRequest, body: Buffer) =>
          request.method === 'DELETE' && body.length === 0 ? undefined : readContent(body),
      );
      fhir.setErrorHandler((error, request, reply) => {
        const { status, headers, body } = toOutcome(error);
        if (status >= 500) request.log.error({ err: error }, 'fhir request failed');
        return send(reply.code(status).headers(headers), JSON.stringify(body));
      });
      fhir.setNotFoundHandler((request, reply) => {
        throw unknownOrNotAllowed(routes, request, reply) === 'NOT_FOUND' ? notFound() : notAllowed();
      });
      fhir.addHook('onRequest', async (_request, reply) => {
        reply.header('cache-control', 'no-store');
      });
      // not in onRequest, which runs app hooks first: refused calls must already be counted
      fhir.addHook('preParsing', async (request) => {
        const isPublic = PUBLIC.has(request.routeOptions.url ?? '');
        if (!isPublic) request.fhirCaller = await deps.auth.authenticate(request);
        if (!takesJson(request)) throw notAcceptable();
        if (!isPublic) refuseUnknownParameter(request);
      });

      fhir.get('/metadata', DOCS.metadata, (_request, reply) => send(reply, statement));
      fhir.get('/.well-known/smart-configuration', DOCS.smart, async (_request, reply) =>
        reply.type('application/json').send(smartConfiguration(await discover())),
      );

      // '/' below a prefix serves /fhir and /fhir/
      fhir.post('/', DOCS.bundle, async (request, reply) => {
        const answer = await runBundle(
          repository,
          await actor(request),
          request.body,
          prefers(request, 'representation'),
          { mayRepeat: mayRepeat(request), read: readsOf(fhir, request) },
        );
        return send(reply, answer);
      });

      fhir.get<{ Params: Params; Querystring: RawQuery }>('/:type', DOCS.search, async (request, reply) => {
        const { type } = request.params;
        const rule = known(type);
        const patientId = rule.scope === 'patient' ? patientIn(type, request.query) : undefined;
        const query = rule.scope === 'patient' ? without(request.query, 'patient', 'subject') : request.query;
        return sendSearch(request, reply, type, query, patientId);
      });

      fhir.post<{ Params: Params }>('/:type', DOCS.create, async (request, reply) => {
        const { type } = request.params;
        known(type);
        const condition = request.headers['if-none-exist'];
        const written = await repository.create(
          await actor(request),
          resourceOf(request.body, type),
          typeof condition === 'string' ? { ifNoneExist: condition } : {},
        );
        return sendWritten(request, reply.code(written.outcome === 'created' ? 201 : 200), written);
      });

      fhir.get<{ Params: Params; Querystring: RawQuery }>('/:type/:id', DOCS.read, async (request, reply) => {
        const { type, id } = checked(request);
        const reader = await actor(request);
        const stored = await repository.read(reader, type, id);
        const names = assocOf(request.query);
        if (names.length === 0) return sendStored(request, reply, stored);
        const [content = stored.content] = await repository.resolve(reader, [stored], names);
        version(reply, stored.version, stored.last_updated);
        return send(reply, content);
      });

      fhir.put<{ Params: Params }>('/:type/:id', DOCS.update, async (request, reply) => {
        const { type, id } = checked(request);
        const resource = resourceOf(request.body, type);
        if (resource.id !== id) throw invalid('The id of the resource is not that of the address', 'id');
        const ifMatch = requestedVersion(request);
        const written = await repository.update(
          await actor(request),
          { ...resource, id },
          { mayRepeat: mayRepeat(request), ...(ifMatch === undefined ? {} : { ifMatch }) },
        );
        return sendWritten(request, reply.code(written.outcome === 'created' ? 201 : 200), written);
      });

      fhir.delete<{ Params: Params }>('/:type/:id', DOCS.remove, async (request, reply) => {
        const { type, id } = checked(request);
        const ifMatch = requestedVersion(request);
        await repository.delete(await actor(request), type, id, ifMatch === undefined ? {} : { ifMatch });
        return reply.code(204).send();
      });

      fhir.get<{ Params: Params; Querystring: RawQuery }>(
        '/Patient/:id/$everything',
        DOCS.everything,
        async (request, reply) => {
          const { id } = request.params;
          if (!isId(id)) throw invalid('The id is not valid', 'id');
          const pieces = await everything(repository, await actor(request), id, readExportQuery(request.query), base);
          return reply
            .header('content-disposition', 'attachment; filename="record.json"')
            .type(FHIR_JSON)
            .send(Readable.from(pieces));
        },
      );

      fhir.get<{ Params: Params }>('/:type/:id/_history', DOCS.history, async (request, reply) => {
        const { type, id } = checked(request);
        const versions = await repository.history(await actor(request), type, id);
        const entries = versions.map(
          (version) =>
            `{"fullUrl":${JSON.stringify(`${base}/${type}/${id}`)},${version.deleted ? '' : `"resource":${version.content},`}"request":{"method":"${version.deleted ? 'DELETE' : version.version === 1 ? 'POST' : 'PUT'}","url":"${type}/${id}"},"response":{"status":"${version.deleted ? '204' : '200'}","etag":${JSON.stringify(eTag(version.version))},"lastModified":"${version.last_updated.toISOString()}"}}`,
        );
        return send(
          reply,
          `{"resourceType":"Bundle","type":"history","total":${versions.length},"entry":[${entries.join(',')}]}`,
        );
      });

      fhir.get<{ Params: Params }>('/:type/:id/_history/:version', DOCS.version, async (request, reply) => {
        const { type, id } = checked(request);
        const version = readVersion(request.params.version);
        if (version === undefined) throw notFound();
        const stored = await repository.vread(await actor(request), type, id, version);
        return sendStored(request, reply, stored);
      });

      // a record's list of one type, and what a device was used for
      fhir.get<{ Params: Params; Querystring: RawQuery }>('/:type/:id/:child', DOCS.list, async (request, reply) => {
        const { type, id } = checked(request);
        const { child } = request.params;
        const rule = known(child);
        if (type === 'Device' && child === 'DeviceUseStatement') {
          const device = await repository.read(await actor(request), 'Device', id);
          return sendSearch(request, reply, child, { ...request.query, device: id }, device.patient_id ?? undefined);
        }
        if (type !== 'Patient' || rule.scope !== 'patient' || child === 'Patient') throw notFound();
        if (personsIn(request.query, 'subject', 'patient').some((named) => named !== id))
          throw invalid('subject is not the patient of the address', 'subject');
        return sendSearch(request, reply, child, without(request.query, 'subject', 'patient'), id);
      });

      async function sendSearch(
        request: Request,
        reply: FastifyReply,
        type: string,
        query: RawQuery,
        patientId: string | undefined,
      ): Promise<FastifyReply> {
        const options = {
          zoneMinutes: readZone(request.headers['x-timezone-offset']),
          ...(patientId === undefined ? {} : { patientId }),
        };
        const { entries, total, next } =
          assocOf(query).length === 0
            ? await repository.searchset(caller(request), type, query, `${base}/${type}/`, options)
            : await searchResolved(request, type, query, options);
        const self = base + request.url.slice('/fhir'.length);
        const links = [{ relation: 'self', url: self }];
        if (next !== undefined) {
          const url = nextAddress(self, next);
          links.push({ relation: 'next', url });
          reply.header('link', `<${url}>; rel="next"`);
        }
        return send(
          reply,
          `{"resourceType":"Bundle","type":"searchset",${total === undefined ? '' : `"total":${total},`}"link":${JSON.stringify(links)},"entry":[${entries}]}`,
        );
      }

      /** A page with the targets of references put inline. */
      async function searchResolved(
        request: Request,
        type: string,
        query: RawQuery,
        options: { readonly zoneMinutes: number; readonly patientId?: string },
      ): Promise<Searchset> {
        const reader = await actor(request);
        const { items, total, next } = await repository.search(reader, type, query, options);
        const contents = await repository.resolve(reader, items, assocOf(query));
        const entries = items
          .map(
            ({ id }, index) =>
              `{"fullUrl":"${base}/${type}/${id}","resource":${contents[index] ?? ''},"search":{"mode":"match"}}`,
          )
          .join(',');
        return { entries, total, next };
      }

      /** The caller with all current rights. A search checks the right it needs itself. */
      function actor(request: FastifyRequest): Promise<Actor> {
        return actorOf(deps.access, caller(request));
      }

      function sendWritten(request: FastifyRequest, reply: FastifyReply, written: Written): FastifyReply {
        reply.header('location', `${base}/${written.type}/${written.id}/_history/${written.version}`);
        version(reply, written.version, written.lastUpdated);
        return send(
          reply,
          prefers(request, 'minimal')
            ? ''
            : prefers(request, 'OperationOutcome')
              ? outcomeOf(written)
              : written.content,
        );
      }
    },
    { prefix: '/fhir' },
  );
}

function send(reply: FastifyReply, body: string): FastifyReply {
  return reply.type(FHIR_JSON).send(body);
}

function sendStored(request: FastifyRequest, reply: FastifyReply, stored: Stored): FastifyReply {
  version(reply, stored.version, stored.last_updated);
  return hasAlready(request, stored) ? reply.code(304).send() : send(reply, stored.content);
}

/** True if the caller already has the version. If-None-Match wins over If-Modified-Since (RFC 9110, 13.1.3). */
function hasAlready({ headers }: FastifyRequest, { version: name, last_updated: changed }: Stored): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) return tags.split(',').some((tag) => tag.trim() === '*' || readETag(tag) === name);
  // the header has whole seconds
  return Math.floor(changed.getTime() / 1_000) * 1_000 <= Date.parse(headers['if-modified-since'] ?? '');
}

/** Clients that may retry a write send a key. */
const mayRepeat = (request: FastifyRequest): boolean => request.headers['idempotency-key'] !== undefined;

/** False for a caller accepting non-JSON formats only. `_format` wins over Accept. */
function takesJson({ headers: { accept }, query }: FastifyRequest): boolean {
  const format = isObject(query) ? query['_format'] : undefined;
  // a plus sign that was not escaped arrives as a space
  if (typeof format === 'string') return /^(?:json|text\/json|application\/(?:fhir[+ ])?json)(?:;|$)/i.test(format);
  return accept === undefined || /json|\*\/\*|application\/\*/i.test(accept);
}

function outcomeOf({ outcome, type, id }: Written): string {
  return JSON.stringify({
    resourceType: 'OperationOutcome',
    issue: [{ severity: 'information', code: 'informational', diagnostics: `${type}/${id}: ${outcome}` }],
  });
}

function version(reply: FastifyReply, name: Version, lastUpdated: Date): void {
  reply.header('etag', eTag(name)).header('last-modified', lastUpdated.toUTCString());
}

function caller(request: FastifyRequest): Caller {
  if (request.fhirCaller === undefined) throw new Error('the request was not authenticated');
  return request.fhirCaller;
}

function known(type: string): NonNullable<ReturnType<typeof ruleOf>> {
  const rule = ruleOf(type);
  if (rule === undefined) throw notFound();
  return rule;
}

function checked(request: FastifyRequest<{ Params: Params }>): { readonly type: string; readonly id: string } {
  const { type, id } = request.params;
  known(type);
  if (!isId(id)) throw invalid('The id is not valid', 'id');
  return { type, id };
}

function requestedVersion(request: FastifyRequest): Version | undefined {
  const header = request.headers['if-match'];
  if (header === undefined) return undefined;
  const version = readETag(header);
  if (version === undefined) throw invalid('If-Match is W/"version"', 'If-Match');
  return version;
}

function prefers(request: FastifyRequest, answer: 'minimal' | 'representation' | 'OperationOutcome'): boolean {
  return textAt(request.headers, 'prefer')?.includes(`return=${answer}`) === true;
}

/**
 * The person of a search like Task?patient=1 or Patient?_id=1.
 * @throws FhirError 400 for several
 */
function patientIn(type: string, query: RawQuery): string | undefined {
  const [first, ...others] = personsIn(query, ...(type === 'Patient' ? ['_id'] : ['patient', 'subject']));
  if (others.length > 0) throw invalid('patient and subject name more than one person', 'subject');
  return first;
}

function personsIn(query: RawQuery, ...names: readonly string[]): readonly string[] {
  const named = names
    .flatMap((name) => query[name] ?? [])
    .map((value) => relativeReference(value).replace(/^Patient\//, ''));
  return [...new Set(named)];
}

function without(query: RawQuery, ...names: readonly string[]): RawQuery {
  return Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)));
}

function assocOf(query: RawQuery): readonly string[] {
  const value = query['_assoc'];
  const names =
    value === undefined ? [] : (typeof value === 'string' ? [value] : value).flatMap((item) => item.split(','));
  return [...new Set(names)].filter((item) => /^[a-zA-Z]{1,64}$/.test(item));
}

/** URL of the next page. */
function nextAddress(self: string, next: Readonly<Record<string, string>>): string {
  const withoutCursor = self.replace(/(?<=[?&])(?:_cursor|page)=[^&]*&?/g, '');
  const joint = !withoutCursor.includes('?') ? '?' : /[?&]$/.test(withoutCursor) ? '' : '&';
  return `${withoutCursor}${joint}${Object.entries(next)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')}`;
}
