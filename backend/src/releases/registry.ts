import type { Registry, RegistryTwo } from '@phr/contract/registry';
import { z } from 'zod';
import { listenFor } from '../kit/db/listen.ts';
import type { Db, ServerLog } from '../kit/platform.ts';
import { ServerError } from '../kit/server-error.ts';
import { type BlobStore, sha256Of } from './blob-store.ts';
import { REGISTRY_CHANGED } from './channel-store.ts';
import { writeCopy, readCopy } from './cached-copy.ts';
import { openRegistrySigner, type RegistryKey, type RegistrySigner } from './registry-signer.ts';
import { asSchemaOne, entriesOf, type OfferedRows, readOffered, readSerial, registryOf } from './offered-rows.ts';

export interface RegistryOptions {
  readonly db: Db;
  readonly blobs: BlobStore;
  readonly environment: string;
  readonly installation: string;
  readonly log: ServerLog;
  /** Where the last good registry is stored for use while the database is unavailable. */
  readonly copyFile: string;
  /** How long a release's files are assumed to exist without checking again, ms; 0 when checking is cheap. */
  readonly checkMs: number;
}

/** A registry as it is sent. */
export interface Published {
  readonly registry: RegistryTwo;
  readonly text: string;
  readonly etag: string;
  /** The `X-Phr-Signature` header of the text, made with the keys of this installation. */
  readonly signature: string;
  /** The same for pages of before schema 2. */
  readonly schemaOne: Registry;
}

export interface LiveRegistry {
  /** In schema 1, for pages that predate schema 2. Rejects with ServerError UNAVAILABLE. */
  read(): Promise<Registry>;
  /** As sent to pages. Rejects with ServerError UNAVAILABLE. */
  published(): Promise<Published>;
  /** For the parts of the server that need to know what is offered. Rejects with ServerError UNAVAILABLE. */
  offered(): Promise<RegistryTwo>;
  /** What verifies the signatures. */
  keys(): Promise<readonly RegistryKey[]>;
  /** Number of the last change known to this process; undefined before the first read. */
  serial(): number | undefined;
  /** Offered releases whose entry file is missing. */
  missing(): number;
  /**
   * Receives changes from other processes immediately, until it is stopped; otherwise they are found at the next read.
   * `told` is called with the number of each change.
   */
  listen(told?: (serial: number) => void): { stop(): Promise<void> };
}

/**
 * The registry of one environment, read from the database and cached in memory until something changes. Without the
 * database, the last registry is used, from memory or from a file of an earlier run. With no registry at all an error
 * is returned, since an empty registry would look like an installation without modules.
 */
export function createRegistry(options: RegistryOptions): LiveRegistry {
  const { db, blobs, environment, installation, log, copyFile, checkMs } = options;
  let rows: OfferedRows | undefined;
  let last: Published | undefined;
  let opening: Promise<RegistrySigner> | undefined;
  let composedOf: OfferedRows | undefined;
  let away: ReadonlySet<string> = new Set();
  let checkedAt = 0;
  let serial: number | undefined;
  let loggedVersion: number | undefined;

  const signer = (): Promise<RegistrySigner> => {
    opening ??= openRegistrySigner(db).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };

  const refresh = async (): Promise<void> => {
    const at = await readSerial(db, environment);
    if (rows === undefined || at.serial !== rows.serial || at.generation !== rows.generation)
      rows = await readOffered(db, environment);
    else if (last !== undefined && performance.now() - checkedAt < checkMs) return;
    await compose(rows);
  };

  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  /**
   * One read at a time. Callers during a read share the next one: the running read may have started before the change
   * that they have to see, whose content it would miss.
   */
  const refreshInTurn = (): Promise<void> =>
    (next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        running = refresh();
        return running;
      }));

  const compose = async (offered: OfferedRows): Promise<void> => {
    const entries = entriesOf(offered);
    const there = await Promise.all(entries.map((sha256) => blobs.has(sha256)));
    const missing = new Set(entries.filter((_, at) => there[at] !== true));
    checkedAt = performance.now();
    if (last !== undefined && composedOf === offered && isSame(missing, away)) return;
    sayWhatIsAway(offered, missing);
    const registry = registryOf(offered, { installation, environment }, (sha256) => !missing.has(sha256));
    composedOf = offered;
    serial = registry.serial;
    if (registry.modules.length === 0) {
      last = undefined;
      throw noRegistry();
    }
    const text = JSON.stringify(registry);
    if (text === last?.text) return;
    last = publishedOf(text, (await signer()).sign(text));
    await writeCopy(copyFile, { text, signature: last.signature }).catch((error: unknown) =>
      log.warn({ err: error }, 'the copy of the registry cannot be written'),
    );
  };

  /** Once for each release, not at each reading. */
  const sayWhatIsAway = ({ rows: modules }: OfferedRows, missing: ReadonlySet<string>): void => {
    for (const { module, releases } of modules)
      for (const { version, sha256 } of releases)
        if (missing.has(sha256) && !away.has(sha256))
          log.error({ module, version, reason: `the entry of ${version} is away` }, 'a release is faulty');
    away = missing;
  };

  /** Used without the database: the registry in memory, otherwise the one stored by an earlier process. */
  const orCopy = async (error: unknown): Promise<void> => {
    if (!(error instanceof ServerError) || error.code !== 'UNAVAILABLE') throw error;
    if (last !== undefined) return;
    const copy = rows === undefined ? await readCopy(copyFile, Copy) : undefined;
    if (copy === undefined) throw error;
    const cached = publishedOf(copy.text, copy.signature);
    if (cached.registry.environment !== environment || cached.registry.installation !== installation) throw error;
    last = cached;
    ({ serial } = cached.registry);
  };

  const current = async () => {
    await refreshInTurn().catch(orCopy);
    if (last === undefined) throw noRegistry();
    return last;
  };

  return {
    ...readersOf(current),
    keys: async () => (await signer()).keys,
    serial: () => serial,
    missing: () => away.size,
    listen: (tell = () => undefined) =>
      listenFor(
        db,
        REGISTRY_CHANGED,
        () => {
          void refreshInTurn()
            .catch(() => undefined)
            .then(() => {
              // a change of another environment, or one that could not be read
              if (serial === undefined || serial === loggedVersion) return;
              loggedVersion = serial;
              tell(serial);
            });
        },
        log,
      ),
  };
}

const isSame = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((item) => other.has(item));

/** The error returned when no registry can be read. */
export function noRegistry(): ServerError {
  return new ServerError('UNAVAILABLE', 'No release of a module can be read');
}

/** Ways to read the published registry. */
export const readersOf = (current: () => Promise<Published>): Pick<LiveRegistry, 'read' | 'published' | 'offered'> => ({
  read: async () => (await current()).schemaOne,
  published: current,
  offered: async () => (await current()).registry,
});

/** A registry from the text that is sent. */
export function publishedOf(text: string, signature: string): Published {
  const registry = JSON.parse(text) as RegistryTwo;
  return {
    registry,
    text,
    signature,
    etag: `"${sha256Of(text).slice(0, 32)}"`,
    schemaOne: asSchemaOne(registry),
  };
}

/** A registry stored by an earlier process. */
export const Copy = z.object({ text: z.string(), signature: z.string() });
