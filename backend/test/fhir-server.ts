import Fastify, { type FastifyInstance } from 'fastify';
import { isObject } from '@phr/fhir/json';
import { openPool } from '../src/kit/db/pool.ts';
import { type Repository } from '../src/records/repository.ts';
import { createRepository } from '../src/records/postgres/repository.ts';
import { registerFhir } from '../src/records/routes.ts';
import { createUpstreamRecords, type UpstreamRecords } from '../src/records/upstream/records.ts';
import type { Upstream } from '../src/records/upstream/server.ts';
import type { Access, Auth, Db } from '../src/kit/platform.ts';
import { createAccess } from '../src/access/access.ts';
import { createAudit } from '../src/access/audit.ts';
import { ServerError } from '../src/kit/server-error.ts';
import { ownDatabase } from './template-databases.ts';

/** An answer of the server under test. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** Parsed body; an empty object when there is none. */
  readonly body: Readonly<Record<string, unknown>>;
}

interface CallOptions {
  /** Id of the calling user; 'none' sends no token. */
  readonly as?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface FhirServer {
  readonly app: FastifyInstance;
  readonly db: Db & { close(): Promise<void> };
  readonly access: Access;
  readonly repository: Repository;
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, options?: CallOptions): Promise<Answer>;
  stop(): Promise<void>;
}

/** Records of another FHIR server behind our access rights. */
export function recordsBehind(here: FhirServer, address: Upstream): UpstreamRecords {
  return createUpstreamRecords(address, {
    db: here.db,
    journal: here.db,
    log: { warn: () => undefined },
    access: here.access,
    audit: createAudit(here.db),
    local: here.repository,
    cursorKey: 'k'.repeat(40),
  });
}

/** The record server on a separate database. The token of a request is the id of its user. */
export async function startFhirServer(): Promise<FhirServer> {
  const database = await ownDatabase('empty');
  const db = openPool(database.url, () => undefined, 10);
  const access = createAccess(db);
  const repository = createRepository({ db, access, audit: createAudit(db) });
  const app = Fastify();
  const config = {
    services: { fhir: 'http://localhost:4000/fhir' },
    version: '1.0.0',
    identity: { issuer: 'http://localhost:4001' },
  };
  await registerFhir(app, { config: config as never, auth, access }, repository);
  await app.ready();

  return {
    app,
    db,
    access,
    repository,
    async call(method, url, { as = 'user-1', body, headers = {} } = {}) {
      const answer = await app.inject({
        method,
        url: `/fhir${url}`,
        headers: {
          ...(as === 'none' ? {} : { authorization: `Bearer ${as}` }),
          'content-type': 'application/json',
          ...headers,
        },
        ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const read: unknown = answer.body === '' ? {} : JSON.parse(answer.body);
      return {
        status: answer.statusCode,
        headers: answer.headers,
        text: answer.body,
        body: isObject(read) ? read : {},
      };
    },
    async stop() {
      await app.close();
      await db.close();
      await database.drop();
    },
  };
}

/** The token of a request is the id of its user. */
export const auth: Auth = {
  holderOf: () => Promise.resolve(undefined),
  async authenticate(request) {
    const userId = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
    if (userId === undefined) throw new ServerError('UNAUTHORIZED', 'An access token is needed');
    return { userId, sub: userId, scope: [] };
  },
  verify: async (token) => ({ userId: token, sub: token, scope: [] }),
};
