import { isAsListed } from './integrity.ts';
import { limited } from './limited.ts';
import type { FetchStrategy } from './fetch-strategy.ts';

/** Prefix of our caches on this origin. */
export const PREFIX = 'phr-';
const SHELL = `${PREFIX}shell-`;
const RELEASES = `${PREFIX}releases`;
export const shellCacheOf = (build: string): string => SHELL + build;

/** Larger files (images, charts) are cached on use rather than ahead. Compressed bytes. */
const MOST_BYTES = 100_000;
/** Files for partner pages only, which lack the shell's libraries. */
const FOR_PARTNERS = /\/(?:ui|libraries)\.[0-9a-f]+\.js$/;

export interface FilesOptions {
  readonly caches: CacheStorage;
  readonly fetch: typeof fetch;
  /** Hashes of this build's files by path. */
  readonly listed: Readonly<Record<string, string>>;
  readonly build: string;
}

export interface Files {
  /** Caches this build's files, reusing those of older builds. Rejects if one is missing. */
  keepBuild(): Promise<void>;
  answer(request: Request, way: Extract<FetchStrategy, { kind: 'file' }>): Promise<Response>;
  /** Caches a release's files (`/m/<name>/<version>/`) ahead. Never rejects. */
  keepRelease(folder: string): Promise<void>;
  /** Deletes releases not listed. */
  dropReleases(named: ReadonlySet<string>): Promise<void>;
  /** Deletes files of builds other than this one and those in use. */
  dropBuilds(inUse: ReadonlySet<string>): Promise<void>;
}

/** Static files with their hashes: cached, verified before use, and deleted when obsolete. */
export function createFiles({ caches, fetch: doFetch, listed, build }: FilesOptions): Files {
  const own = shellCacheOf(build);
  const look = limited(doFetch);

  /**
   * A verified copy; others are deleted. The hash is computed on a second copy, to preserve the browser's code cache of
   * the first.
   */
  async function cachedFile(key: string, integrity: string | undefined): Promise<Response | undefined> {
    const found = await caches.match(key);
    if (found === undefined || integrity === undefined || integrity === '') return found;
    const second = await caches.match(key);
    if (second !== undefined && (await isAsListed(await second.arrayBuffer(), integrity))) return found;
    await Promise.all(
      (await caches.keys())
        .filter((name) => name.startsWith(PREFIX))
        .map(async (name) => (await caches.open(name)).delete(key)),
    );
    return undefined;
  }

  /** False once the worker is retired: pages it still controls must not refill the caches. */
  const isKeeping = () => caches.has(own);

  async function keepBuild(): Promise<void> {
    const cache = await caches.open(own);
    const waiting = Object.entries(listed);
    const worker = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const [key, integrity] = next;
        await cache.put(key, (await cachedFile(key, integrity)) ?? whole(await doFetch(key, { integrity })));
      }
    };
    try {
      await Promise.all([worker(), worker(), worker()]);
    } catch (error) {
      await caches.delete(own);
      throw error;
    }
  }

  async function answer(
    request: Request,
    { of, key, anew }: Extract<FetchStrategy, { kind: 'file' }>,
  ): Promise<Response> {
    const found = anew ? undefined : await cachedFile(key, request.integrity || listed[key]);
    if (found !== undefined) return found;
    const fresh = await doFetch(request);
    // another build's files are cached by its own worker
    const isKept = of === 'release' || key in listed;
    if (isKept && fresh.status === 200 && fresh.type === 'basic' && (await isKeeping()))
      await (await caches.open(of === 'release' ? RELEASES : own)).put(key, fresh.clone()).catch(() => undefined);
    return fresh;
  }

  async function keepRelease(folder: string): Promise<void> {
    if (!(await isKeeping())) return;
    try {
      const list: unknown = await whole(await look(`${folder}integrity.json`)).json();
      const cache = await caches.open(RELEASES);
      for (const [name, integrity] of Object.entries(Object(list) as Readonly<Record<string, unknown>>)) {
        const key = folder + name;
        if (
          !/\.(?:js|css)$/.test(name) ||
          FOR_PARTNERS.test(key) ||
          typeof integrity !== 'string' ||
          (await cache.match(key)) !== undefined
        )
          continue;
        const file = await look(key, { integrity });
        if (file.status !== 200 || Number(file.headers.get('content-length')) > MOST_BYTES) await file.body?.cancel();
        else await cache.put(key, file);
      }
    } catch {
      // offline: the next start tries again
    }
  }

  async function dropReleases(named: ReadonlySet<string>): Promise<void> {
    if (!(await isKeeping())) return;
    const cache = await caches.open(RELEASES);
    for (const { url } of await cache.keys()) {
      const { pathname } = new URL(url);
      if (![...named].some((folder) => pathname.startsWith(folder))) await cache.delete(pathname);
    }
  }

  async function dropBuilds(inUse: ReadonlySet<string>): Promise<void> {
    for (const name of await caches.keys()) {
      if (name.startsWith(SHELL) && name !== own && !inUse.has(name.slice(SHELL.length))) await caches.delete(name);
    }
  }

  return { keepBuild, answer, keepRelease, dropReleases, dropBuilds };
}

function whole(answer: Response): Response {
  if (answer.status !== 200) throw new Error(`Answered ${answer.status}`);
  return answer;
}
