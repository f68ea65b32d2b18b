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
  rollout: z
    .object({ version: Version, percent: z.number().min(0).max(100), salt: z.string().min(1).max(64) })
    .optional(),
  enabled: z.boolean().default(true),
  loadTimeoutMs: z.number().int().min(500).max(60_000).default(DEFAULT_LOAD_TIMEOUT_MS),
});

const Integrity = z.record(z.string(), z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/));

/** Name of the federation container of one version; versions of one module live side by side in a page. */
export function containerName(name: string, version: string): string {
  return `${name.replaceAll('-', '_')}__${version.replace(/[^0-9A-Za-z]/g, '_')}`;
}

interface Known {
  readonly stamp: string;
  readonly entry?: RegistryEntry;
}

/**
 * The registry of the releases on disk. It is composed anew when a channel file changed. A module whose channel or release is
 * faulty keeps its last good entry, and the fault is logged once. Without any module `read` rejects with ServerError UNAVAILABLE: a folder that is away for a
 * while (a shared disk) must not look like an installation that has no modules.
 */
export function createRegistry(dir: string, log: ServerLog): { read(): Promise<Registry> } {
  const known = new Map<string, Known>();

  const refresh = async (name: string): Promise<void> => {
    const file = path.join(dir, name, 'channel.json');
    const info = await stat(file).catch(() => undefined);
    if (info === undefined) {
      known.delete(name);
      return;
    }
    const stamp = `${info.mtimeMs} ${info.size}`;
    const before = known.get(name);
    if (before?.stamp === stamp) return;
    try {
      known.set(name, { stamp, entry: await readEntry(dir, name) });
    } catch (error) {
      log.error({ module: name, reason: reasonOf(error) }, 'module channel is faulty, keeping its last good entry');
      known.set(name, { stamp, ...(before?.entry === undefined ? {} : { entry: before.entry }) });
    }
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
      const stamps = [...known.values()].map((item) => Number(item.stamp.split(' ')[0]));
      return {
        schema: 1,
        publishedAt: new Date(Math.max(0, ...stamps)).toISOString(),
        modules,
      };
    },
  };
}

function none(cause?: unknown): ServerError {
  return new ServerError('UNAVAILABLE', 'No release of a module can be read', { cause });
}

async function readEntry(dir: string, name: string): Promise<RegistryEntry> {
  const channel = Channel.parse(await readJson(path.join(dir, name, 'channel.json')));
  const release = (version: string) => readRelease(dir, name, version);
  return {
    name,
    enabled: channel.enabled,
    current: await release(channel.current),
    ...(channel.previous === undefined ? {} : { previous: await release(channel.previous) }),
    ...(channel.rollout === undefined
      ? {}
      : {
          rollout: {
            release: await release(channel.rollout.version),
            percent: channel.rollout.percent,
            salt: channel.rollout.salt,
          },
        }),
    loadTimeoutMs: channel.loadTimeoutMs,
  };
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
  return error instanceof Error ? error.message : 'unknown';
}
