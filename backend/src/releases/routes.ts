import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Config } from '../kit/config.ts';
import { createServer } from '../kit/logger.ts';
import { networkOfCall } from '../kit/network.ts';
import type { Platform } from '../kit/platform.ts';
import { ServerError, toErrorResponse } from '../kit/server-error.ts';
import { OPS_SCOPE } from '../access/scopes.ts';
import type { Channel } from './channel.ts';
import type { BlobStore } from './blob-store.ts';
import type { DevBuilds } from './dev-builds.ts';
import type { LiveEmbed } from './embed.ts';
import { createFileSender, serveReleases } from './files.ts';
import type { ChannelStore, StoredChannel } from './channel-store.ts';
import {
  Approve,
  changeOfRollout,
  type Command,
  commandOf,
  COMMANDS,
  parse,
  runCommand,
  ReasonOnly,
} from './commands.ts';
import type { Figures } from './health/figures.ts';
import { ReceivedReport } from './health/report.ts';
import { readHealth } from './health/summary.ts';
import { createReports } from './health/receive-reports.ts';
import { Host, recordHost } from './hosts.ts';
import { Name, Version } from './manifest.ts';
import { registerOpsPages } from './ops/ops-pages.ts';
import { readEnvironments } from './ops/read.ts';
import { type LiveRegistry, noRegistry } from './registry.ts';
import { ReleaseError } from './release-error.ts';
import { FILE_LIMIT, type ReleaseStore } from './release-store.ts';
import { type Actor, actorOfKey, actorOfPerson } from './team-keys.ts';

/** Wrong keys of one network that are answered as such. */
const WRONG_KEYS = 20;
const WRONG_KEYS_MS = 600_000;
const HISTORY = 500;
const A_DAY_MS = 86_400_000;
/** Limit for files uploaded by one team, in bytes: enough for dozens of its largest releases. */
const BYTES_A_DAY = 2_000_000_000;
/**
 * Limit for everything other than files, in bytes: more than the signed text of a release, and small enough to process
 * quickly.
 */
const BODY_LIMIT = 1_048_576;

export interface ReleaseServices {
  readonly platform: Pick<Platform, 'config' | 'log' | 'db' | 'auth' | 'counts'>;
  readonly channels: ChannelStore;
  readonly releases: ReleaseStore;
  readonly devBuilds: DevBuilds;
  /** By environment: web processes elsewhere ask for theirs. */
  readonly registryOf: (environment: string) => LiveRegistry;
  readonly embedOf: (environment: string) => LiveEmbed;
  readonly blobs: BlobStore;
  readonly figures: Figures;
}

const OfModule = z.object({ m: Name });
const OfVersion = OfModule.extend({ v: Version });
const OfChannel = OfModule.extend({ e: Name });
const OfEnvironment = z.object({ environment: Name.exactOptional() });
const OfRollout = OfChannel.extend({ id: z.uuid() });
const Hash = z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/) });

/**
 * The HTTP service of releases (ADR 0085), on its own port. Teams authenticate with a key, operators with a token of
 * the scope `phr.ops`.
 */
export async function createReleasesServer(services: ReleaseServices): Promise<FastifyInstance> {
  const { platform } = services;
  const known = new WeakSet<FastifyRequest>();
  const app = createServer(platform.config, platform.log, 'releases', {
    bodyLimit: BODY_LIMIT,
    // large files over slow lines are accepted from callers with a key
    mayTakeTime: async (request) => known.has(request),
  });
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    });
  });
  // before the body is read, so that nothing from an unknown caller is kept in memory. Each request is checked again,
  // since a key may end while a body is being received.
  app.addHook('onRequest', async (request) => {
    // by the matched route: the same address may be written in many ways
    if (!(request.routeOptions.url ?? request.url).startsWith('/releases/')) return;
    await actorOf(platform, request);
    known.add(request);
  });
  app.setErrorHandler(sendError);
  app.setNotFoundHandler((_request, reply) =>
    sendError(new ReleaseError(404, 'NOT_FOUND', 'Not found'), _request, reply),
  );
  app.get('/health', async () => ({ status: 'ok' }));
  registerPublished(app, services);
  registerUploads(app, services);
  registerChannels(app, services);
  registerRollouts(app, services);
  registerOps(app, services);
  registerReports(app, services);
  await registerOpsPages(app, services);
  return app;
}

/** Routes for web processes on other machines: no key is needed, since pages receive the same data. */
function registerPublished(app: FastifyInstance, services: ReleaseServices): void {
  const { platform, releases, blobs, registryOf, embedOf } = services;
  const usual = platform.config.releaseEnvironment;
  const environmentOf = (query: unknown) => openedOf(services, parse(OfEnvironment, query).environment ?? usual);
  app.get('/registry.json', async ({ query }, reply) => reply.send(await (await environmentOf(query)).read()));
  app.get('/embed/versions.json', async ({ query }, reply) => {
    const { environment = usual } = parse(OfEnvironment, query);
    const offered = (await isKnown(services, environment)) ? await embedOf(environment).offered() : undefined;
    return offered === undefined ? reply.callNotFound() : reply.send(offered);
  });
  app.get('/registry/2.json', async ({ headers, query }, reply) => {
    const { text, etag, signature } = await (await environmentOf(query)).published();
    reply.headers({ etag, 'x-phr-signature': signature });
    if (headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(text);
  });
  app.get('/registry/keys.json', async () => ({ keys: await registryOf(usual).keys() }));
  const send = createFileSender(platform, { blobs, store: releases, registry: registryOf(usual) });
  serveReleases(app, send, () => undefined);
}

/**
 * The registry of an environment. Only existing environments are accepted, since the caller may have no key. Throws
 * ServerError UNAVAILABLE.
 */
async function openedOf(services: ReleaseServices, environment: string): Promise<LiveRegistry> {
  if (!(await isKnown(services, environment))) throw noRegistry();
  return services.registryOf(environment);
}

const isKnown = async ({ platform: { config, db } }: ReleaseServices, environment: string): Promise<boolean> =>
  (await readEnvironments(db, config.releaseEnvironment)).includes(environment);

function registerUploads(app: FastifyInstance, { platform, releases, devBuilds }: ReleaseServices): void {
  app.post('/releases/v1/modules/:m/versions', async (request, reply) => {
    const actor = await actorOf(platform, request);
    const { m } = parse(OfModule, request.params);
    const { fresh, missing } = await releases.begin(actor, m, request.body);
    return reply.code(fresh ? 201 : 200).send({ missing });
  });
  app.post('/releases/v1/environments/:e/modules/:m/dev', async (request, reply) => {
    const actor = await actorOf(platform, request);
    const { e: environment, m: module } = parse(OfChannel, request.params);
    const pushed = await devBuilds.push(actor, { environment, module }, request.body);
    return reply.code(pushed.missing.length === 0 ? 200 : 202).send(pushed);
  });
  app.put('/releases/v1/blobs/:sha256', { bodyLimit: FILE_LIMIT + 1 }, async (request, reply) => {
    const actor = await actorOf(platform, request);
    const { sha256 } = parse(Hash, request.params);
    await enforceUploadQuota(platform.counts, actor, Number(request.headers['content-length'] ?? FILE_LIMIT));
    await releases.putBlob(actor, sha256, Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));
    return reply.code(204).send();
  });
  app.post('/releases/v1/modules/:m/versions/:v/finish', async (request, reply) => {
    const actor = await actorOf(platform, request);
    const { m, v } = parse(OfVersion, request.params);
    await releases.finish(actor, m, v);
    return reply.code(202).send(checksOf(await releases.stateOf(m, v)));
  });
  app.get('/releases/v1/modules/:m/versions/:v/checks', async (request) => {
    await actorOf(platform, request);
    const { m, v } = parse(OfVersion, request.params);
    return checksOf(await releases.stateOf(m, v));
  });
}

/**
 * Throws 429 when a team has uploaded more than a day's builds can contain: refused uploads are also kept for a while.
 */
async function enforceUploadQuota(counts: Platform['counts'], { team = '' }: Actor, bytes: number): Promise<void> {
  const { count, left } = await counts.add(`release-bytes:${team}`, A_DAY_MS, bytes);
  if (count > BYTES_A_DAY)
    throw new ReleaseError(429, 'TOO_MANY_REQUESTS', `The team ${team} has sent 2 GB of files within a day`, {
      detail: { retryAfter: Math.ceil(left / 1_000) },
    });
}

const checksOf = ({ state, gates }: Awaited<ReturnType<ReleaseStore['stateOf']>>) => ({ state, gates });

function registerChannels(app: FastifyInstance, { platform, channels }: ReleaseServices): void {
  app.get('/releases/v1/environments/:e/modules/:m', async (request, reply) => {
    await actorOf(platform, request);
    const { e, m } = parse(OfChannel, request.params);
    return sendChannel(reply, await channels.read(e, m));
  });
  app.get('/releases/v1/environments/:e', async (request) => {
    await actorOf(platform, request);
    const { e } = parse(OfChannel.pick({ e: true }), request.params);
    return {
      modules: await platform.db.query(
        `select module as name, revision::int, current, rollouts, hold, killed from channel where environment = $1 order by module`,
        [e],
      ),
    };
  });
  app.get('/releases/v1/environments/:e/modules/:m/events', async (request) => {
    await actorOf(platform, request);
    const { e, m } = parse(OfChannel, request.params);
    const events = await platform.db.query(
      `select id::int, revision::int, at, actor, action, reason, before, after, request_id as "requestId"
         from channel_event where environment = $1 and module = $2 order by id desc limit $3`,
      [e, m, HISTORY],
    );
    return { events };
  });
  app.get('/releases/v1/environments/:e/modules/:m/health', async (request) => {
    await actorOf(platform, request);
    const { e, m } = parse(OfChannel, request.params);
    return { versions: await readHealth(platform.db, e, m, new Date()) };
  });
}

function registerRollouts(app: FastifyInstance, { platform, channels }: ReleaseServices): void {
  const at = '/releases/v1/environments/:e/modules/:m';
  const run = async (request: FastifyRequest, reply: FastifyReply, command: Command) => {
    const actor = await actorOf(platform, request);
    const { e: environment, m: module } = parse(OfChannel, request.params);
    const revision = command.atAnyRevision ? undefined : revisionOf(request);
    const place = { environment, module, requestId: request.id, ...(revision === undefined ? {} : { revision }) };
    const changed = await runCommand(channels, actor, place, command);
    // an event other than the requested one is reported, for example a rollout that was paused
    const also = changed.steps.slice(1).map(({ action: kind, reason: because }) => ({ action: kind, reason: because }));
    return sendChannel(reply.code(command.status ?? 200), changed, also);
  };
  for (const name of COMMANDS)
    app.post(`${at}/${name}`, async (request, reply) => run(request, reply, commandOf(name, request.body)));
  app.patch(`${at}/rollouts/:id`, async (request, reply) =>
    run(request, reply, changeOfRollout(parse(OfRollout, request.params).id, request.body)),
  );
}

function registerOps(app: FastifyInstance, { platform, releases }: ReleaseServices): void {
  app.post('/releases/v1/modules/:m/approve', async (request) => {
    const actor = await actorOf(platform, request);
    const { m } = parse(OfModule, request.params);
    actor.demand('ops', { module: m });
    const { names, ...limits } = parse(Approve, request.body);
    platform.log.info({ module: m, actor: actor.name, names, ...limits }, 'approved');
    return releases.approve(m, names, limits);
  });
  for (const [name, command] of Object.entries({ withdraw: releases.withdraw, 'mark-good': releases.markGood }))
    app.post(`/releases/v1/modules/:m/versions/:v/${name}`, async (request) => {
      const actor = await actorOf(platform, request);
      const { m, v } = parse(OfVersion, request.params);
      actor.demand('ops', { module: m });
      await command(m, v, actor.name, parse(ReasonOnly, request.body).reason);
      return checksOf(await releases.stateOf(m, v));
    });
}

/** Reports from web processes on other machines about their pages and the shell that they serve. */
function registerReports(app: FastifyInstance, services: ReleaseServices): void {
  const { platform, figures } = services;
  const environmentOf = async (request: FastifyRequest): Promise<string> => {
    const actor = await actorOf(platform, request);
    const { e: environment } = parse(OfChannel.pick({ e: true }), request.params);
    actor.demand('report', { environment });
    return environment;
  };
  app.post('/releases/v1/environments/:e/health', async (request, reply) => {
    const environment = await environmentOf(request);
    const body = parse(ReceivedReport, request.body);
    const registry = await openedOf(services, environment);
    await createReports({ db: platform.db, environment, readRegistry: registry.offered, figures })(body);
    return reply.code(204).send();
  });
  app.post('/releases/v1/environments/:e/hosts', async (request, reply) => {
    const environment = await environmentOf(request);
    await recordHost(platform.db, environment, parse(Host, request.body).contract);
    return reply.code(204).send();
  });
}

/**
 * The authenticated caller. Throws 401, and 429 for a network that keeps trying wrong keys. A caller with a correct key
 * can still turn a module off when others behind the same address are limited.
 */
async function actorOf({ db, auth, counts }: ReleaseServices['platform'], request: FastifyRequest): Promise<Actor> {
  const text = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const actor = text.startsWith('phr_') ? await actorOfKey(db, text) : await operatorOf(auth, request);
  if (actor !== undefined) return actor;
  const { count, left } = await counts.add(`release-keys:${networkOfCall(request)}`, WRONG_KEYS_MS);
  if (count <= WRONG_KEYS)
    throw new ReleaseError(401, 'UNAUTHORIZED', 'A key of a team, or a token of an operator, is needed');
  throw new ReleaseError(429, 'TOO_MANY_REQUESTS', 'Too many wrong keys came from this network', {
    detail: { retryAfter: Math.ceil(left / 1_000) },
  });
}

async function operatorOf(auth: Platform['auth'], request: FastifyRequest): Promise<Actor | undefined> {
  const caller = await auth.authenticate(request).catch((error: unknown) => {
    if (error instanceof ServerError && (error.code === 'UNAUTHORIZED' || error.code === 'ACCESS_DENIED'))
      return undefined;
    throw error;
  });
  return caller?.scope.includes(OPS_SCOPE) === true ? actorOfPerson(caller.userId) : undefined;
}

/** The revision that the caller has seen. Throws 428 when the request does not name one. */
function revisionOf({ headers }: FastifyRequest): number {
  const [, revision] = /^"(\d+)"$/.exec(headers['if-match'] ?? '') ?? [];
  if (revision === undefined)
    throw new ReleaseError(428, 'REVISION_NEEDED', 'If-Match must name the revision that this is based on, as "12"');
  return Number(revision);
}

function sendChannel(
  reply: FastifyReply,
  { channel, revision }: StoredChannel,
  also: readonly object[] = [],
): FastifyReply {
  const body: Channel & { revision: number; also?: readonly object[] } = { revision, ...channel };
  return reply.header('etag', `"${revision}"`).send(also.length === 0 ? body : { ...body, also });
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof ReleaseError) {
    const { code, message, detail, status: httpStatus } = error;
    return reply
      .code(httpStatus)
      .send({ code, message, ...(detail === undefined ? {} : { detail }), httpStatus, source: 'RELEASES' });
  }
  const { code, message, detail, status: httpStatus } = toErrorResponse(error);
  if (httpStatus >= 500) request.log.error({ err: error }, 'request failed');
  return reply
    .code(httpStatus)
    .send({ code, message, ...(detail === undefined ? {} : { detail }), httpStatus, source: 'RELEASES' });
}

/** Address of the service as this machine calls it. */
export const releasesAddress = ({ ports }: Pick<Config, 'ports'>): string | undefined =>
  ports.releases === undefined ? undefined : `http://localhost:${ports.releases}`;
