import path from 'node:path';
import type { Config } from '../kit/config.ts';
import type { Db, ServerLog } from '../kit/platform.ts';
import { createRemoteFiles, createRemoteRegistry } from './remote-service.ts';
import { askEmbedVersions, createLiveEmbed, type LiveEmbed, readEmbedVersions } from './embed.ts';
import { type BlobStore, createDiskBlobs } from './blob-store.ts';
import { createBucketBlobs } from './bucket-blobs.ts';
import type { RolloutStatistics } from './channel.ts';
import { type ChannelStore, createChannelStore } from './channel-store.ts';
import type { Check, StopRollout, AutoRollback } from './ports.ts';
import { createRegistry, type LiveRegistry } from './registry.ts';
import { ReleaseError } from './release-error.ts';
import { advanceRollouts, type RunningRollout, runningRollouts } from './rollouts.ts';
import { createDevBuilds, type DevBuilds } from './dev-builds.ts';
import { createReleaseStore, type ReleaseStore } from './release-store.ts';

/** Everything about releases that a process has. */
export interface Releases {
  readonly environment: string;
  readonly blobs: BlobStore;
  readonly channels: ChannelStore;
  readonly store: ReleaseStore;
  readonly devBuilds: DevBuilds;
  readonly registry: LiveRegistry;
  /** The registry of another environment of the same service, for processes on other machines. */
  registryOf(environment: string): LiveRegistry;
  /** The script for partners' pages, as an environment offers it. */
  embedOf(environment: string): LiveEmbed;
  /** For health monitoring: devices of a rollout return to the current version. */
  readonly stopRollout: StopRollout;
  /**
   * Rolls back a current version that fails for many people, if operators allowed that and the version is not known as
   * good. Returns whether it did.
   */
  readonly takeBack: AutoRollback;
  /** What runs now, in every environment, for the watch. */
  rollouts(): Promise<readonly RunningRollout[]>;
  /**
   * Advances automatic rollouts by one step when their time is over and nothing prevents it; to be called regularly.
   */
  climb(standingOf: (rollout: RunningRollout) => Promise<RolloutStatistics>): Promise<void>;
}

/** How long it is believed that a bucket has a file, ms. */
const BUCKET_CHECK_MS = 30_000;
/** The same of a disk. */
const DISK_CHECK_MS = 1_000;

export interface ReleaseDeps {
  readonly db: Db;
  readonly log: ServerLog;
  /** The gates that each uploaded release passes. */
  readonly checks?: readonly Check[];
  /** How long release files are assumed to exist without checking again, ms. */
  readonly checkMs?: number;
  readonly now?: () => Date;
}

/** Opens the releases of an installation. */
export function openReleases(
  config: Pick<Config, 'releasesDir' | 'dataDir' | 's3' | 'shellOrigin' | 'releaseEnvironment' | 'releasesUrl'>,
  { db, log, checks = [], checkMs = config.s3 === undefined ? DISK_CHECK_MS : BUCKET_CHECK_MS, now }: ReleaseDeps,
): Releases {
  const { releaseEnvironment: environment, releasesUrl, s3 } = config;
  const blobs = s3 === undefined ? createDiskBlobs(path.join(config.releasesDir, 'blobs')) : createBucketBlobs(s3);
  const channels = createChannelStore(db, now);
  const open = (of: string, copy: string): LiveRegistry =>
    createRegistry({
      db,
      blobs,
      environment: of,
      installation: config.shellOrigin,
      log,
      copyFile: path.join(config.dataDir, copy),
      checkMs,
    });
  const parts = { db, blobs, channels, checks, environment, log, ...(now === undefined ? {} : { now }) };
  const own = createReleaseStore(parts);
  const remote =
    releasesUrl === undefined
      ? undefined
      : { url: releasesUrl, environment, folder: path.join(config.dataDir, 'elsewhere'), blobs, log };
  const registry = remote === undefined ? open(environment, 'registry-2.json') : createRemoteRegistry(remote);
  const registryOf = onceEach((of) => (of === environment ? registry : open(of, `registry-2-${of}.json`)));
  const embedOf = onceEach((of) =>
    createLiveEmbed(
      registryOf(of),
      () => (releasesUrl === undefined ? readEmbedVersions(db, of) : askEmbedVersions(releasesUrl, of)),
      path.join(remote?.folder ?? config.dataDir, `embed-${of}.json`),
      log,
    ),
  );
  return {
    environment,
    blobs,
    channels,
    // the rest of the store is that of this database, where nothing is released if the service is elsewhere
    store:
      remote === undefined
        ? own
        : { ...own, file: createRemoteFiles(remote, { registry, embed: embedOf(environment) }) },
    devBuilds: createDevBuilds(parts),
    registry,
    registryOf,
    embedOf,
    stopRollout: createStop(channels),
    takeBack: createTakeBack(db, channels),
    rollouts: () => runningRollouts(db),
    climb: (standingOf) => advanceRollouts(db, channels, standingOf),
  };
}

/** One for each name, made when it is first asked for. */
function onceEach<T>(make: (name: string) => T): (name: string) => T {
  const made = new Map<string, T>();
  return (name) => {
    const known = made.get(name) ?? make(name);
    made.set(name, known);
    return known;
  };
}

function createStop(channels: ChannelStore): StopRollout {
  return async (environment, module, rollout, reason, evidence) =>
    channels
      .change({ environment, module, action: { kind: 'stop', rollout }, actor: 'auto', reason, evidence })
      .then(() => true)
      .catch((error: unknown) => {
        if (error instanceof ReleaseError && ['NOT_FOUND', 'ROLLOUT_STOPPED'].includes(error.code)) return false;
        throw error;
      });
}

/**
 * When loads of a known good version suddenly fail, the version is not the cause. It therefore stays, whatever
 * operators allowed.
 */
function createTakeBack(db: Db, channels: ChannelStore): AutoRollback {
  return async ({ environment, module, version }, evidence) => {
    const [allowed] = await db.query(
      `select 1 from module join release on release.module = name where name = $1 and may_roll_back and version = $2 and good_at is null`,
      [module, version],
    );
    const { channel, revision } = await channels.read(environment, module);
    if (allowed === undefined || channel.current !== version || channel.killed !== null) return false;
    const reason = `more than a fifth of the loads of ${version} were bad`;
    return channels
      .change({ environment, module, action: { kind: 'rollback' }, actor: 'auto', reason, evidence, revision })
      .then(() => true)
      .catch((error: unknown) => {
        // another process was faster, or there is no version to return to
        if (error instanceof ReleaseError) return false;
        throw error;
      });
  };
}
