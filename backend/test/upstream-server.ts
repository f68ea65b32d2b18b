import Fastify from 'fastify';
import { isObject } from '@phr/fhir/json';
import { SYSTEM_ACTOR } from '../src/fhir/actor.ts';
import { runBundle } from '../src/records/bundle.ts';
import { FhirError, notFound, toOutcome } from '../src/fhir/fhir-error.ts';
import { parseJson } from '../src/kit/content/json-text.ts';
import type { Repository, Stored } from '../src/records/repository.ts';
import { ruleOf } from '../src/fhir/resource-types.ts';
import { eTag } from '../src/fhir/version.ts';
import { startFhirServer, type FhirServer } from './fhir-server.ts';

export interface UpstreamServer {
  readonly base: string;
  /** Its contents, for tests that need to look inside. */
  readonly repository: Repository;
  readonly db: FhirServer['db'];
  /** Bundles that arrived, with the response that each will get; a test may change or lose it. */
  onBundle: ((bundle: unknown, run: () => Promise<object>) => Promise<object>) | undefined;
  stop(): Promise<void>;
}

type Query = Readonly<Record<string, string | string[] | undefined>>;

/** Our own terms that other servers do not have. */
const OURS = new Set(['_ilike', '_assoc', 'page', '_cursor']);

/**
 * Another vendor's FHIR R4 server, over HTTP: it trusts its one client, lets it choose ids, and knows none of our
 * terms. It uses our core with all access rights removed, so that it is strict about versions and transactions only.
 */
export async function startUpstreamServer(): Promise<UpstreamServer> {
  const inner = await startFhirServer();
  const { repository } = inner;
  // a request that is in progress when the test ends must not keep the connection for a minute
  const app = Fastify({ bodyLimit: 20_000_000, forceCloseConnections: true });
  app.addContentTypeParser('application/fhir+json', { parseAs: 'string' }, (_request, body, done) => {
    done(null, parseJson(String(body)));
  });
  app.setErrorHandler((error, _request, reply) => {
    const { status, body } = toOutcome(error);
    return reply.code(status).send(body);
  });
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers.authorization !== 'Bearer upstream-token')
      return reply.code(401).send({ resourceType: 'OperationOutcome' });
    return undefined;
  });

  // numbers keep their digits
  app.setReplySerializer((body) => JSON.stringify(body));
  const send = ({ content }: Stored) => parseJson(content);
  const listOf = async (
    type: string,
    query: Query,
  ): Promise<{
    readonly items: readonly Stored[];
    readonly next?: Readonly<Record<string, string>> | undefined;
    readonly total?: number | undefined;
  }> => {
    if (ruleOf(type) === undefined) throw notFound();
    for (const name of Object.keys(query))
      if (OURS.has(name)) throw new FhirError(400, { code: 'not-supported', diagnostics: `${name} is not known` });
    const { patient, member, beneficiary, url, after, ...rest } = query;
    const person = [patient, member, beneficiary, type === 'Patient' ? rest['_id'] : undefined]
      .find((value) => typeof value === 'string')
      ?.replace(/^Patient\//, '');
    if (typeof url === 'string') return { items: await repository.lookup(type, 'url', url) };
    if (person === undefined && ruleOf(type)?.scope === 'patient') {
      if (typeof rest['identifier'] !== 'string')
        throw new FhirError(400, { code: 'too-costly', diagnostics: 'Not without a patient' });
      return { items: await repository.lookup(type, 'identifier', rest['identifier'].replaceAll('\\,', ',')) };
    }
    // the names that FHIR gives the date of each type are one name to the core
    const named = Object.fromEntries(
      Object.entries(rest).map(([name, value]) => [
        name,
        name === '_sort' && typeof value === 'string' ? value.replace(/^(-?)[a-z].*$/, '$1date') : value,
      ]),
    );
    return repository.search(
      SYSTEM_ACTOR,
      type,
      { ...named, ...(after === undefined ? {} : { _cursor: after }) },
      { ...(person === undefined ? {} : { patientId: person }), zoneMinutes: 0 },
    );
  };

  let onBundle: UpstreamServer['onBundle'];
  app.get('/r4/metadata', () => ({
    resourceType: 'CapabilityStatement',
    fhirVersion: '4.0.1',
    rest: [
      { mode: 'server', interaction: [{ code: 'transaction' }], resource: [{ type: 'Patient', updateCreate: true }] },
    ],
  }));
  app.get<{ Params: { type: string; id: string } }>('/r4/:type/:id', async ({ params: { type, id } }) =>
    send(await repository.read(SYSTEM_ACTOR, type, id)),
  );
  app.get<{ Params: { type: string; id: string; version: string } }>(
    '/r4/:type/:id/_history/:version',
    async ({ params: { type, id, version } }) => send(await repository.vread(SYSTEM_ACTOR, type, id, Number(version))),
  );
  app.get<{ Params: { type: string; id: string } }>('/r4/:type/:id/_history', async ({ params: { type, id } }) => ({
    resourceType: 'Bundle',
    type: 'history',
    entry: (await repository.history(SYSTEM_ACTOR, type, id))
      .filter(({ deleted }) => !deleted)
      .map((one) => ({ resource: send(one), response: { etag: eTag(one.version) } })),
  }));
  app.get<{ Params: { type: string }; Querystring: Query }>('/r4/:type', async ({ params: { type }, query, url }) => {
    const { items, next, total } = await listOf(type, query);
    const link =
      next === undefined
        ? []
        : [
            {
              relation: 'next',
              url: `${base}${url.replace('/r4', '').replace(/&after=[^&]*/, '')}&after=${encodeURIComponent(next['_cursor'] ?? '')}`,
            },
          ];
    return {
      resourceType: 'Bundle',
      type: 'searchset',
      ...(total === undefined ? {} : { total }),
      link,
      entry: items.map((one) => ({ resource: send(one), search: { mode: 'match' } })),
    };
  });
  const bundle = async (body: unknown): Promise<object> => {
    if (!isObject(body) || body['type'] !== 'transaction')
      throw new FhirError(400, { code: 'structure', diagnostics: 'A transaction is needed' });
    const run = async (): Promise<object> => parseJson(await runBundle(repository, SYSTEM_ACTOR, body, true)) as object;
    return onBundle === undefined ? run() : onBundle(body, run);
  };
  app.post('/r4', ({ body }) => bundle(body));
  const base = `${await app.listen({ port: 0, host: '127.0.0.1' })}/r4`;

  return {
    base,
    repository,
    db: inner.db,
    get onBundle() {
      return onBundle;
    },
    set onBundle(handler) {
      onBundle = handler;
    },
    async stop() {
      await app.close();
      await inner.stop();
    },
  };
}
