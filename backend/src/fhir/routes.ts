import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Platform } from '../platform.ts';
import { actorOf, type Actor } from './actor.ts';
import { MAX_BYTES, eTag, readETag, runBundle } from './bundle.ts';
import { capabilityStatement, smartConfiguration } from './capability.ts';
import { FhirError, invalid, notFound, toOutcome } from './fhir-error.ts';
import type { Page, Repository, Stored } from './repository.ts';
import { ruleOf } from './resource-types.ts';
import { isId, textAt } from './resource.ts';
import { readZone, type RawQuery } from './search-query.ts';
import { checkJson, resourceOf } from './validate.ts';
import type { Written } from './write.ts';

type FhirDeps = Pick<Platform, 'config' | 'auth' | 'access'>;
type Params = { readonly type: string; readonly id: string; readonly child: string; readonly version: string };
type Request = FastifyRequest<{ Params: Params; Querystring: RawQuery }>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for every authenticated request of the record server. */
    actor?: Actor;
  }
}

/** Answered without a token. */
const PUBLIC = new Set(['/fhir/metadata', '/fhir/.well-known/smart-configuration']);
const FHIR_JSON = 'application/fhir+json; charset=utf-8';

/** Mounts the record server at /fhir. All answers are FHIR JSON; all failures are OperationOutcomes. */
export async function registerFhir(app: FastifyInstance, deps: FhirDeps, repository: Repository): Promise<void> {
  const base = deps.config.services.fhir;
  const statement = JSON.stringify(capabilityStatement(base, deps.config.version));

  await app.register(async (fhir) => {
    fhir.removeAllContentTypeParsers();
    fhir.addContentTypeParser(/^application\/(fhir\+)?json(;|$)/i, { parseAs: 'string', bodyLimit: MAX_BYTES }, (_request, body, done) => {
      try {
        const read: unknown = JSON.parse(String(body).replace(/^\uFEFF/, ''));
        checkJson(read);
        done(null, read);
      } catch (error) {
        done(error instanceof FhirError ? error : new FhirError(400, { code: 'structure', diagnostics: 'The content is not JSON' }));
      }
    });
    fhir.setErrorHandler((error, request, reply) => {
      const { status, body } = toOutcome(error);
      if (status >= 500) request.log.error({ err: error }, 'fhir request failed');
      return send(reply.code(status), JSON.stringify(body));
    });
    fhir.setNotFoundHandler(() => { throw notFound(); });
    fhir.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store');
      if (PUBLIC.has(request.routeOptions.url ?? '')) return;
      request.actor = await actorOf(deps.access, await deps.auth.authenticate(request));
    });

    fhir.get('/metadata', (_request, reply) => send(reply, statement));
    fhir.get('/.well-known/smart-configuration', (_request, reply) => reply.type('application/json').send(smartConfiguration(deps.config.identity.issuer)));

    // '/' below a prefix answers /fhir and /fhir/
    fhir.post('/', async (request, reply) => {
      const answer = await runBundle(repository, actor(request), request.body, prefers(request, 'representation'));
      return send(reply, JSON.stringify(answer));
    });

    fhir.get<{ Params: Params; Querystring: RawQuery }>('/:type', async (request, reply) => {
      const { type } = request.params;
      const rule = known(type);
      const patientId = rule.scope === 'patient' ? patientIn(request.query) : undefined;
      const query = rule.scope === 'patient' ? without(request.query, 'patient', 'subject') : request.query;
      return sendPage(request, reply, type, await searchIn(request, type, query, patientId));
    });

    fhir.post<{ Params: Params }>('/:type', async (request, reply) => {
      const { type } = request.params;
      known(type);
      const condition = request.headers['if-none-exist'];
      const written = await repository.create(actor(request), resourceOf(request.body, type), typeof condition === 'string' ? { ifNoneExist: condition } : {});
      return sendWritten(request, reply.code(written.outcome === 'created' ? 201 : 200), written);
    });

    fhir.get<{ Params: Params; Querystring: RawQuery }>('/:type/:id', async (request, reply) => {
      const { type, id } = checked(request);
      const stored = await repository.read(actor(request), type, id);
      const [content = stored.content] = await repository.resolve(actor(request), [stored], assocOf(request.query));
      return sendStored(reply, stored, content);
    });

    fhir.put<{ Params: Params }>('/:type/:id', async (request, reply) => {
      const { type, id } = checked(request);
      const resource = resourceOf(request.body, type);
      if (resource.id !== undefined && resource.id !== id) throw invalid('The id of the resource is not that of the address', 'id');
      const ifMatch = versionAsked(request);
      const written = await repository.update(actor(request), { ...resource, id }, ifMatch === undefined ? {} : { ifMatch });
      return sendWritten(request, reply.code(written.outcome === 'created' ? 201 : 200), written);
    });

    fhir.delete<{ Params: Params }>('/:type/:id', async (request, reply) => {
      const { type, id } = checked(request);
      const ifMatch = versionAsked(request);
      await repository.delete(actor(request), type, id, ifMatch === undefined ? {} : { ifMatch });
      return reply.code(204).send();
    });

    fhir.get<{ Params: Params }>('/:type/:id/_history', async (request, reply) => {
      const { type, id } = checked(request);
      const versions = await repository.history(actor(request), type, id);
      const entries = versions.map((version) => `{"fullUrl":${JSON.stringify(`${base}/${type}/${id}`)},${version.deleted ? '' : `"resource":${version.content},`}"request":{"method":"${version.deleted ? 'DELETE' : version.version === 1 ? 'POST' : 'PUT'}","url":"${type}/${id}"},"response":{"status":"${version.deleted ? '204' : '200'}","etag":${JSON.stringify(eTag(version.version))},"lastModified":"${version.last_updated.toISOString()}"}}`);
      return send(reply, `{"resourceType":"Bundle","type":"history","total":${versions.length},"entry":[${entries.join(',')}]}`);
    });

    fhir.get<{ Params: Params }>('/:type/:id/_history/:version', async (request, reply) => {
      const { type, id } = checked(request);
      const version = /^\d{1,9}$/.test(request.params.version) ? Number(request.params.version) : Number.NaN;
      if (Number.isNaN(version)) throw notFound();
      const stored = await repository.vread(actor(request), type, id, version);
      return sendStored(reply, stored, stored.content);
    });

    // a record's list of one type, and what a device was used for
    fhir.get<{ Params: Params; Querystring: RawQuery }>('/:type/:id/:child', async (request, reply) => {
      const { type, id } = checked(request);
      const { child } = request.params;
      const rule = known(child);
      if (type === 'Device' && child === 'DeviceUseStatement') {
        const device = await repository.read(actor(request), 'Device', id);
        return sendPage(request, reply, child, await searchIn(request, child, { ...request.query, device: id }, device.patient_id ?? undefined));
      }
      if (type !== 'Patient' || rule.scope !== 'patient' || child === 'Patient') throw notFound();
      const named = [request.query['subject'], request.query['patient']].filter((value) => value !== undefined);
      if (named.some((value) => value !== id && value !== `Patient/${id}`)) throw invalid('subject is not the patient of the address', 'subject');
      return sendPage(request, reply, child, await searchIn(request, child, without(request.query, 'subject', 'patient'), id));
    });

    function searchIn(request: Request, type: string, query: RawQuery, patientId: string | undefined): Promise<Page> {
      const zoneMinutes = readZone(request.headers['x-timezone-offset']);
      return repository.search(actor(request), type, query, { zoneMinutes, ...(patientId === undefined ? {} : { patientId }) });
    }

    async function sendPage(request: Request, reply: FastifyReply, type: string, page: Page): Promise<FastifyReply> {
      const contents = await repository.resolve(actor(request), page.items, assocOf(request.query));
      const path = request.url.split('?')[0]?.replace(/^\/fhir/, '') ?? '';
      const links = [{ relation: 'self', url: base + request.url.replace(/^\/fhir/, '') }];
      if (page.next !== undefined) {
        const url = `${base}${path}?${nextQuery(request.query, page.next)}`;
        links.push({ relation: 'next', url });
        reply.header('link', `<${url}>; rel="next"`);
      }
      const entries = page.items.map((item, index) => `{"fullUrl":${JSON.stringify(`${base}/${type}/${item.id}`)},"resource":${contents[index] ?? item.content},"search":{"mode":"match"}}`);
      const total = page.total === undefined ? '' : `"total":${page.total},`;
      return send(reply, `{"resourceType":"Bundle","type":"searchset",${total}"link":${JSON.stringify(links)},"entry":[${entries.join(',')}]}`);
    }

    function sendWritten(request: FastifyRequest, reply: FastifyReply, written: Written): FastifyReply {
      reply.header('location', `${base}/${written.type}/${written.id}/_history/${written.version}`);
      version(reply, written.version, written.lastUpdated);
      return send(reply, prefers(request, 'minimal') ? '' : written.content);
    }
  }, { prefix: '/fhir' });
}

function send(reply: FastifyReply, body: string): FastifyReply {
  return reply.header('cache-control', 'no-store').type(FHIR_JSON).send(body);
}

function sendStored(reply: FastifyReply, stored: Stored, content: string): FastifyReply {
  version(reply, stored.version, stored.last_updated);
  return send(reply, content);
}

function version(reply: FastifyReply, number: number, lastUpdated: Date): void {
  reply.header('etag', eTag(number)).header('last-modified', lastUpdated.toUTCString());
}

function actor(request: FastifyRequest): Actor {
  if (request.actor === undefined) throw new Error('the request was not authenticated');
  return request.actor;
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

function versionAsked(request: FastifyRequest): number | undefined {
  const header = request.headers['if-match'];
  if (header === undefined) return undefined;
  const asked = readETag(header);
  if (asked === undefined) throw invalid('If-Match is W/"version"', 'If-Match');
  return asked;
}

function prefers(request: FastifyRequest, answer: 'minimal' | 'representation'): boolean {
  return textAt(request.headers, 'prefer')?.includes(`return=${answer}`) === true;
}

/** The person of a search like Task?patient=1: exactly one. */
function patientIn(query: RawQuery): string | undefined {
  const value = query['patient'] ?? query['subject'];
  return typeof value === 'string' ? value.replace(/^Patient\//, '') : undefined;
}

function without(query: RawQuery, ...names: readonly string[]): RawQuery {
  return Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)));
}

function assocOf(query: RawQuery): readonly string[] {
  const value = query['_assoc'];
  return value === undefined ? [] : (typeof value === 'string' ? [value] : value).flatMap((item) => item.split(',')).filter((item) => /^[a-zA-Z]{1,64}$/.test(item));
}

function nextQuery(query: RawQuery, next: Readonly<Record<string, string>>): string {
  const result = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (name === '_cursor' || (name === 'page' && next['page'] !== undefined) || value === undefined) continue;
    for (const item of typeof value === 'string' ? [value] : value) result.append(name, item);
  }
  for (const [name, value] of Object.entries(next)) result.set(name, value);
  return result.toString();
}
