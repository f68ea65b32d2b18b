import '../kit/engine.ts';
import { access as accessFolder, constants, mkdir, open } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { partServices, placesOf, readConfig, type Config } from '../kit/config.ts';
import { listenFor } from '../kit/db/listen.ts';
import { openDatabase, type OpenDatabase } from './database.ts';
import type { Units } from '../records/upstream/unit.ts';
import { registerFhir } from '../records/routes.ts';
import { setOwnAddresses, ownAddresses } from '../fhir/own-address.ts';
import { type Repository } from '../records/repository.ts';
import { type HubParts, startHubs } from '../gateway/hub/start.ts';
import { startPush } from '../gateway/push/start.ts';
import type { Accounts } from '../identity/accounts.ts';
import type { OneTimeCodes } from '../identity/one-time-codes.ts';
import { createPartners } from '../identity/partners.ts';
import { createIdentityServer } from '../identity/service.ts';
import { SESSION_ENDED } from '../identity/sessions.ts';
import { createLogger } from '../kit/logger.ts';
import { createMetrics, type Metrics } from '../kit/metrics.ts';
import { asStartFault } from '../kit/start-fault.ts';
import type { Platform } from '../kit/platform.ts';
import { closeEndedConsents } from '../gateway/ended-consents.ts';
import { registerAccessLog } from '../gateway/access-log.ts';
import type { UsageCounts } from '../kit/usage-counts.ts';
import { createPartTitles } from '../access/partner-scope.ts';
import { openParts, type Parts } from './open-parts.ts';
import { reportsOf, reportHostRemotely, watchHealth } from './release-health.ts';
import { openReleasesServer, prepareReleases, watchReleases } from './releases.ts';
import { forkRecords, type RecordsProcess } from './parent.ts';
import { loadReference } from '../gateway/reference/load.ts';
import { seedDemo } from '../demo/demo.ts';
import { registerServices } from './services.ts';
import { createFigures, type Figures } from '../releases/health/figures.ts';
import { sweepTrials } from '../releases/health/trials.ts';
import { createFilesServer } from '../gateway/files/files-server.ts';
import { createForward } from '../kit/forward.ts';
import { publishOpenApi } from '../kit/openapi.ts';
import { isRecordPath } from '../kit/paths.ts';
import type { RouteEntry } from '../kit/route-schema.ts';
import type { Build } from '../releases/from-folders.ts';
import type { Check } from '../releases/ports.ts';
import { createFileSender, textOfRelease } from '../releases/files.ts';
import type { Releases } from '../releases/releases.ts';
import { createWebServer, type WebParts } from '../gateway/web/web-server.ts';

export interface Backend {
  /** Public addresses. */
  readonly urls: { readonly shell: string; readonly identity: string; readonly files: string };
  /** Shared parts of the services, for tools and tests. */
  readonly platform: Platform;
  readonly repository: Repository;
  readonly accounts: Accounts;
  readonly codes: OneTimeCodes;
  readonly releases: Releases;
  /** Rechecks tokens and rights of all sockets now instead of within a minute. */
  recheckSockets(): Promise<void>;
  /** Picks up rotated signing keys now instead of within a minute. */
  reloadKeys(): Promise<void>;
  /** Every route of every server of this process. */
  readonly routes: readonly (RouteEntry & { readonly server: keyof Backend['urls'] })[];
  /** Stops accepting work, lets running calls finish, then closes everything. */
  stop(): Promise<void>;
}

/**
 * Grace period of running calls at shutdown, in milliseconds; record services, connections and database then need at
 * most two seconds.
 */
const DRAIN_MS = 2_000;
/** Hard limit of a shutdown, in milliseconds. */
const LAST_MS = 4_800;
/** Interval for closing idle keep-alive connections during shutdown. */
const LET_GO_MS = 50;
const CLEAN_UP_MS = 600_000;

/** What a process shares with others of one start. */
export interface AmongProcesses {
  /** Local socket for the shell origin's services, instead of PORT. */
  readonly socket?: string;
  /** Counts of limits that another process keeps. */
  readonly counts?: UsageCounts;
  /** The process of the record services. */
  readonly records?: RecordsProcess;
  /** Replaces the product's gates for uploaded releases. */
  readonly gates?: readonly Check[];
  /** A checkout's builds, offered before the first call unless something was released. */
  readonly builds?: readonly Build[];
  /** Called with the database process id of each new connection. */
  readonly onDatabaseConnect?: (pid: number) => void;
}

/** The embedded broker, loaded only where it runs. */
const startBroker: HubParts['startBroker'] = async (platform, listener) =>
  (await import('../demo/embedded-broker.ts')).startEmbeddedBroker(platform, listener);

/** Starts all servers of this process. Resolves when all are listening; rejects with a message for the operator. */
export async function startBackend(config: Config, among: AmongProcesses = {}): Promise<Backend> {
  try {
    await requireWritable(config);
    const log = createLogger(config.logLevel, config.logFile);
    const database = await openDatabase(config, log, among.onDatabaseConnect);
    try {
      return await startServers(config, database, log, among);
    } catch (error) {
      await database.close();
      throw error;
    }
  } catch (error) {
    throw asStartFault(error, placesOf(config));
  }
}

/** Found out now, and not when the first file comes. */
async function requireWritable({ dataDir, logFile }: Config): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  await accessFolder(dataDir, constants.W_OK);
  if (logFile !== undefined) await (await open(logFile, 'a')).close();
}

/** Metrics of calls between our database and another record server (ADR 0042). */
function watchUnits(metrics: Metrics, units: Units): void {
  metrics.gauge(
    'phr_foreign_unit_waiting',
    'Calls between this database and the record server',
    async () => (await units.waiting()).calls,
  );
  metrics.gauge(
    'phr_foreign_unit_oldest_seconds',
    'Age of the oldest of them',
    async () => (await units.waiting()).oldestSeconds,
  );
  metrics.counter(
    'phr_foreign_unit_failed_total',
    'Calls that were cut off and could not be finished when this process tried',
    units.failures,
  );
}

/** A server of this process: its name in metrics and public URLs, and its address. */
interface Served {
  readonly name: string;
  readonly of: keyof Backend['urls'];
  readonly app: FastifyInstance;
  readonly port: number;
}

/** The main server for people: pages and services, plus files and sign-in if they run here. */
async function createServers(
  {
    db,
    platform,
    repository,
    releases,
    outbox,
    inbox,
    push,
    accounts,
    codes,
    sender,
    store,
    signer,
    meters,
    keys,
    sessions,
  }: Parts,
  front: Required<Pick<WebParts, 'isBehind' | 'isReady'>> & {
    readonly forward: ReturnType<typeof createForward> | undefined;
    readonly figures: Figures;
  },
) {
  const { config, access, audit } = platform;
  const partners = createPartners(db, access, audit);
  const web = await createWebServer(platform, {
    ...forwardsRecords(front.forward),
    isBehind: front.isBehind,
    registry: releases.registry,
    sendReleaseFile: createFileSender({ db, log: platform.log }, releases),
    embed: releases.embedOf(releases.environment),
    readReleaseFile: (module, version, file) => textOfRelease(releases, module, version, file),
    devBuildsOf: (userId) => releases.devBuilds.of(releases.environment, userId),
    findPartner: partners.find,
    isReady: front.isReady,
    async services(app) {
      // a record server called directly by the browser enforces its own rights
      if (config.servesRecords && config.runs.has('fhir')) {
        await registerFhir(app, platform, repository);
        registerAccessLog(app, platform);
      }
      registerServices(app, platform, {
        repository,
        outbox,
        inbox,
        push: push && { ...push, isShared: config.identity.embedded ? sessions.isShared : async () => false },
        accounts,
        codes,
        sessions: meters,
        sender,
        store,
        signer,
        health: { take: reportsOf(config, { db: platform.db, log: platform.log, ...releases }, front.figures) },
      });
    },
  });
  const files = config.runs.has('storage') ? createFilesServer(platform, store, signer) : undefined;
  const identity =
    config.runs.has('identity') && config.identity.embedded
      ? await createIdentityServer(platform, {
          accounts,
          codes,
          keys,
          sessions,
          partners,
          partTitles: createPartTitles(releases.registry.offered),
        })
      : undefined;
  return { web, files, identity };
}

/** forwards record calls to the process of the record services, if there is one */
function forwardsRecords(forward: ReturnType<typeof createForward> | undefined): Pick<WebParts, 'forward'> {
  if (forward === undefined) return {};
  return {
    forward(request, response) {
      const isTheirs = isRecordPath(request.url ?? '');
      if (isTheirs) forward(request, response);
      return isTheirs;
    },
  };
}

/** The servers in opening order: the public entry last. */
function servedBy(
  {
    web,
    files,
    identity,
  }: {
    readonly web: FastifyInstance;
    readonly files: FastifyInstance | undefined;
    readonly identity: FastifyInstance | undefined;
  },
  ports: Config['ports'],
): readonly Served[] {
  const inOrder = [
    { name: 'files', of: 'files', app: files, port: ports.files },
    { name: 'identity', of: 'identity', app: identity, port: ports.identity },
    { name: 'web', of: 'shell', app: web, port: ports.shell },
  ] as const;
  return inOrder.flatMap(({ app, ...served }) => (app === undefined ? [] : [{ ...served, app }]));
}

/** Describes and measures each server. */
function watchServers(
  { version }: Config,
  db: Platform['db'],
  servers: readonly Served[],
  ofModules: Figures,
): Metrics {
  const metrics = createMetrics(db);
  metrics.include(ofModules.registry);
  for (const { name, app } of servers.toReversed()) {
    publishOpenApi(app, version);
    metrics.watch(app, name);
  }
  return metrics;
}

/** Opens the servers, the public entry last, on the local socket if given. */
async function listenWith(servers: readonly Served[], host: string, socket: string | undefined): Promise<void> {
  for (const { app, of, port } of servers)
    await app.listen(of === 'shell' && socket !== undefined ? { path: socket } : { port, host });
}

async function answers(db: Platform['db']): Promise<boolean> {
  return db.query('select 1').then(
    () => true,
    () => false,
  );
}

/** Ends tokens and sockets of sessions that ended in any process. Without an id it may be any session. */
function endSessions(
  sessions: Pick<Parts['sessions'], 'forget' | 'forgetAll'>,
  hubs: { endSession(sid: string): void } | undefined,
): (sid: string | undefined) => void {
  return (sid) => {
    if (sid === undefined) return sessions.forgetAll();
    sessions.forget(sid);
    hubs?.endSession(sid);
  };
}

/**
 * Watches module health from the front process; one per installation suffices, any number is safe. Not needed if a
 * service elsewhere does it.
 */
function watchOf(
  { shellOrigin, shellDir, releasesUrl: url, reportKey: key, releaseEnvironment: environment }: Config,
  db: Platform['db'],
  log: Platform['log'],
  releases: Releases,
  figures: Figures,
): { stop(): void } | undefined {
  if (url !== undefined)
    return key === undefined ? undefined : reportHostRemotely({ url, key, environment }, { log, shellDir });
  return watchHealth({ db, log, shellOrigin, shellDir }, releases, figures);
}

/** Periodic cleanup: unreferenced files, old entries and messages, expired consents. Stops with the returned timer. */
function startCleanUp({ db, platform, repository, leftFiles, inbox, push, foreign }: Parts): NodeJS.Timeout {
  const { config, log } = platform;
  return setInterval(() => {
    Promise.all([
      db.query('delete from oidc_payload where expires_at < now()'),
      sweepTrials(db, new Date()),
      leftFiles.sweep(),
      inbox.sweep(),
      push?.messages.sweep(),
      foreign?.units.recoverPending(),
      ...(config.servesRecords ? [closeEndedConsents(db, repository)] : []),
    ]).catch((error: unknown) => log.warn({ err: error }, 'clean-up failed'));
  }, CLEAN_UP_MS).unref();
}

/** Sends push messages from this process, if it runs sockets. */
function startSending({
  db,
  platform: { config, log },
  repository,
  push,
}: Parts): { close(): Promise<void> } | undefined {
  return push !== undefined && config.servesRecords && config.runs.has('realtime')
    ? startPush(push, { db, log, repository })
    : undefined;
}

async function startServers(
  config: Config,
  database: OpenDatabase,
  log: Platform['log'],
  { socket, records, builds = [], ...given }: AmongProcesses,
): Promise<Backend> {
  const { db } = database;
  // if the browser calls another server, its references are not ours
  if (config.servesRecords) setOwnAddresses(...ownAddresses(config));
  const parts = await openParts(config, database, log, given);
  const { platform, repository, releases, ownRecords, foreign, sessions, outbox, inbox, accounts, codes, meters } =
    parts;
  const { access, counts } = platform;
  let stopping = false;
  const forward = records === undefined ? undefined : createForward(records.address, config.trustProxy > 0);
  const moduleFigures = createFigures();
  const { web, files, identity } = await createServers(parts, {
    forward,
    figures: moduleFigures,
    isBehind: socket !== undefined,
    isReady: async () => !stopping && (records === undefined || records.address() !== undefined) && (await answers(db)),
  });

  // code lists are not demo data: every installation has them
  await loadReference(db, ownRecords);
  await foreign?.units.recoverPending();
  if (config.demo && config.embeddedFhir) await seedDemo({ db, log, accounts, repository, access, store: parts.store });
  const releasesHere = socket === undefined && config.releasesUrl === undefined;
  if (releasesHere) await prepareReleases(db, releases, config, { builds, log });
  await records?.start({ url: database.url, serverPid: database.serverPid, counts, log });

  const servers = servedBy({ web, files, identity: identity?.app }, config.ports);
  const metrics = watchServers(config, db, servers, moduleFigures);
  if (foreign !== undefined) watchUnits(metrics, foreign.units);
  const hubs = config.servesRecords
    ? await startHubs(web.server, platform, { repository, outbox, inbox, sessions: meters, startBroker })
    : undefined;
  const sending = startSending(parts);
  watchReleases(metrics, releases);
  metrics.gauge('phr_sockets', 'Open sockets', () => hubs?.sockets() ?? 0);
  const registryChanges = releases.registry.listen((serial) => hubs?.tellRegistry(serial));
  const watch = socket === undefined ? watchOf(config, db, log, releases, moduleFigures) : undefined;
  const endedSessions = listenFor(db, SESSION_ENDED, endSessions(sessions, hubs), log);
  const releasing = releasesHere ? await openReleasesServer(platform, db, releases, moduleFigures) : undefined;
  const figures = config.metricsPort === undefined ? undefined : await metrics.listen(config.metricsPort, config.host);
  const closeAll = async (): Promise<void> => {
    watch?.stop();
    await Promise.all([endedSessions.stop(), registryChanges.stop(), releasing?.close()]);
    await Promise.all([hubs?.close(), sending?.close(), figures?.close()]);
    await Promise.all(servers.map(({ app }) => drain(app)));
    forward?.close();
    await records?.stop();
    counts.close();
  };
  await listenWith(servers, config.host, socket).catch(async (error: unknown) => {
    await closeAll();
    throw error;
  });

  const cleanUp = startCleanUp(parts);

  return {
    platform,
    repository,
    accounts,
    codes,
    releases,
    routes: servers.toReversed().flatMap(({ app, of }) => app.routeTable.map((route) => ({ ...route, server: of }))),
    urls: { shell: config.shellOrigin, identity: config.identity.issuer, files: config.filesOrigin },
    recheckSockets: async () => {
      await hubs?.recheck();
    },
    reloadKeys: async () => {
      await identity?.reloadKeys();
    },
    async stop() {
      if (stopping) return;
      stopping = true;
      clearInterval(cleanUp);
      // a load balancer polls /ready and stops sending calls while current ones still finish
      await pause(config.stopDelay * 1_000);
      await closeAll();
      await database.close();
    },
  };
}

/** Closes a server: no new calls, running ones may finish within the drain time. */
async function drain(server: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => server.server.closeAllConnections(), DRAIN_MS);
  const letGo = setInterval(() => server.server.closeIdleConnections(), LET_GO_MS);
  await server.close();
  clearInterval(letGo);
  clearTimeout(cut);
}

export interface Product extends Backend {
  /** Resolves with the reason if the product cannot continue. */
  readonly lost: Promise<Error>;
}

/**
 * Starts the servers like `startBackend`, but the record services in a separate process if both kinds run here:
 * sign-in, pages, files, sockets and hubs stay responsive (ADR 0045).
 */
export async function startProduct(config: Config, builds: readonly Build[] = []): Promise<Product> {
  const parts = partServices(config.runs);
  if (parts === undefined) return { ...(await startBackend(config, { builds })), lost: new Promise(() => undefined) };
  const records = forkRecords(config);
  try {
    return { ...(await startBackend({ ...config, runs: parts.front }, { records, builds })), lost: records.lost };
  } catch (error) {
    await records.stop();
    throw error;
  }
}

/** Awaits a start that SIGINT or SIGTERM aborts at once, together with everything it has started. */
export async function exitOnSignal<T>(starting: () => Promise<T>): Promise<T> {
  const leave = (_signal: NodeJS.Signals, number: number): void => process.exit(128 + number);
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.once(signal, leave);
  try {
    return await starting();
  } finally {
    for (const signal of signals) process.off(signal, leave);
  }
}

/** Runs the product until a signal or failure, then exits within five seconds plus STOP_DELAY_SECONDS. */
export function runUntilSignal(
  product: Product,
  { stopDelay }: Pick<Config, 'stopDelay'>,
  onStopped: () => void | Promise<void> = () => undefined,
): void {
  const end = (code: number): void => {
    setTimeout(() => process.exit(1), LAST_MS + stopDelay * 1_000).unref();
    product
      .stop()
      .then(onStopped)
      .then(
        () => process.exit(code),
        (error: unknown) => {
          console.error(error);
          process.exit(1);
        },
      );
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end(0));
  void product.lost.then((reason) => {
    console.error(reason.message);
    end(1);
  });
}

async function main(): Promise<void> {
  const started = performance.now();
  const config = readConfig();
  const product = await exitOnSignal(() => startProduct(config));
  console.log(`Ready in ${Math.round(performance.now() - started)} ms: ${product.urls.shell}`);
  runUntilSignal(product, config);
}

if (import.meta.main) {
  main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  });
}
