import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Db } from '../kit/platform.ts';
import type { Action } from './channel.ts';
import { Name, Version } from './manifest.ts';
import type { BuildFiles } from './release-store.ts';
import type { Releases } from './releases.ts';
import { OWN_TEAM } from './team-keys.ts';

/** A build of this checkout. */
export interface Build {
  readonly name: string;
  readonly version: string;
  readonly folder: string;
}

/** Arbitrary lock id, the same in every process: one imports, the others find it done. */
const IMPORT_LOCK = 7_251_601;
const EARLIER = 20;

/** `channel.json` of installations that stored offers in folders. */
const FolderChannel = z.object({
  current: Version,
  previous: Version.optional(),
  earlier: z.array(Version).max(EARLIER).default([]),
  rollout: z
    .object({ version: Version, percent: z.number().min(0).max(100), salt: z.string().min(1).max(64) })
    .optional(),
  enabled: z.boolean().default(true),
  grace: z.number().min(0).max(120).default(30),
  by: z.enum(['start', 'release']).optional(),
});
type FolderChannel = z.infer<typeof FolderChannel>;

/** What a start needs to release builds of this machine. */
export type CheckoutParts = Pick<Releases, 'channels' | 'store' | 'environment'> & { readonly db: Db };

/**
 * Releases a checkout's builds to everyone if the environment follows it and only starts ever changed the channel.
 * Anything a person did stays. Returns what was left alone, in words.
 */
export async function followCheckout(parts: CheckoutParts, builds: readonly Build[]): Promise<string[]> {
  const { channels, store, environment } = parts;
  const left: string[] = [];
  for (const { name, version, folder } of builds) {
    const { channel } = await channels.read(environment, name);
    if (await isOthers(parts, name)) {
      if (channel.current !== version)
        left.push(
          `${name}: this checkout differs from released ${channel.current}, which stays (${version} is not offered)`,
        );
      continue;
    }
    await store.ingest(name, version, await readBuild(folder), { actor: 'start', team: OWN_TEAM, goodAt: new Date() });
    await offerBuilt(parts, name, version);
  }
  return left;
}

/** Whether anybody but starts ever changed what an environment offers of a module. */
export async function isOthers({ db, environment }: CheckoutParts, module: string): Promise<boolean> {
  const [others] = await db.query(
    `select 1 from channel_event where environment = $1 and module = $2 and actor <> 'start' limit 1`,
    [environment, module],
  );
  return others !== undefined;
}

/** Offers a stored build to everybody. */
export async function offerBuilt(
  { channels, environment }: CheckoutParts,
  module: string,
  version: string,
): Promise<void> {
  await channels.change({
    environment,
    module,
    action: { kind: 'offer', version },
    actor: 'start',
    reason: 'started from a checkout',
  });
}

/**
 * Migrates folder-based offers (`<name>/channel.json` and a folder per version) for modules without rows. Shares keep
 * their salt, so devices stay on their side. Returns a log; unreadable versions are skipped and reported.
 */
export async function importReleases(parts: CheckoutParts, folder: string): Promise<string[]> {
  const names = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const said: string[] = [];
  for (const item of names) {
    if (!item.isDirectory() || !Name.safeParse(item.name).success) continue;
    const text = await readFile(path.join(folder, item.name, 'channel.json'), 'utf8').catch(() => undefined);
    if (text === undefined) continue;
    await parts.db.tx(async (lock) => {
      await lock.query('select pg_advisory_xact_lock($1)', [IMPORT_LOCK]);
      const [known] = await lock.query('select 1 from channel where environment = $1 and module = $2', [
        parts.environment,
        item.name,
      ]);
      if (known === undefined) said.push(...(await importModule(parts, item.name, path.join(folder, item.name), text)));
    });
  }
  return said;
}

async function importModule(parts: CheckoutParts, name: string, folder: string, text: string): Promise<string[]> {
  const channel = channelIn(text);
  if (channel === undefined) return [`${name}: its channel.json cannot be read`];
  const actor = isOfStarts(channel) ? 'start' : 'import';
  const { current, previous, earlier, rollout, enabled, grace } = channel;
  const inOrder = [current, ...(previous === undefined ? [] : [previous]), ...earlier];
  const said: string[] = [];
  const stored = new Set<string>();
  for (const [age, version] of [...inOrder, ...(rollout === undefined ? [] : [rollout.version])].entries()) {
    // what everybody had before is good, the newest first
    const goodAt = age < inOrder.length ? new Date(Date.now() - age * 1_000) : undefined;
    const by = { actor, team: OWN_TEAM, ...(goodAt === undefined ? {} : { goodAt }) };
    try {
      await parts.store.ingest(name, version, await readBuild(path.join(folder, version)), by);
      stored.add(version);
    } catch (error) {
      said.push(`${name} ${version} was left out: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const first = inOrder.find((version) => stored.has(version));
  if (first === undefined) return said;
  const actions: Action[] = [{ kind: 'offer', version: first }];
  if (rollout !== undefined && stored.has(rollout.version) && rollout.version !== first)
    actions.push({
      kind: 'start',
      version: rollout.version,
      share: Math.round(rollout.percent * 100),
      cohorts: [],
      salt: rollout.salt,
    });
  if (!enabled) actions.push({ kind: 'kill', grace });
  for (const action of actions)
    await parts.channels.change({
      environment: parts.environment,
      module: name,
      action,
      actor,
      reason: 'kept in folders before',
    });
  return [...said, `${name} ${first} was imported`];
}

/** Channels of earlier product versions have no author: only start builds are named by source. */
function isOfStarts({ by, current, previous = current, rollout, enabled }: FolderChannel): boolean {
  if (by !== undefined) return by === 'start';
  return enabled && rollout === undefined && [current, previous].every((version) => /-b\.[0-9a-f]{8}$/.test(version));
}

function channelIn(text: string): FolderChannel | undefined {
  try {
    return FolderChannel.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Files of a build by path, without dotfiles. */
export async function readBuild(folder: string): Promise<BuildFiles> {
  if (!(await stat(folder)).isDirectory()) throw new Error(`${folder} is no folder`);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => path.join(entry.parentPath, entry.name));
  const named = files.map(async (file) => {
    const name = path.relative(folder, file).split(path.sep).join('/');
    return [name, await readFile(file)] as const;
  });
  return new Map(await Promise.all(named));
}
