import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isDevVersion } from '@phr/contract/release';
import { NO_REGISTRY, succeed } from '@phr/loader/follow-registry';
import { z } from 'zod';
import type { ServerLog } from '../kit/platform.ts';
import { type BlobStore, sha256Of, sriOf } from './blob-store.ts';
import { compressedCopies } from './compressed-copies.ts';
import { EMBED, type LiveEmbed } from './embed.ts';
import { writeCopy, readCopy } from './cached-copy.ts';
import { Copy, type LiveRegistry, noRegistry, type Published, publishedOf, readersOf } from './registry.ts';
import type { RegistryKey } from './registry-signer.ts';
import type { ReleaseStore, StoredFile } from './release-store.ts';

export interface RemoteOptions {
  /** Address of the release service. */
  readonly url: string;
  readonly environment: string;
  /** Cache folder for registry and files during outages. */
  readonly folder: string;
  readonly blobs: BlobStore;
  readonly log: ServerLog;
}

/** Polling interval, ms. */
const EVERY_MS = 2_000;
const LIMIT_MS = 3_000;
const FILE_LIMIT_MS = 30_000;

const Keys = z.object({ keys: z.array(z.object({ id: z.string(), publicKey: z.string() })) });

async function askKeys(url: string): Promise<readonly RegistryKey[]> {
  const answer = await fetch(`${url}/registry/keys.json`, { signal: AbortSignal.timeout(LIMIT_MS) });
  return Keys.parse(await answer.json()).keys;
}

/**
 * Registry of an external release service: polled every two seconds while anyone listens, else on demand; falls back to
 * the last good one.
 */
export function createRemoteRegistry({ url, environment, folder, log }: RemoteOptions): LiveRegistry {
  const copyFile = path.join(folder, 'registry-2.json');
  let last: Published | undefined;
  let keys: readonly RegistryKey[] | undefined;
  let asking: Promise<void> | undefined;

  const take = async (next: Published): Promise<void> => {
    if (next.registry.environment !== environment) throw new Error(`It is that of ${next.registry.environment}`);
    // a stale cache or another service in between: the same checks as in pages
    succeed(last?.registry ?? NO_REGISTRY, next.registry);
    last = next;
    const { text, signature } = next;
    await writeCopy(copyFile, { text, signature });
  };
  const ask = async (): Promise<void> => {
    const answer = await fetch(`${url}/registry/2.json?environment=${environment}`, {
      headers: last === undefined ? {} : { 'if-none-match': last.etag },
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    if (answer.status === 304) return;
    if (!answer.ok) throw new Error(`It answered ${answer.status}`);
    await take(publishedOf(await answer.text(), answer.headers.get('x-phr-signature') ?? ''));
  };
  const refresh = (): Promise<void> => {
    asking ??= ask()
      .catch((error: unknown) => log.warn({ err: error }, 'the registry cannot be read from the release service'))
      .finally(() => {
        asking = undefined;
      });
    return asking;
  };
  const current = async (): Promise<Published> => {
    if (last === undefined) await refresh();
    if (last === undefined) {
      const copy = await readCopy(copyFile, Copy);
      if (copy !== undefined) await take(publishedOf(copy.text, copy.signature)).catch(() => undefined);
    }
    if (last === undefined) throw noRegistry();
    return last;
  };

  return {
    ...readersOf(current),
    async keys() {
      try {
        // each time, or a rotated key would be unknown until the next start
        keys = await askKeys(url);
      } catch (error) {
        if (keys === undefined) throw error;
      }
      return keys;
    },
    serial: () => last?.registry.serial,
    missing: () => 0,
    listen(told = () => undefined) {
      const end = new AbortController();
      const loop = async (): Promise<void> => {
        while (!end.signal.aborted) {
          const before = last?.registry.serial;
          await refresh();
          if (last !== undefined && last.registry.serial !== before) told(last.registry.serial);
          await pause(EVERY_MS, undefined, { signal: end.signal }).catch(() => undefined);
        }
      };
      const done = loop();
      return {
        stop: () => {
          end.abort();
          return done;
        },
      };
    },
  };
}

const Known = z.object({ sha256: z.string(), br: z.string().nullable(), gz: z.string().nullable() });

/**
 * Files of an external release service, cached on this disk. Those of offered releases come from the disk; for others
 * the service is asked each time whether they were withdrawn, with the disk as fallback.
 */
export function createRemoteFiles(
  { url, folder, blobs }: RemoteOptions,
  offers: { readonly registry: Pick<LiveRegistry, 'offered'>; readonly embed: LiveEmbed },
): ReleaseStore['file'] {
  const indexOf = (key: string): string => path.join(folder, 'files', `${sha256Of(key)}.json`);
  const fromDisk = async (key: string): Promise<StoredFile | undefined> => {
    const known = await readCopy(indexOf(key), Known);
    return known !== undefined && (await blobs.has(known.sha256)) ? known : undefined;
  };

  return async (module, version, name) => {
    // shown where they are pushed, for a day: nothing that a disk elsewhere should keep
    if (isDevVersion(version)) return undefined;
    const key = `${module}/${version}/${name}`;
    const offered = await offerOf(offers, module, version, name);
    const cached = await fromDisk(key);
    // the service keeps those versions of the embed that are asked for
    if (cached !== undefined && offered !== undefined && module !== EMBED) return cached;
    const answer = await fetch(`${url}/m/${key}`, {
      method: cached === undefined ? 'GET' : 'HEAD',
      signal: AbortSignal.timeout(cached === undefined ? FILE_LIMIT_MS : LIMIT_MS),
    }).catch(() => undefined);
    if (answer?.status === 410) return 'gone';
    if (cached !== undefined) return cached;
    if (answer?.ok !== true) return undefined;
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (offered?.integrity !== undefined && offered.integrity !== sriOf(bytes)) return undefined;
    return keep(name, bytes, indexOf(key), blobs);
  };
}

/** A file of a release that is offered, with its hash where the offer has it; undefined for one of another release. */
async function offerOf(
  { registry, embed }: Parameters<typeof createRemoteFiles>[1],
  module: string,
  version: string,
  name: string,
): Promise<{ readonly integrity?: string } | undefined> {
  if (module === EMBED) {
    const hashes = (await embed.offered().catch(() => undefined))?.versions[version];
    const integrity = hashes?.[name];
    return integrity === undefined ? undefined : { integrity };
  }
  const { modules } = await registry.offered().catch(() => NO_REGISTRY);
  const release = modules.find((one) => one.name === module)?.releases[version];
  if (release === undefined) return undefined;
  return release.entry === `/m/${module}/${version}/${name}` ? { integrity: release.integrity } : {};
}

async function keep(name: string, bytes: Buffer, index: string, blobs: BlobStore): Promise<StoredFile> {
  const { br, gz } = await compressedCopies(name, bytes);
  const [sha256 = '', ofBr = null, ofGz = null] = await Promise.all(
    [bytes, br, gz].map(async (copy) => {
      if (copy === null) return null;
      const hash = sha256Of(copy);
      await blobs.put(hash, copy);
      return hash;
    }),
  );
  const file = { sha256: sha256 ?? '', br: ofBr, gz: ofGz };
  await writeCopy(index, file);
  return file;
}
