// The server half of `pnpm measure fhir`: the record server and bare routes on one database, in a separate process so
// that only its work is counted.
import '../../backend/src/kit/engine.ts';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify from 'fastify';
import { generateKeyPair, SignJWT } from 'jose';
import { startEmbeddedServer } from '../../backend/src/demo/embedded-server.ts';
import { migrate } from '../../backend/src/kit/db/migrate.ts';
import { openPool } from '../../backend/src/kit/db/pool.ts';
import { createRepository } from '../../backend/src/records/postgres/repository.ts';
import { registerFhir } from '../../backend/src/records/routes.ts';
import type { Caller, Db } from '../../backend/src/kit/platform.ts';
import { registerObservationDays } from '../../backend/src/gateway/phr/observation-days.ts';
import { createServiceCalls } from '../../backend/src/gateway/phr/service-call.ts';
import { loadReference } from '../../backend/src/gateway/reference/load.ts';
import { createAccess } from '../../backend/src/access/access.ts';
import { createAudit } from '../../backend/src/access/audit.ts';
import { createAuth } from '../../backend/src/access/auth.ts';
import { addObservations, addOthers, addSensorYear } from './fhir-rows.ts';
import { requireFree } from './free-ports.ts';

const PORT = Number(process.env['MEASURE_PORT'] ?? 5290);
await requireFree([PORT]);
const ISSUER = 'http://localhost:4001';
const AUDIENCE = 'urn:phr:api';
const CODES = ['8867-4', '364075005'];

const dir = await mkdtemp(path.join(tmpdir(), 'phr-measure-'));
const postgres = await startEmbeddedServer({ dir, log: { info() {}, warn() {}, error() {} }, throwAway: true });
const db = openPool(postgres.url('postgres'), () => undefined, 10);
await migrate(db);

const keys = await generateKeyPair('ES256');
const access = createAccess(db);
const auth = createAuth({ issuer: ISSUER, audience: AUDIENCE, keys: async () => keys.publicKey });
const repository = createRepository({ db, access, audit: createAudit(db) });
const app = Fastify({ bodyLimit: 20 * 1_048_576 });
await registerFhir(
  app,
  {
    config: {
      services: { fhir: `http://localhost:${PORT}/fhir` },
      version: '0',
      identity: { issuer: ISSUER },
    } as never,
    auth,
    access,
  },
  repository,
);
registerObservationDays(app, { db, audit: createAudit(db) }, createServiceCalls({ access, auth, db }));

// ---- what anybody would write by hand, without rights, parameters or history pages
app.get<{ Querystring: { patient: string; from: string; count: string } }>('/bare', async (request, reply) => {
  const { patient, from, count } = request.query;
  const [row] = await db.query<{ entries: string | null }>(
    `select string_agg(content, ',') as entries from (
       select r.content from fhir_resource r where r.type = 'Observation' and r.patient_id = $1 and not r.deleted and r.tokens && $2::text[] and r.date >= $3::timestamptz
        order by r.date desc, r.id desc limit $4) page`,
    [patient, CODES.map((code) => `code=${code}`), from, Number(count)],
  );
  return reply
    .type('application/fhir+json; charset=utf-8')
    .send(`{"resourceType":"Bundle","type":"searchset","entry":[${row?.entries ?? ''}]}`);
});

interface Coded {
  readonly coding: readonly { readonly system: string; readonly code: string }[];
}
interface Sent {
  readonly entry: readonly {
    readonly resource: {
      readonly status: string;
      readonly category: readonly Coded[];
      readonly code: Coded;
      readonly effectiveDateTime: string;
      readonly subject: { readonly reference: string };
    };
  }[];
}
app.post('/bare', async (request, reply) => {
  const now = new Date().toISOString();
  const rows = (request.body as Sent).entry.map(({ resource }) => {
    const id = crypto.randomUUID();
    const codes = resource.code.coding.flatMap(({ system, code }) => [code, `${system}|${code}`]);
    const categories = resource.category.flatMap(({ coding }) =>
      coding.flatMap(({ system, code }) => [`category=${code}`, `category=${system}|${code}`]),
    );
    const tokens = [`status=${resource.status}`, ...categories, ...codes.map((code) => `code=${code}`)];
    return {
      id,
      content: { ...resource, id, meta: { versionId: '1', lastUpdated: now } },
      patient_id: resource.subject.reference.slice(8),
      date: resource.effectiveDateTime,
      codes,
      tokens,
    };
  });
  // all rows that the record server has to write, including the audit trail's, in one statement that needs no
  // transaction around it
  await db.query(
    `with input as (select * from json_to_recordset($1::json) as i(id text, content json, patient_id text, date timestamptz, codes text[], tokens text[])),
     kept as (insert into fhir_history (type, id, version, last_updated, deleted, content, author) select 'Observation', id, 1, $2, false, content, 'bare' from input),
     coded as (insert into fhir_observation_code (patient_id, code, date, id, date_end) select patient_id, unnest(codes), date, id, date from input),
     marked as (insert into observation_change (patient_id, day, changes) select distinct patient_id, (date at time zone 'UTC')::date, 1 from input on conflict (patient_id, day) do update set changes = observation_change.changes + 1),
     noted as (insert into audit_event (action, type, outcome, user_id, patient_id, entity) select 'execute', 'rest', 'success', 'bare', min(patient_id), 'Bundle' from input)
     insert into fhir_resource (type, id, version, last_updated, content, patient_id, date, date_end, tokens, identifiers) select 'Observation', id, 1, $2, content, patient_id, date, date, tokens, '{}' from input`,
    [JSON.stringify(rows), now],
  );
  return reply.send({
    resourceType: 'Bundle',
    type: 'transaction-response',
    entry: rows.map(({ id }) => ({
      response: { status: '201 Created', location: `Observation/${id}/_history/1`, etag: 'W/"1"', lastModified: now },
    })),
  });
});

// ---- for the client half
// apart, because to ask for that of PostgreSQL costs this process more than many requests
app.get('/cpu/node', async () => {
  const { user, system } = process.cpuUsage();
  return user + system;
});
app.get('/cpu/postgres', postgresCpu);
app.post<{ Querystring: { patients: string; from: string } }>('/rows', async (request) => {
  await addObservations(db, Number(request.query.from), Number(request.query.patients));
  return { rows: (await db.query<{ rows: string }>(`select count(*) as rows from fhir_observation`))[0]?.rows };
});
app.post('/sensor', async () => {
  await addSensorYear(db);
  return {};
});
app.post('/others', async () => {
  await loadReference(db, repository);
  await addOthers(db);
  return {};
});
app.get<{ Querystring: { path: string } }>('/plan', async (request) => {
  const plans: object[] = [];
  const explained: Db['query'] = async (text, values = []) => {
    // twice: the first time the rows may have to be read from the disk
    for (const keep of [false, true]) {
      const [row] = await db.query<{ 'QUERY PLAN': readonly [Explained] }>(
        `explain (analyze, buffers, format json) ${text}`,
        values,
      );
      if (row !== undefined && keep) plans.push(planOf(row['QUERY PLAN'][0]));
    }
    return db.query(text, values);
  };
  const watched = createRepository({
    db: { ...db, query: explained, prepared: explained },
    access,
    audit: createAudit(db),
  });
  const app2 = Fastify();
  const caller = async (): Promise<Caller> => ({ userId: 'user-1', sub: 'user-1', scope: [] });
  await registerFhir(
    app2,
    {
      config: { services: { fhir: '' }, version: '0', identity: { issuer: ISSUER } } as never,
      auth: { authenticate: caller, verify: caller, holderOf: async () => (await caller()).userId },
      access,
    },
    watched,
  );
  const answer = await app2.inject({ url: `/fhir${request.query.path}`, headers: { authorization: 'Bearer x' } });
  await app2.close();
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return { plans };
});
async function stop(): Promise<void> {
  await app.close();
  await db.close();
  await postgres.stop();
  await rm(dir, { recursive: true, force: true });
  process.exit(0);
}
app.post('/stop', async () => {
  // a rejection ends the process as well
  setImmediate(() => void stop());
  return {};
});

await app.listen({ port: PORT, host: '127.0.0.1' });
const token = await new SignJWT({ scope: 'openid fhir_api', box_user: 'user-1' })
  .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt' })
  .setIssuer(ISSUER)
  .setAudience(AUDIENCE)
  .setSubject('s')
  .setExpirationTime('2h')
  .sign(keys.privateKey);
process.send?.({ token, port: PORT });

interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly PlanNode[];
}
interface Explained {
  readonly Plan: PlanNode;
  readonly 'Execution Time': number;
}

/** Relations read by a query plan, with their index and row counts. */
function planOf({ Plan: root, 'Execution Time': ms }: Explained): object {
  const reads: string[] = [];
  const walk = (node: PlanNode): void => {
    const { 'Relation Name': table, Plans: inner = [] } = node;
    // a bitmap scan gives the table in one node and the index in the node below
    const index =
      node['Index Name'] ??
      (table === undefined ? undefined : inner.find((below) => below['Index Name'] !== undefined)?.['Index Name']);
    if (table === undefined) for (const below of inner) walk(below);
    else {
      const fit = Math.round(node['Actual Rows'] * node['Actual Loops']);
      const others = Math.round((node['Rows Removed by Filter'] ?? 0) * node['Actual Loops']);
      reads.push(
        `${table} ${index === undefined ? 'whole table' : `by ${index}`}, ${fit + others} rows${others === 0 ? '' : `, of which ${fit} fit`}`,
      );
    }
  };
  walk(root);
  return { reads, blocks: root['Shared Hit Blocks'] + root['Shared Read Blocks'], ms };
}

/** Microseconds of processor time of all processes of the database server, or 0 when /proc is not available. */
async function postgresCpu(): Promise<number> {
  const server = String(postgres.pid());
  let ticks = 0;
  for (const pid of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(pid)) continue;
    const fields = (await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')).replace(/^.*\) /, '').split(' ');
    if (pid === server || fields[1] === server) ticks += Number(fields[11]) + Number(fields[12]);
  }
  return ticks * 10_000;
}
