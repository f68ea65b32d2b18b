import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { LOCALES } from '@phr/contract/locale';
import type { ModuleManifest, Registry, RegistryEntry, ReleaseEntry } from '@phr/contract/registry';
import { SIGNAL_ICONS } from '@phr/contract/today';
import { z } from 'zod';
import type { ServerLog } from '../../kit/platform.ts';
import { ServerError } from '../../kit/server-error.ts';

/** File that a module's build makes as its entry. */
export const ENTRY_FILE = 'remoteEntry.js';
const DEFAULT_LOAD_TIMEOUT_MS = 8_000;
/** The current version, and two to fall back on. */
const OFFERED = 3;

const Name = z.string().regex(/^[a-z][a-z0-9-]{1,40}$/);
const Version = z.string().regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/);
const Path = z.string().regex(/^\/[\w/:?.-]*$/);

/** Words in the languages of the product, as many as a module has. */
const ManifestText = z.partialRecord(z.enum(LOCALES), z.string().min(1).max(40));
const Door = z.enum(['today', 'readings', 'add', 'record', 'family']);

const Manifest = z.object({
  name: Name,
  contract: z.string().min(1).max(64),
  access: z.enum(['signed-in', 'anonymous']),
  routes: z.array(
    z.object({
      screen: z.string().min(1),
      path: Path,
      layout: z.enum(['app', 'app-bottom-bar', 'onboard', 'viewer', 'bare']),
      needsMainPatient: z.boolean(),
      mainPatientOnly: z.boolean().exactOptional(),
      planned: z.boolean().exactOptional(),
      door: z.union([Door, z.literal('none')]).exactOptional(),
    }),
  ),
  slots: z.array(
    z.object({
      slot: z.string().min(1),
      place: z.string().min(1),
      order: z.number(),
      height: z.number().min(0).max(2000).exactOptional(),
      wideOnly: z.boolean().exactOptional(),
      ahead: z
        .array(z.string().regex(/^GET (identity|fhir|phr|admin|directory|emr) \/\S*$/))
        .max(5)
        .exactOptional(),
      source: z.boolean().exactOptional(),
      text: ManifestText.exactOptional(),
    }),
  ),
  calls: z.array(z.string().regex(/^(GET|POST|PUT|DELETE) (identity|fhir|phr|admin|directory|emr) \//)),
  door: Door.exactOptional(),
  actions: z
    .array(
      z.object({
        screen: z.string().min(1),
        text: ManifestText,
        icon: z.enum(SIGNAL_ICONS),
        order: z.number(),
      }),
    )
    .exactOptional(),
}) satisfies z.ZodType<ModuleManifest>;

const Channel = z.object({
  current: Version,
  previous: Version.optional(),
  earlier: z.array(Version).max(20).default([]),
  rollout: z
    .object({ version: Version, percent: z.number().min(0).max(100), salt: z.string().min(1).max(64) })
    .optional(),
  enabled: z.boolean().default(true),
  grace: z.number().min(0).max(120).optional(),
  loadTimeoutMs: z.number().int().min(500).max(60_000).default(DEFAULT_LOAD_TIMEOUT_MS),
});

const Integrity = z.record(z.string(), z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/));

/** Name of the federation container of one version; versions of one module live side by side in a page. */
export function containerName(name: string, version: string): string {
  return `${name.replaceAll('-', '_')}__${version.replace(/[^0-9A-Za-z]/g, '_')}`;
}

interface Known {
  readonly stamp: string;
  /** Versions that the channel names, offered or not. */
  readonly versions: readonly string[];
  readonly entry?: RegistryEntry;
}

/**
 * The registry of the releases on disk. It is composed anew when a channel file changed, or files of a release came or went. A release that cannot be read
 * gives way to the one before it; a module whose channel is faulty, or of which no release can be read, keeps its last good entry. A fault is logged once. Without any module `read` rejects with ServerError UNAVAILABLE: a folder that is away for a
 * while (a shared disk) must not look like an installation that has no modules.
 */
export function createRegistry(dir: string, log: ServerLog, installation?: string): { read(): Promise<Registry> } {
  const known = new Map<string, Known>();

  /** What an entry was made from: the channel file, and which of its versions are there, since files may go under a process that runs. */
  const stampOf = async (name: string, versions: readonly string[]): Promise<string | undefined> => {
    const info = await stat(path.join(dir, name, 'channel.json')).catch(() => undefined);
    if (info === undefined) return undefined;
    const there = await Promise.all(versions.map((version) => isThere(path.join(dir, name, version, ENTRY_FILE))));
    return [info.mtimeMs, info.size, ...there].join(' ');
  };

  const refresh = async (name: string): Promise<void> => {
    const before = known.get(name);
    const stamp = await stampOf(name, before?.versions ?? []);
    if (stamp === undefined) {
      known.delete(name);
      return;
    }
    if (before?.stamp === stamp) return;
    const { versions, entry, faults } = await readEntry(dir, name);
    for (const fault of faults)
      log.error({ module: name, reason: reasonOf(fault) }, 'module channel or release is faulty');
    const kept = entry ?? before?.entry;
    known.set(name, {
      stamp: (await stampOf(name, versions)) ?? stamp,
      versions,
      ...(kept === undefined ? {} : { entry: kept }),
    });
  };

  return {
    async read() {
      const folders = await readdir(dir, { withFileTypes: true }).catch((error: unknown) => {
        throw none(error);
      });
      const names = folders
        .filter((item) => item.isDirectory() && Name.safeParse(item.name).success)
        .map((item) => item.name);
      await Promise.all(names.map(refresh));
      for (const name of known.keys()) if (!names.includes(name)) known.delete(name);
      const modules = [...known].flatMap(([, item]) => item.entry ?? []).sort((a, b) => (a.name < b.name ? -1 : 1));
      if (modules.length === 0) throw none();
      const stamps = [...known.values()].map((item) => Number.parseFloat(item.stamp));
      return {
        schema: 1,
        ...(installation === undefined ? {} : { installation }),
        publishedAt: new Date(Math.max(0, ...stamps)).toISOString(),
        modules,
      };
    },
  };
}

function none(cause?: unknown): ServerError {
  return new ServerError('UNAVAILABLE', 'No release of a module can be read', { cause });
}

interface Found {
  readonly versions: readonly string[];
  readonly entry?: RegistryEntry;
  readonly faults: readonly unknown[];
}

/** What the channel of a module offers, of that what can be read, and what is in the way of the rest. */
async function readEntry(dir: string, name: string): Promise<Found> {
  const channel = await readJson(path.join(dir, name, 'channel.json')).then(Channel.safeParse, (error: unknown) => ({
    success: false as const,
    error,
  }));
  if (!channel.success) return { versions: [], faults: [channel.error] };
  const { current, previous, earlier, rollout, ...offer } = channel.data;
  const inOrder = [current, ...(previous === undefined ? [] : [previous]), ...earlier];
  const stable = await readFirst(dir, name, inOrder);
  const canary = await readFirst(dir, name, rollout === undefined ? [] : [rollout.version]);
  const versions = rollout === undefined ? inOrder : [...inOrder, rollout.version];
  const faults = [...stable.faults, ...canary.faults];
  const [first, second, ...others] = stable.releases;
  if (first === undefined) return { versions, faults };
  const [release] = canary.releases;
  const entry: RegistryEntry = {
    name,
    enabled: offer.enabled,
    ...(offer.grace === undefined ? {} : { grace: offer.grace }),
    current: first,
    ...(second === undefined ? {} : { previous: second }),
    ...(others.length === 0 ? {} : { earlier: others }),
    ...(rollout === undefined || release === undefined
      ? {}
      : { rollout: { release, percent: rollout.percent, salt: rollout.salt } }),
    loadTimeoutMs: offer.loadTimeoutMs,
  };
  return { versions, entry, faults };
}

/** The first releases of a list of versions that can be read, as many as an entry names, and what is in the way of those before them. */
async function readFirst(
  dir: string,
  name: string,
  versions: readonly string[],
): Promise<{ readonly releases: readonly ReleaseEntry[]; readonly faults: readonly unknown[] }> {
  const releases: ReleaseEntry[] = [];
  const faults: unknown[] = [];
  for (const version of versions) {
    if (releases.length === OFFERED) break;
    try {
      releases.push(await readRelease(dir, name, version));
    } catch (error) {
      faults.push(new Error(`${version} cannot be read: ${reasonOf(error)}`, { cause: error }));
    }
  }
  return { releases, faults };
}

function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

async function readRelease(dir: string, name: string, version: string): Promise<ReleaseEntry> {
  const folder = path.join(dir, name, version);
  const manifest = Manifest.parse(await readJson(path.join(folder, 'module.json')));
  if (manifest.name !== name) throw new Error(`${version}/module.json belongs to ${manifest.name}`);
  const integrity = Integrity.parse(await readJson(path.join(folder, 'integrity.json')))[ENTRY_FILE];
  if (integrity === undefined) throw new Error(`${version}/integrity.json has no hash of ${ENTRY_FILE}`);
  await stat(path.join(folder, ENTRY_FILE));
  return {
    version,
    container: containerName(name, version),
    entry: `/m/${name}/${version}/${ENTRY_FILE}`,
    integrity,
    manifest,
  };
}

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8'));
}

function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError) return z.prettifyError(error);
  return error instanceof Error ? error.message : String(error);
}
