import { isAsListed } from './integrity.ts';
import { limited } from './limited.ts';
import type { Way } from './way.ts';

/** Caches of ours, and of nobody else on this origin. */
export const PREFIX = 'phr-';
const SHELL = `${PREFIX}shell-`;
const RELEASES = `${PREFIX}releases`;
export const shellCacheOf = (build: string): string => SHELL + build;

/** Larger files, such as those that draw images and charts, are kept when they were used, not before. Compressed bytes. */
const MOST_BYTES = 100_000;
/** Made for pages of partners, who bring no libraries: the shell has them. */
const FOR_PARTNERS = /\/(?:ui|libraries)\.[0-9a-f]+\.js$/;

export interface FilesOptions {
  readonly caches: CacheStorage;
  readonly fetch: typeof fetch;
  /** Hashes of this build's files, by path. */
  readonly listed: Readonly<Record<string, string>>;
  readonly build: string;
}

export interface Files {
  /** Fetches what this build needs into its cache; files that an older build has, too, are taken from there. Rejects when one is missing. */
  keepBuild(): Promise<void>;
  answer(request: Request, way: Extract<Way, { kind: 'file' }>): Promise<Response>;
  /** Keeps the files of a release (`/m/<name>/<version>/`) beforehand. Never rejects. */
  keepRelease(folder: string): Promise<void>;
  /** Drops releases that are not named. */
  dropReleases(named: ReadonlySet<string>): Promise<void>;
  /** Drops the files of builds that are neither this one nor in use. */
  dropBuilds(inUse: ReadonlySet<string>): Promise<void>;
}

/** Static files with their hash: kept, looked at before they are given out, and thrown away when their time is over. */
export function createFiles({ caches, fetch: doFetch, listed, build }: FilesOptions): Files {
  const own = shellCacheOf(build);
  const look = limited(doFetch);

  /** A copy that is what it should be. Others are thrown away. A second copy is read for the hash, so that the browser's compiled form of the first stays. */
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

  /** False once the worker has been retired: pages that it still serves must not fill the caches again. */
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

  async function answer(request: Request, { of, key, anew }: Extract<Way, { kind: 'file' }>): Promise<Response> {
    const found = anew ? undefined : await cachedFile(key, request.integrity || listed[key]);
    if (found !== undefined) return found;
    const fresh = await doFetch(request);
    // Files of another build are kept by that build's own worker.
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
      // Without a network nothing is kept beforehand; the next start tries again.
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
