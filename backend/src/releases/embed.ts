import type { ModuleManifest } from '@phr/contract/registry';
import { z } from 'zod';
import type { ServerLog, Sql } from '../kit/platform.ts';
import { ServerError } from '../kit/server-error.ts';
import { writeCopy, readCopy } from './cached-copy.ts';
import type { LiveRegistry } from './registry.ts';
import { compareVersions } from './version-order.ts';

/** Name of the script for partners' pages among the releases, and the file that a page loads. */
export const EMBED = 'embed';
export const EMBED_ENTRY = 'phr-embed.js';

/** No host loads it, so it claims nothing. */
export const EMBED_MANIFEST: ModuleManifest = {
  name: EMBED,
  contract: '*',
  access: 'anonymous',
  routes: [],
  slots: [],
  calls: [],
};

/** `/embed/versions.json`. */
export const EmbedVersions = z.object({
  schema: z.literal(1),
  /** What pages get that pin no version; null while it is turned off. */
  current: z.string().nullable(),
  /** By version and file, the hash by which a page pins it. */
  versions: z.record(z.string(), z.record(z.string(), z.string())),
});
export type EmbedVersions = z.output<typeof EmbedVersions>;

/** The embed as an environment offers it. */
export interface LiveEmbed {
  /** Undefined where none was ever stored. Rejects with ServerError UNAVAILABLE when that cannot be found out. */
  offered(): Promise<EmbedVersions | undefined>;
}

/** The embed of an environment by the rows. An environment in which nobody has offered any has the newest. */
export async function readEmbedVersions(sql: Sql, environment: string): Promise<EmbedVersions | undefined> {
  const files = await sql.query<{ version: string; path: string; sri: string }>(
    `select version, path, sri from release join release_file using (module, version)
      where module = $1 and state = 'accepted' order by path`,
    [EMBED],
  );
  const byVersion = Object.groupBy(files, ({ version }) => version);
  const inOrder = Object.keys(byVersion).toSorted((a, b) => compareVersions(b, a));
  const [newest] = inOrder;
  if (newest === undefined) return undefined;
  const [channel = { current: newest, killed: null }] = await sql.query<{ current: string | null; killed: unknown }>(
    'select current, killed from channel where environment = $1 and module = $2',
    [environment, EMBED],
  );
  const hashesOf = (version: string) => (byVersion[version] ?? []).map(({ path, sri }) => [path, sri] as const);
  return {
    schema: 1,
    current: channel.killed === null ? channel.current : null,
    versions: Object.fromEntries(inOrder.map((version) => [version, Object.fromEntries(hashesOf(version))])),
  };
}

const ASK_MS = 3_000;

/** The embed of an environment by the release service at another address; undefined where it has none. */
export async function askEmbedVersions(url: string, environment: string): Promise<EmbedVersions | undefined> {
  const answer = await fetch(`${url}/embed/versions.json?environment=${environment}`, {
    signal: AbortSignal.timeout(ASK_MS),
  });
  if (answer.status === 404) return undefined;
  if (!answer.ok) throw new Error(`It answered ${answer.status}`);
  return EmbedVersions.parse(await answer.json());
}

/**
 * The embed of an environment, asked again when anything was changed there. While it cannot be asked, the last answer
 * stays, also that of an earlier process.
 */
export function createLiveEmbed(
  registry: Pick<LiveRegistry, 'offered' | 'serial'>,
  ask: () => Promise<EmbedVersions | undefined>,
  copyFile: string,
  log: ServerLog,
): LiveEmbed {
  let last: { readonly serial: number | undefined; readonly versions: EmbedVersions | undefined } | undefined;

  const refresh = async (serial: number | undefined): Promise<EmbedVersions | undefined> => {
    const versions = await ask();
    last = { serial, versions };
    if (versions !== undefined)
      await writeCopy(copyFile, versions).catch((error: unknown) =>
        log.warn({ err: error }, 'the copy of the embed cannot be written'),
      );
    return versions;
  };

  return {
    async offered() {
      // reads the number of the last change; an installation may have no modules
      await registry.offered().catch(() => undefined);
      const serial = registry.serial();
      if (last !== undefined && serial !== undefined && last.serial === serial) return last.versions;
      return refresh(serial).catch(async (error: unknown) => {
        log.warn({ err: error }, 'what is offered of the embed cannot be read');
        if (last !== undefined) return last.versions;
        const copy = await readCopy(copyFile, EmbedVersions);
        if (copy === undefined) throw new ServerError('UNAVAILABLE', 'The versions of the embed cannot be read');
        return copy;
      });
    },
  };
}
