import { containerName, ENTRY_FILE } from '@phr/contract/release';
import type {
  ModuleManifest,
  ModuleOffer,
  Registry,
  RegistryEntry,
  RegistryTwo,
  ReleaseEntry,
} from '@phr/contract/registry';
import type { Sql } from '../kit/platform.ts';
import { sha256Of } from './blob-store.ts';
import { type Channel, fallbacksOf } from './channel.ts';
import { replacedBy } from './channel-store.ts';
import { hostRange } from './host-range.ts';
import { asSchema2 } from './v1.ts';

/** Milliseconds that a page waits for an entry. */
const LOAD_TIMEOUT_MS = 8_000;

/** A release that a channel refers to, and where its entry file is stored. */
export interface OfferedRelease {
  readonly version: string;
  readonly goodAt: Date | null;
  readonly manifest: ModuleManifest;
  readonly ui: string | null;
  readonly integrity: string;
  /** Hash of the entry file. A release whose files are missing is left out. */
  readonly sha256: string;
}

export interface OfferedRow {
  readonly module: string;
  readonly channel: Channel;
  readonly replaced: string | undefined;
  /** All accepted releases that can be offered, and the current one even if it was withdrawn. */
  readonly releases: readonly OfferedRelease[];
}

export interface OfferedRows {
  readonly generation: number;
  readonly serial: number;
  readonly publishedAt: Date;
  readonly rows: readonly OfferedRow[];
}

/** Number of the last change of an environment, and how often its database was restored. */
export async function readSerial(sql: Sql, environment: string): Promise<{ generation: number; serial: number }> {
  const [row] = await sql.query<{ generation: string; serial: string | null }>(
    `select generation, (select max(id) from channel_event where environment = $1) as serial from registry_generation`,
    [environment],
  );
  return { generation: Number(row?.generation ?? 1), serial: Number(row?.serial ?? 0) };
}

/**
 * What an environment offers. The change number is read first, so that anything changed during the read is read again
 * under the next number.
 */
export async function readOffered(sql: Sql, environment: string): Promise<OfferedRows> {
  const at = await readSerial(sql, environment);
  const [last] = await sql.query<{ at: Date | null }>(
    'select max(at) as at from channel_event where environment = $1 and id <= $2',
    [environment, at.serial],
  );
  const channels = await sql.query<Channel & { module: string }>(
    'select module, current, rollouts, hold, killed from module_channel where environment = $1 order by module',
    [environment],
  );
  const releases = await sql.query<OfferedRelease & { module: string }>(
    `select release.module, release.version, good_at as "goodAt", descriptor->'manifest' as manifest,
            descriptor->'sdk'->>'@phr/ui' as ui, sri as integrity, sha256
       from release join module_channel channel on channel.module = release.module and environment = $1
       join release_file file on file.module = release.module and file.version = release.version and path = $2
      where state = 'accepted' or release.version = current`,
    [environment, ENTRY_FILE],
  );
  const rows = await Promise.all(
    channels.map(async ({ module, ...channel }) => ({
      module,
      channel,
      replaced: await replacedBy(sql, environment, module),
      releases: releases
        .filter((one) => one.module === module)
        .map((one) => ({ ...one, manifest: manifestForHosts(one.manifest) })),
    })),
  );
  return { ...at, publishedAt: last?.at ?? new Date(0), rows };
}

/** Filled in where it is one of before schema 2, with a range of the contract that a page can compare. */
export function manifestForHosts(manifest: ModuleManifest): ModuleManifest {
  const { contract } = manifest;
  return { ...asSchema2(manifest), contract: hostRange(contract) ?? contract };
}

/** Every entry file that can be listed to pages. */
export function entriesOf({ rows }: OfferedRows): readonly string[] {
  return rows.flatMap(({ releases }) => releases.map(({ sha256 }) => sha256));
}

/**
 * The registry of what is offered, without releases whose files are missing: if the current release cannot be read, the
 * next one takes its place. A module without any readable release is left out.
 */
export function registryOf(
  { generation, serial, publishedAt, rows }: OfferedRows,
  about: { readonly installation: string; readonly environment: string },
  isThere: (sha256: string) => boolean,
): RegistryTwo {
  const manifests: Record<string, ModuleManifest> = {};
  const modules = rows.flatMap((row) => {
    const there = row.releases.filter(({ sha256 }) => isThere(sha256));
    return offerOf({ ...row, releases: there }, manifests);
  });
  return {
    schema: 2,
    ...about,
    generation,
    serial,
    publishedAt: publishedAt.toISOString(),
    manifests: Object.fromEntries(Object.entries(manifests).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    modules,
  };
}

function offerOf(
  { module, channel, replaced, releases }: OfferedRow,
  manifests: Record<string, ModuleManifest>,
): readonly ModuleOffer[] {
  const known = new Map(releases.map((release) => [release.version, release]));
  const running = channel.rollouts.filter(({ state, version }) => state === 'running' && known.has(version));
  const after = fallbacksOf(channel, { accepted: releases, replaced });
  const [current, ...fallbacks] =
    channel.current !== null && known.has(channel.current) ? [channel.current, ...after] : [...after, null].slice(0, 3);
  const offered = [current, ...fallbacks, ...running.map(({ version }) => version)];
  const named = new Set(offered.filter((version) => typeof version === 'string'));
  if (named.size === 0) return [];
  const release = (version: string): ModuleOffer['releases'][string] | undefined => {
    const found = known.get(version);
    if (found === undefined) return undefined;
    const digest = sha256Of(JSON.stringify(found.manifest)).slice(0, 16);
    manifests[digest] = found.manifest;
    return {
      entry: `/m/${module}/${version}/${ENTRY_FILE}`,
      integrity: found.integrity,
      container: containerName(module, version),
      contract: found.manifest.contract,
      ...(found.ui === null ? {} : { ui: found.ui }),
      manifest: digest,
    };
  };
  return [
    {
      name: module,
      killed: channel.killed === null ? null : { grace: channel.killed.grace },
      current: current ?? null,
      rollouts: running.map(({ id, version, share, salt, cohorts }) => ({ id, version, share, salt, cohorts })),
      fallbacks: fallbacks.filter((version) => version !== null),
      releases: Object.fromEntries([...named].flatMap((version) => [[version, release(version)]])) as Record<
        string,
        ModuleOffer['releases'][string]
      >,
      loadTimeoutMs: LOAD_TIMEOUT_MS,
    },
  ];
}

/** The same for pages that read schema 1: one rollout per module, and none for a module without a current version. */
export function asSchemaOne({ installation, publishedAt, manifests, modules }: RegistryTwo): Registry {
  const entryOf = ({ name, killed, current, rollouts, fallbacks, releases, loadTimeoutMs }: ModuleOffer) => {
    const release = (version: string): readonly ReleaseEntry[] => {
      const found = releases[version];
      const manifest = found === undefined ? undefined : manifests[found.manifest];
      if (found === undefined || manifest === undefined) return [];
      const { container, entry, integrity } = found;
      return [{ version, container, entry, integrity, manifest }];
    };
    const [first] = current === null ? [] : release(current);
    if (first === undefined) return [];
    const [previous, ...earlier] = fallbacks.flatMap(release);
    const [rollout] = rollouts
      .filter(({ share }) => share > 0)
      .flatMap(({ version, share, salt }) =>
        release(version).map((one) => ({ release: one, percent: share / 100, salt })),
      );
    const entry: RegistryEntry = {
      name,
      enabled: killed === null,
      ...(killed === null ? {} : { grace: killed.grace }),
      current: first,
      ...(previous === undefined ? {} : { previous }),
      ...(earlier.length === 0 ? {} : { earlier }),
      ...(rollout === undefined ? {} : { rollout }),
      loadTimeoutMs,
    };
    return [entry];
  };
  return { schema: 1, installation, publishedAt, modules: modules.flatMap(entryOf) };
}
