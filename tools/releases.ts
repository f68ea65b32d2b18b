import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { dirOf, releasesDir } from './workspace.ts';

/** What the registry offers of one module; kept as `channel.json` beside its versions. */
export interface Channel {
  readonly current: string;
  readonly previous?: string;
  readonly rollout?: { readonly version: string; readonly percent: number; readonly salt: string };
  readonly enabled: boolean;
  readonly loadTimeoutMs: number;
}

const channelFile = (module: string): string => path.join(releasesDir(), module, 'channel.json');
const folderOf = (module: string, version: string): string => path.join(releasesDir(), module, version);

/** The channel of a module, or undefined before its first release. */
export async function readChannel(module: string): Promise<Channel | undefined> {
  if (!existsSync(channelFile(module))) return undefined;
  return JSON.parse(await readFile(channelFile(module), 'utf8')) as Channel;
}

async function writeChannel(module: string, channel: Channel): Promise<Channel> {
  // Written aside and renamed: a reader never meets half a file.
  const aside = `${channelFile(module)}.${randomBytes(4).toString('hex')}`;
  await writeFile(aside, `${JSON.stringify(channel, null, 2)}\n`);
  await rename(aside, channelFile(module));
  return channel;
}

async function mustRead(module: string): Promise<Channel> {
  const channel = await readChannel(module);
  if (!channel) throw new Error(`${module} has no release yet: publish one first`);
  return channel;
}

/** Copies a built module into its own version folder. A version is never overwritten with other bytes. */
export async function store(module: string, version: string): Promise<void> {
  const from = path.join(dirOf(module), 'dist');
  const to = folderOf(module, version);
  if (existsSync(to)) {
    if (await contentHash(from) !== await contentHash(to)) throw new Error(`${module} ${version} is already released with other content: raise the version`);
    return;
  }
  const aside = `${to}.${randomBytes(4).toString('hex')}`;
  await mkdir(path.dirname(to), { recursive: true });
  await cp(from, aside, { recursive: true });
  await rename(aside, to).catch(async (error: unknown) => { await rm(aside, { recursive: true, force: true }); throw error; });
}

/** A hash over the names and bytes of all files of a build. */
async function contentHash(dir: string): Promise<string> {
  const hash = createHash('sha256');
  for (const entry of (await readdir(dir, { recursive: true, withFileTypes: true })).sort((a, b) => path.join(a.parentPath, a.name).localeCompare(path.join(b.parentPath, b.name)))) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    hash.update(path.relative(dir, file)).update(await readFile(file));
  }
  return hash.digest('hex');
}

/** Registers a stored version for a share of devices; the first version of a module goes to everybody. */
export async function register(module: string, version: string, percent: number): Promise<Channel> {
  const channel = await readChannel(module);
  if (!channel) return writeChannel(module, { current: version, enabled: true, loadTimeoutMs: 8000 });
  if (channel.current === version) return channel;
  if (percent >= 100) return writeChannel(module, { ...without(channel), current: version, previous: channel.current });
  return writeChannel(module, { ...channel, rollout: { version, percent, salt: randomBytes(4).toString('hex') } });
}

/** Gives the version in rollout to everybody. */
export async function promote(module: string): Promise<Channel> {
  const channel = await mustRead(module);
  if (!channel.rollout) throw new Error(`${module} has no version in rollout`);
  return writeChannel(module, { ...without(channel), current: channel.rollout.version, previous: channel.current });
}

/** Takes back the version in rollout, or else goes back to the version before the current one. */
export async function rollback(module: string): Promise<Channel> {
  const channel = await mustRead(module);
  if (channel.rollout) return writeChannel(module, { ...without(channel), ...(channel.previous ? { previous: channel.previous } : {}) });
  if (!channel.previous) throw new Error(`${module} has no version before ${channel.current}`);
  return writeChannel(module, { ...without(channel), current: channel.previous });
}

/** Turns a module off or on for everybody. */
export async function setEnabled(module: string, enabled: boolean): Promise<Channel> {
  return writeChannel(module, { ...(await mustRead(module)), enabled });
}

function without({ current, enabled, loadTimeoutMs }: Channel): Channel {
  return { current, enabled, loadTimeoutMs };
}
