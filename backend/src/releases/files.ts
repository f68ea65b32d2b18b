import { isDevVersion } from '@phr/contract/release';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { PUBLIC_HEADERS } from '../kit/cors.ts';
import type { Db, ServerLog } from '../kit/platform.ts';
import { type BlobStore, bytesOf } from './blob-store.ts';
import { FilePath, Name, Version } from './manifest.ts';
import { contentTypeOf, type ReleaseStore, type StoredFile } from './release-store.ts';
import type { Releases } from './releases.ts';

/**
 * Validated strictly, since with an external release service every such name is requested from it and the response
 * cached.
 */
const Place = z.tuple([Name, Version, FilePath]);
/**
 * For files that a browser might show as a page of this origin. A worker is governed by its own script's policy, which
 * gets what it needs from the shell's.
 */
const NO_PAGE = "default-src 'none'; frame-ancestors 'none'; sandbox";
const isScript = (name: string): boolean => /\.m?js$/.test(name);
/** Files, and releases of a day, that are remembered. */
const REMEMBERED = 20_000;

/** A release file as text; undefined if missing. */
export async function textOfRelease(
  { store, blobs }: { store: Pick<ReleaseStore, 'file'>; blobs: BlobStore },
  module: string,
  version: string,
  name: string,
): Promise<string | undefined> {
  const file = await store.file(module, version, name);
  if (file === undefined || file === 'gone' || !(await blobs.has(file.sha256))) return undefined;
  return (await bytesOf(blobs, file.sha256)).toString('utf8');
}

/** Which file of which release. */
interface OfRelease {
  readonly module: string | undefined;
  readonly version: string | undefined;
  readonly name: string;
}

/** Sends a file of a release; `decorate` has the last word about the headers of one that is sent. */
export type SendFile = (
  request: FastifyRequest,
  reply: FastifyReply,
  of: OfRelease,
  decorate: (reply: FastifyReply) => void,
) => Promise<unknown>;

/** Release files, compressed if supported. 410 for withdrawn versions; uncached 404 if missing. */
export function createFileSender(
  { db, log }: { readonly db: Db; readonly log: ServerLog },
  { blobs, store, registry }: Pick<Releases, 'blobs' | 'store' | 'registry'>,
): SendFile {
  const touch = createTouch(db);
  const find = createFinder(store, registry.serial);
  return async (request, reply, of, decorate) => {
    const place = Place.safeParse([of.module, of.version, of.name]);
    if (!place.success) return reply.callNotFound();
    const [module, version, name] = place.data;
    reply.headers({ ...PUBLIC_HEADERS, 'cache-control': 'no-store' });
    const file = await find(module, version, name);
    if (file === undefined) return reply.callNotFound();
    if (file === 'gone') return reply.code(410).type('text/plain; charset=utf-8').send('This version was withdrawn.\n');
    const { sha256, encoding } = chosen(request, file);
    const blob = await blobs.get(sha256);
    if (blob === undefined) {
      log.error({ module, version, path: name }, 'a file of a release is away');
      return reply.callNotFound();
    }
    touch(module, version);
    if (!isScript(name)) reply.header('content-security-policy', NO_PAGE);
    reply.type(contentTypeOf(name)).headers({ 'content-length': blob.bytes, vary: 'Accept-Encoding' });
    if (encoding !== undefined) reply.header('content-encoding', encoding);
    if (!isDevVersion(version)) decorate(reply);
    return reply.send(request.method === 'HEAD' ? undefined : blob.read());
  };
}

/** `/m/<module>/<version>/<path>`: release files, immutable. `decorate` strips document-only headers. */
export function serveReleases(app: FastifyInstance, send: SendFile, decorate: (reply: FastifyReply) => void): void {
  app.get<{ Params: { '*': string } }>('/m/*', async (request, reply) => {
    const [module, version, ...rest] = request.params['*'].split('/');
    return send(request, reply, { module, version, name: rest.join('/') }, decorate);
  });
}

/**
 * File locations, cached until a release or withdrawal: a page loads thirty at once, and must survive a database
 * outage.
 */
function createFinder({ file }: Pick<ReleaseStore, 'file'>, serial: () => number | undefined): ReleaseStore['file'] {
  const known = new Map<string, StoredFile>();
  let of: number | undefined;
  return async (module, version, name) => {
    const now = serial();
    if (of !== now || known.size > REMEMBERED) known.clear();
    of = now;
    const key = `${module}/${version}/${name}`;
    const found = known.get(key) ?? (await file(module, version, name));
    // a development build expires without a change of the registry
    if (found !== undefined && found !== 'gone' && now === serial() && !isDevVersion(version)) known.set(key, found);
    return found;
  };
}

function chosen(request: FastifyRequest, { sha256, br, gz }: StoredFile): { sha256: string; encoding?: 'br' | 'gzip' } {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  if (br !== null && /\bbr\b/.test(accepted)) return { sha256: br, encoding: 'br' };
  if (gz !== null && /\bgzip\b/.test(accepted)) return { sha256: gz, encoding: 'gzip' };
  return { sha256 };
}

/** Records when a release was last served, once per day and process, for garbage collection. */
function createTouch(db: Db): (module: string, version: string) => void {
  const noted = new Set<string>();
  return (module, version) => {
    const mark = `${module} ${version} ${new Date().toISOString().slice(0, 10)}`;
    if (noted.has(mark)) return;
    if (noted.size > REMEMBERED) noted.clear();
    noted.add(mark);
    db.query(
      `update release set served_on = current_date where module = $1 and version = $2 and served_on is distinct from current_date`,
      [module, version],
    ).catch(() => noted.delete(mark));
  };
}
