import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { S3Settings } from '../kit/config.ts';
import { createSigner } from '../storage/s3-signer.ts';
import type { Blob, BlobStore } from './blob-store.ts';
import { ReleaseError } from './release-error.ts';
import { sha256Of } from './blob-store.ts';

const TIMEOUT_MS = 60_000;
const EMPTY = sha256Of('');

/** Blobs in an S3 bucket below `releases/`. PUTs are conditional (If-None-Match: *), so nothing is ever replaced. */
export function createBucketBlobs(settings: S3Settings): BlobStore {
  const { endpoint, bucket, pathStyle } = settings;
  const signer = createSigner(settings);

  const urlOf = (sha256: string): URL => {
    const url = new URL(endpoint);
    const object = `releases/${sha256.slice(0, 2)}/${sha256}`;
    if (pathStyle) url.pathname = `${url.pathname.replace(/\/$/, '')}/${bucket}/${object}`;
    else {
      url.hostname = `${bucket}.${url.hostname}`;
      url.pathname = `/${object}`;
    }
    return url;
  };
  const send = async (method: string, sha256: string, expected: readonly number[], bytes?: Buffer) => {
    const url = urlOf(sha256);
    const given = bytes === undefined ? {} : { 'if-none-match': '*', 'content-type': 'application/octet-stream' };
    const headers = await signer.headers(method, url, given, bytes === undefined ? EMPTY : sha256);
    const answer = await fetch(url, {
      method,
      headers,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(bytes === undefined ? {} : { body: new Uint8Array(bytes) }),
    });
    if (expected.includes(answer.status)) return answer;
    await answer.body?.cancel();
    if (answer.status === 507) throw new ReleaseError(507, 'DISK_FULL', 'The object store is full');
    throw new Error(`The object store answered ${answer.status} to ${method}`);
  };
  const find = async (sha256: string): Promise<Blob | undefined> => {
    const head = await send('HEAD', sha256, [200, 404]);
    if (head.status === 404) return undefined;
    return {
      bytes: Number(head.headers.get('content-length')),
      read: () => Readable.from(bodyOf(sha256)),
    };
  };
  async function* bodyOf(sha256: string) {
    const { body } = await send('GET', sha256, [200]);
    if (body !== null) yield* Readable.fromWeb(body as ReadableStream);
  }
  return {
    get: find,
    has: async (sha256) => (await find(sha256)) !== undefined,
    async put(sha256, bytes) {
      // 412: exists already; 409: another process is writing the same bytes
      await (await send('PUT', sha256, [200, 409, 412], bytes)).body?.cancel();
    },
    async delete(sha256) {
      await (await send('DELETE', sha256, [200, 204, 404])).body?.cancel();
    },
  };
}
