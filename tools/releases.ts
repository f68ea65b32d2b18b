import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { takeLock } from '../backend/src/kit/file-lock.ts';
import { dirOf, MODULES, releasesDir } from './workspace.ts';

/** What the registry offers of one module; kept as `channel.json` beside its versions. */
export interface Channel {
  readonly current: string;
  readonly previous?: string;
  /** What was offered to everybody before the previous one, the newest first: a rollback goes on through them. */
  readonly earlier?: readonly string[];
  readonly rollout?: { readonly version: string; readonly percent: number; readonly salt: string };
  readonly enabled: boolean;
  /** How long a view with typed text stays after the module was turned off, seconds. */
  readonly grace?: number;
  readonly loadTimeoutMs: number;
  /** Who changed it last: a start of the product follows its checkout only where nothing but starts did. */
  readonly by?: 'start' | 'release';
}

/** How long a change waits for another one of the same module; each takes milliseconds. */
const LOCK_MS = 10_000;
/** How many versions before the previous one a channel remembers. */
const EARLIER = 10;

const channelFile = (module: string): string => path.join(releasesDir(), module, 'channel.json');
const folderOf = (module: string, version: string): string => path.join(releasesDir(), module, version);

/** The channel of a module, or undefined before its first release. */
export async function readChannel(module: string): Promise<Channel | undefined> {
  if (!existsSync(channelFile(module))) return undefined;
  return JSON.parse(await readFile(channelFile(module), 'utf8')) as Channel;
}

/**
 * Changes the channel of a module by what it is now, with nobody in between: of two changes at once, the second sees the first.
 * Rejects when another process holds the channel too long, and with what `change` throws.
 */
async function changeChannel(
  module: string,
  by: 'start' | 'release',
  change: (channel: Channel | undefined) => Channel,
): Promise<Channel> {
  const release = await takeLock(`${channelFile(module)}.lock`, LOCK_MS);
  try {
    const before = await readChannel(module);
    const next = change(before);
    return next === before ? next : await writeChannel(module, { ...next, by });
  } finally {
    await release();
  }
}

/** The same for a module that has a release. */
function changeReleased(module: string, change: (channel: Channel) => Channel): Promise<Channel> {
  return changeChannel(module, 'release', (channel) => {
    if (!channel) throw new Error(`${module} has no release yet: publish one first`);
    return change(channel);
  });
}

async function writeChannel(module: string, channel: Channel): Promise<Channel> {
  // Written aside and renamed: a reader never meets half a file.
  const aside = `${channelFile(module)}.${randomBytes(4).toString('hex')}`;
  try {
    await writeFile(aside, `${JSON.stringify(channel, null, 2)}\n`);
    await rename(aside, channelFile(module));
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
  return channel;
}

/**
 * Copies a built module into its own version folder. A version is never overwritten with other bytes.
 * @param from the build, which for a module of this repository lies in its folder
 */
export async function store(module: string, version: string, from = path.join(dirOf(module), 'dist')): Promise<void> {
  const to = folderOf(module, version);
  if (existsSync(to)) {
    if ((await contentHash(from)) !== (await contentHash(to)))
      throw new Error(`${module} ${version} is already released with other content: raise the version`);
    return;
  }
  const aside = `${to}.${randomBytes(4).toString('hex')}`;
  await mkdir(path.dirname(to), { recursive: true });
  try {
    await cp(from, aside, { recursive: true });
    await rename(aside, to);
  } catch (error) {
    await rm(aside, { recursive: true, force: true });
    if (!existsSync(to)) throw error;
    // somebody else stored this version meanwhile: the same is fine, other content is not
    return store(module, version, from);
  }
}

/** A hash over the names and bytes of all files of a build. */
async function contentHash(dir: string): Promise<string> {
  const hash = createHash('sha256');
  for (const entry of (await readdir(dir, { recursive: true, withFileTypes: true })).sort((a, b) =>
    path.join(a.parentPath, a.name).localeCompare(path.join(b.parentPath, b.name)),
  )) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    hash.update(path.relative(dir, file)).update(await readFile(file));
  }
  return hash.digest('hex');
}

/**
 * Offers a stored version to a share of devices; the first version of a module goes to everybody. A rollout's share only rises, and devices that are in it stay in it.
 * Rejects when another version is in rollout, or when the share would fall.
 */
export function register(module: string, version: string, percent: number): Promise<Channel> {
  return changeChannel(module, 'release', (channel) => {
    if (!channel) return firstChannel(version);
    const { rollout } = channel;
    if (rollout !== undefined && rollout.version !== version)
      throw new Error(`${module} ${rollout.version} is in rollout: promote it or roll it back first`);
    if (channel.current === version) return channel;
    if (percent >= 100) return succeededBy(channel, version);
    if (rollout !== undefined && percent < rollout.percent) {
      throw new Error(
        `${module} ${version} is offered to ${rollout.percent} % already, and a share only rises: roll it back to take it from all`,
      );
    }
    return { ...channel, rollout: { version, percent, salt: rollout?.salt ?? randomBytes(4).toString('hex') } };
  });
}

/**
 * Releases the builds of this checkout to everybody where the installation follows it: where a module is new, or where nothing but starts ever changed its channel.
 * What a person released, promoted, took back or turned off stays as it is. Answers what was left as it was, in words.
 */
export async function followCheckout(
  builds: readonly { readonly name: string; readonly version: string }[],
): Promise<string[]> {
  const left: string[] = [];
  for (const { name, version } of builds) {
    if (!MODULES.some((module) => module === name)) continue;
    const before = await readChannel(name);
    if (before === undefined || isOfStarts(before)) await store(name, version);
    const channel = await offerBuild(name, version);
    if (channel.current !== version)
      left.push(
        `${name}: ${channel.current} is released, and stays; this checkout has ${version} (pnpm release publish ${name} --version ${version} --percent 100)`,
      );
  }
  return left;
}

function offerBuild(module: string, version: string): Promise<Channel> {
  return changeChannel(module, 'start', (channel) => {
    if (!channel) return firstChannel(version);
    if (channel.current === version || !isOfStarts(channel)) return channel;
    return succeededBy(channel, version);
  });
}

/** Gives the version in rollout to everybody. */
export function promote(module: string): Promise<Channel> {
  return changeReleased(module, (channel) => {
    if (!channel.rollout) throw new Error(`${module} has no version in rollout`);
    return succeededBy(channel, channel.rollout.version);
  });
}

/**
 * Takes back the version in rollout, or else goes back to the version before the current one; with `to`, to that version, whichever was offered since, and
 * ends a rollout. What was left is no version to fall back on. Rejects when there is no version before, or `to` is not stored whole.
 */
export function rollback(module: string, to?: string): Promise<Channel> {
  return changeReleased(module, (channel) => {
    const before = versionsBefore(channel);
    if (to !== undefined) {
      if (!existsSync(path.join(folderOf(module, to), 'integrity.json')))
        throw new Error(`${module} ${to} is not stored; stored are ${stored(module).join(', ')}`);
      return withHistory(
        { ...bare(channel), current: to },
        before.filter((version) => version !== to),
      );
    }
    if (channel.rollout) return withHistory(bare(channel), before);
    const [previous, ...earlier] = before;
    if (previous === undefined) {
      throw new Error(
        `${module} has no version before ${channel.current}; stored are ${stored(module).join(', ')} (--version goes to any of them)`,
      );
    }
    return withHistory({ ...bare(channel), current: previous }, earlier);
  });
}

/** The versions of a module that lie in its folder. */
function stored(module: string): readonly string[] {
  return readdirSync(path.join(releasesDir(), module), { withFileTypes: true })
    .filter((item) => item.isDirectory())
    .map(({ name }) => name)
    .toSorted();
}

/**
 * Turns a module off or on for everybody.
 * @param grace how long a view with typed text stays open, seconds; 0 where it must go at once
 */
export function setEnabled(module: string, enabled: boolean, grace?: number): Promise<Channel> {
  return changeReleased(module, ({ grace: _before, ...channel }) => ({
    ...channel,
    enabled,
    ...(enabled || grace === undefined ? {} : { grace }),
  }));
}

function firstChannel(version: string): Channel {
  return { current: version, enabled: true, loadTimeoutMs: 8000 };
}

/** The channel with another current version, and the one that it follows as the first to fall back on. */
function succeededBy(channel: Channel, version: string): Channel {
  const before = [channel.current, ...versionsBefore(channel)];
  return withHistory(
    { ...bare(channel), current: version },
    before.filter((known) => known !== version),
  );
}

const versionsBefore = ({ previous, earlier = [] }: Channel): readonly string[] =>
  previous === undefined ? [] : [previous, ...earlier];

function withHistory(channel: Channel, [previous, ...earlier]: readonly string[]): Channel {
  return {
    ...channel,
    ...(previous === undefined ? {} : { previous }),
    ...(earlier.length === 0 ? {} : { earlier: earlier.slice(0, EARLIER) }),
  };
}

/** The channel without a rollout and without its history; a module that is turned off stays so. */
function bare({ current, enabled, grace, loadTimeoutMs }: Channel): Channel {
  return { current, enabled, ...(grace === undefined ? {} : { grace }), loadTimeoutMs };
}

/** Channels of earlier versions of the product name nobody: only builds of starts are named by their sources. */
function isOfStarts({ by, current, previous, rollout, enabled }: Channel): boolean {
  if (by !== undefined) return by === 'start';
  return (
    enabled &&
    rollout === undefined &&
    [current, previous ?? current].every((version) => /-b\.[0-9a-f]{8}$/.test(version))
  );
}
