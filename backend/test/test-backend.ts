import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig, type Config } from '../src/kit/config.ts';
import { startBackend, type Backend } from '../src/app/main.ts';
import { freePort } from '../src/kit/free-port.ts';
import { OWN_TEAM } from '../src/releases/team-keys.ts';
import { ownDatabase } from './template-databases.ts';
import { startUpstreamServer, type UpstreamServer } from './upstream-server.ts';

/**
 * Set by tests that run everything with the records on an external server: our own core behind plain FHIR, or Medplum's
 * router.
 */
export const records: { upstream: 'none' | 'own' | 'medplum'; validates: boolean } = {
  upstream: 'none',
  validates: true,
};

export interface TestBackend extends Backend {
  readonly config: Config;
  /** The other record server, if it is one of our own. */
  readonly upstream?: UpstreamServer;
}

/** The whole backend on free ports, with its own data folder and limits that tests do not reach by accident. */
export async function startTestBackend(settings: Readonly<Record<string, string>> = {}): Promise<TestBackend> {
  const dir = await mkdtemp(path.join(tmpdir(), 'phr-test-'));
  // the database server runs without rights of its own
  await chmod(dir, 0o755);
  const [shell, identity, files, mqtt] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  const upstream = records.upstream === 'own' ? await startUpstreamServer() : undefined;
  // loaded by those tests only that need it
  const medplum =
    records.upstream === 'medplum'
      ? await (await import('./medplum-server.ts')).startMedplumServer({ validates: records.validates })
      : undefined;
  const other = upstream?.base ?? medplum?.base;
  // tests that choose what runs also choose where the data are
  const database = 'SERVICES' in settings || 'DATABASE_URL' in settings ? undefined : await ownDatabase('words');
  const config = readConfig({
    ...(database === undefined ? {} : { DATABASE_URL: database.url }),
    PORT: String(shell),
    IDENTITY_PORT: String(identity),
    FILES_PORT: String(files),
    MQTT_PORT: String(mqtt),
    DATA_DIR: dir,
    SHELL_DIR: path.join(dir, 'shell'),
    EMBED_DIR: path.join(dir, 'embed'),
    LOG_LEVEL: 'silent',
    LIMIT_SIGN_IN_PER_MINUTE_IP: '1000',
    LIMIT_REGISTER_PER_HOUR_IP: '1000',
    LIMIT_OTP_PER_HOUR_IP: '1000',
    ...(other === undefined ? {} : { FHIR_UPSTREAM_URL: other, FHIR_UPSTREAM_TOKEN: 'upstream-token' }),
    ...settings,
  });
  const cleanUp = async (): Promise<void> => {
    await upstream?.stop();
    await medplum?.stop();
    await database?.drop();
    await rm(dir, { recursive: true, force: true });
  };
  const backend = await startBackend(config, { gates: [] }).catch(async (error: unknown) => {
    // the remains of a failed start are in the way of others
    await cleanUp();
    throw error;
  });
  return {
    ...backend,
    config,
    ...(upstream === undefined ? {} : { upstream }),
    async stop() {
      await backend.stop();
      await cleanUp();
    },
  };
}

/** Offers a build of a module to everybody, as a start from a checkout does. */
export async function offerBuild(
  { releases: { store, channels, environment } }: Pick<Backend, 'releases'>,
  module: string,
  files: Readonly<Record<string, string | Buffer>>,
  version = '1.0.0',
): Promise<void> {
  const build = new Map(Object.entries(files).map(([name, content]) => [name, Buffer.from(content)]));
  await store.ingest(module, version, build, { actor: 'start', team: OWN_TEAM });
  const action = { kind: 'offer', version } as const;
  await channels.change({ environment, module, action, actor: 'start', reason: 'a test' });
}
