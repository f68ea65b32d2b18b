import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { readConfig, type Config } from './config.ts';
import { openDatabase, type OpenDatabase } from './db/open.ts';
import { registerFhir } from './fhir/routes.ts';
import { createRepository, type Repository } from './fhir/repository.ts';
import { startHubs } from './hub/start.ts';
import { createMeasureSessions } from './hub/sessions.ts';
import { createAccounts, type Accounts } from './identity/accounts.ts';
import { createCodeSender } from './identity/code-sender.ts';
import { createOneTimeCodes, type OneTimeCodes } from './identity/one-time-codes.ts';
import { createIdentityServer } from './identity/service.ts';
import { createSessionCheck } from './identity/session-check.ts';
import { loadSigningKeys } from './identity/signing-keys.ts';
import { createLogger } from './ops/logger.ts';
import { registerPhr } from './phr/routes.ts';
import type { Platform } from './platform.ts';
import { createOutbox } from './realtime/outbox.ts';
import { createRegistry } from './registry/registry.ts';
import { createAccess } from './security/access.ts';
import { createAudit } from './security/audit.ts';
import { createAuth, discoveredKeys } from './security/auth.ts';
import { loadReference } from './reference/load.ts';
import { seedDemo } from './seed/demo.ts';
import { createFilesServer } from './storage/files-server.ts';
import { createLocalFileStore } from './storage/file-store.ts';
import { createAddressSigner } from './storage/signed-address.ts';
import { registerStorageApi } from './storage/storage-api.ts';
import type { RouteEntry } from './web/route-schema.ts';
import { createWebServer } from './web/web-server.ts';

export interface Backend {
  /** Public addresses. */
  readonly urls: { readonly shell: string; readonly identity: string; readonly files: string };
  /** What the services share; for tools and tests that work beside them. */
  readonly platform: Platform;
  readonly repository: Repository;
  readonly accounts: Accounts;
  readonly codes: OneTimeCodes;
  /** Asks for tokens and rights of all sockets now instead of at the next minute. */
  recheckSockets(): Promise<void>;
  /** Every route of every server of this process. */
  readonly routes: readonly (RouteEntry & { readonly server: keyof Backend['urls'] })[];
  /** Takes no new work, lets running calls end, then closes everything. */
  stop(): Promise<void>;
}

/** Milliseconds that running calls get at a stop. */
const DRAIN_MS = 10_000;
const CLEAN_UP_MS = 600_000;

/** Starts all servers of this process. Resolves when all of them take calls; rejects with a message for the operator. */
export async function startBackend(config: Config): Promise<Backend> {
  const log = createLogger(config.logLevel);
  const database = await openDatabase(config, log);
  try {
    return await startServers(config, database, log);
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function startServers(config: Config, database: OpenDatabase, log: Platform['log']): Promise<Backend> {
  const { db } = database;
  const keys = await loadSigningKeys(db);
  const sessions = createSessionCheck(db);
  const auth = createAuth(config.identity.embedded
    ? { issuer: config.identity.issuer, audience: config.identity.audience, keys: keys.verify, sessionEnded: sessions.ended }
    : { issuer: config.identity.issuer, audience: config.identity.audience, keys: discoveredKeys(config.identity.issuer) });
  const access = createAccess(db);
  const audit = createAudit(db);
  const platform: Platform = { config, log, db, auth, access, audit };

  const outbox = createOutbox(db);
  const repository = createRepository({ db, access, audit, onWritten: outbox.onWritten });
  const sessionsOfMeters = createMeasureSessions(db, outbox, config.measureMinutes);
  const accounts = createAccounts(db, config.limits);
  const codes = createOneTimeCodes(db, createCodeSender(config), config.secrets, config.limits);
  const store = createLocalFileStore(path.join(config.dataDir, 'storage'));
  const signer = createAddressSigner(config.filesOrigin, config.secrets.filesKey);
  const registry = createRegistry(config.releasesDir, log);
  let stopping = false;

  const web = await createWebServer(platform, {
    readRegistry: registry.read,
    async isReady() {
      return !stopping && await db.query('select 1').then(() => true, () => false);
    },
    async services(app) {
      // with another record server its own rights decide, and the calls that work on our records are not offered
      if (config.embeddedFhir) {
        if (config.runs.has('fhir')) await registerFhir(app, platform, repository);
        if (config.runs.has('phr')) registerPhr(app, platform, repository);
      }
      if (config.runs.has('storage')) registerStorageApi(app, platform, store, signer);
    },
  });
  const files = config.runs.has('storage') ? createFilesServer(platform, store, signer) : undefined;
  const identity = config.runs.has('identity') && config.identity.embedded ? await createIdentityServer(platform, { accounts, codes, keys, sessions }) : undefined;

  // lists of words are no demo data: every installation has them
  await loadReference(db, repository);
  if (config.demo && config.embeddedFhir) await seedDemo({ db, log, accounts, repository, access, store });

  const servers: readonly (readonly [FastifyInstance, number])[] = [
    ...(files === undefined ? [] : [[files, config.ports.files] as const]), ...(identity === undefined ? [] : [[identity, config.ports.identity] as const]), [web, config.ports.shell],
  ];
  const hubs = config.embeddedFhir ? await startHubs(web.server, platform, { repository, outbox, sessions: sessionsOfMeters }) : undefined;
  const closeAll = async (): Promise<void> => {
    await hubs?.close();
    await Promise.all(servers.map(([server]) => drain(server)));
  };
  try {
    for (const [server, port] of servers) await server.listen({ port, host: config.host });
  } catch (error) {
    await closeAll();
    throw error;
  }

  const cleanUp = setInterval(() => {
    db.query('delete from oidc_payload where expires_at < now()').catch((error: unknown) => log.warn({ err: error }, 'clean-up failed'));
  }, CLEAN_UP_MS);
  cleanUp.unref();

  return {
    platform, repository, accounts, codes,
    routes: [
      ...web.routeTable.map((route) => ({ ...route, server: 'shell' as const })),
      ...(identity?.routeTable ?? []).map((route) => ({ ...route, server: 'identity' as const })),
      ...(files?.routeTable ?? []).map((route) => ({ ...route, server: 'files' as const })),
    ],
    urls: { shell: config.shellOrigin, identity: config.identity.issuer, files: config.filesOrigin },
    recheckSockets: async () => { await hubs?.recheck(); },
    async stop() {
      if (stopping) return;
      stopping = true;
      clearInterval(cleanUp);
      await closeAll();
      await database.close();
    },
  };
}

/** Closes a server: no new calls, running ones may end within the drain time. */
async function drain(server: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => server.server.closeAllConnections(), DRAIN_MS);
  const closed = server.close();
  server.server.closeIdleConnections();
  await closed;
  clearTimeout(cut);
}

async function main(): Promise<void> {
  const started = performance.now();
  const backend = await startBackend(readConfig());
  console.log(`Ready in ${Math.round(performance.now() - started)} ms: ${backend.urls.shell}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      backend.stop().then(() => process.exit(0), (error: unknown) => {
        console.error(error);
        process.exit(1);
      });
    });
  }
}

if (import.meta.main) {
  main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  });
}
