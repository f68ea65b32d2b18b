import path from 'node:path';
import type { Config } from '../kit/config.ts';
import type { Db, ServerLog } from '../kit/platform.ts';
import { createFilesElsewhere, createRegistryElsewhere, type ElsewhereOptions } from './elsewhere.ts';
import { type BlobStore, createDiskBlobs } from './blob-store.ts';
import { createBucketBlobs } from './bucket-blobs.ts';
import { type ChannelStore, createChannelStore } from './channel-store.ts';
import type { Check, StopRollout } from './ports.ts';
import { createRegistry, type LiveRegistry } from './registry.ts';
import { ReleaseError } from './release-error.ts';
import { climbLadders, type RunningRollout, runningRollouts } from './rollouts.ts';
import { createReleaseStore, type ReleaseStore } from './release-store.ts';

/** Everything about releases that a process has. */
export interface Releases {
  readonly environment: string;
  readonly blobs: BlobStore;
  readonly channels: ChannelStore;
  readonly store: ReleaseStore;
  readonly registry: LiveRegistry;
  /** That of another environment of the same service, for processes elsewhere. */
  registryOf(environment: string): LiveRegistry;
  /** For the watch over health: devices of a rollout return to the current version. */
  readonly stopRollout: StopRollout;
  /** What runs now, in every environment, for the watch. */
  rollouts(): Promise<readonly RunningRollout[]>;
  /** One step up for rollouts that climb by themselves, where the time is over and the evidence against them is below 1; to be called now and then. */
  climb(evidenceOf: (rollout: string) => Promise<number>): Promise<void>;
}

/** How long it is believed that a bucket has a file, ms. */
const BUCKET_CHECK_MS = 30_000;

export interface ReleaseDeps {
  readonly db: Db;
  readonly log: ServerLog;
  /** The gates that each uploaded release passes. */
  readonly checks?: readonly Check[];
  /** Versions of the contract that hosts of this environment keep. */
  readonly hostContracts?: readonly string[];
  readonly now?: () => Date;
}

/** Opens the releases of an installation. */
export function openReleases(
  config: Pick<Config, 'releasesDir' | 'dataDir' | 's3' | 'shellOrigin' | 'releaseEnvironment' | 'releasesUrl'>,
  { db, log, checks = [], hostContracts = [], now }: ReleaseDeps,
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
      checkMs: s3 === undefined ? 0 : BUCKET_CHECK_MS,
    });
  const own = createReleaseStore({ db, blobs, channels, checks, environment, log, hostContracts });
  const { registry, store } =
    releasesUrl === undefined
      ? { registry: open(environment, 'registry-2.json'), store: own }
      : openElsewhere(
          { url: releasesUrl, environment, folder: path.join(config.dataDir, 'elsewhere'), log },
          own,
          blobs,
        );
  const others = new Map<string, LiveRegistry>();
  return {
    environment,
    blobs,
    channels,
    store,
    registry,
    registryOf(of) {
      if (of === environment) return registry;
      const known = others.get(of) ?? open(of, `registry-2-${of}.json`);
      others.set(of, known);
      return known;
    },
    stopRollout: createStop(channels),
    rollouts: () => runningRollouts(db),
    climb: (evidenceOf) => climbLadders(db, channels, evidenceOf),
  };
}

/** Registry and files of a service elsewhere; everything else of the store is that of this database, where nothing is released. */
function openElsewhere(
  at: Omit<ElsewhereOptions, 'blobs'>,
  own: ReleaseStore,
  blobs: BlobStore,
): { readonly registry: LiveRegistry; readonly store: ReleaseStore } {
  const registry = createRegistryElsewhere({ ...at, blobs });
  return { registry, store: { ...own, file: createFilesElsewhere({ ...at, blobs }, registry) } };
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
