import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { EMBED } from './embed.ts';
import { type CheckoutParts, isOthers, offerBuilt, readBuild } from './from-folders.ts';
import { Version } from './manifest.ts';
import { ReleaseError } from './release-error.ts';
import type { BuildFiles } from './release-store.ts';
import { OWN_TEAM } from './team-keys.ts';
import { compareVersions } from './version-order.ts';

/** Which version a build is. */
const Build = z.object({ version: Version });
/** In each version that earlier product versions archived. */
const LIST = 'versions.json';

/**
 * Stores the build's version of the embed, and offers it to everybody while only starts ever changed its channel.
 * Stored versions never change, as their hashes are in partners' pages. Returns what was left alone, in words.
 */
export async function followEmbed(parts: CheckoutParts, embedDir: string): Promise<string[]> {
  const text = await readFile(path.join(embedDir, 'build.json'), 'utf8').catch(() => undefined);
  if (text === undefined) return [];
  const { version } = Build.parse(JSON.parse(text));
  const said: string[] = [];
  const files = await readBuild(path.join(embedDir, version));
  const by = { actor: 'start', team: OWN_TEAM, goodAt: new Date() };
  // the product starts all the same: partners' pages have the version that is stored
  const refused = (error: unknown): void => {
    if (!(error instanceof ReleaseError)) throw error;
    said.push(`${EMBED}: ${version} of this build was left out: ${error.message}`);
  };
  await parts.store.ingestEmbed(version, files, by).catch(refused);
  const { channel } = await parts.channels.read(parts.environment, EMBED);
  if (!(await isOthers(parts, EMBED))) await offerBuilt(parts, EMBED, version).catch(refused);
  else if (channel.current !== version)
    said.push(`${EMBED}: released ${channel.current} stays; ${version} of this build is stored, and can be promoted`);
  return said;
}

/**
 * Takes over, once, the versions that earlier product versions archived in a folder: pages have pinned them. Returns a
 * log.
 */
export async function importEmbed({ db, store }: CheckoutParts, archive: string): Promise<string[]> {
  const names = await readdir(archive).catch(() => []);
  const versions = names.filter((name) => Version.safeParse(name).success).toSorted((a, b) => compareVersions(b, a));
  const said: string[] = [];
  for (const [age, version] of versions.entries()) {
    // withdrawn and removed ones stay so
    const [known] = await db.query(
      `select 1 from release where module = $1 and version = $2 and state <> 'uploading'`,
      [EMBED, version],
    );
    if (known !== undefined) continue;
    // each was current once, the newest at last
    const by = { actor: 'import', team: OWN_TEAM, goodAt: new Date(Date.now() - (age + 1) * 1_000) };
    said.push(
      await store.ingestEmbed(version, withoutList(await readBuild(path.join(archive, version))), by).then(
        () => `${EMBED} ${version} was imported`,
        (error: unknown) =>
          `${EMBED} ${version} was left out: ${error instanceof Error ? error.message : String(error)}`,
      ),
    );
  }
  return said;
}

const withoutList = (files: BuildFiles): BuildFiles => new Map([...files].filter(([name]) => !name.startsWith(LIST)));
