import { type S3Settings } from '../kit/config.ts';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import http from 'node:http';
import https from 'node:https';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ServerError } from '../kit/server-error.ts';
import { receive, refuseOtherContent, type CheckedFile } from './checked-content.ts';
import type { FileStore, StoredFile } from './file-store.ts';
import { contentTypeOfKey, dispositionOf } from './file-types.ts';
import { createSigner } from './s3-signer.ts';
import { ADDRESS_SECONDS } from './signed-address.ts';

const TIMEOUT_MS = 60_000;
/** Connections to the store are reused, and their number is limited. */
const AGENT = { keepAlive: true, maxSockets: 32 };
const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/**
 * Files in an S3 bucket. Uploads pass through this server, because a presigned S3 upload cannot limit the size or the
 * content of a file. They are conditional (If-None-Match: *), so that nothing is replaced. Downloads go straight to the
 * bucket by presigned addresses. `folder` holds a file while it is checked.
 */
export function createS3FileStore(settings: S3Settings, folder: string): FileStore {
  const { endpoint, bucket, pathStyle } = settings;
  const signer = createSigner(settings);
  const isTls = endpoint.startsWith('https:');
  const agent = isTls ? new https.Agent(AGENT) : new http.Agent(AGENT);

  const urlOf = (key: string): URL => {
    const url = new URL(endpoint);
    const object = key.split('/').map(encode).join('/');
    if (pathStyle) url.pathname = `${url.pathname.replace(/\/$/, '')}/${bucket}/${object}`;
    else {
      url.hostname = `${bucket}.${url.hostname}`;
      url.pathname = `/${object}`;
    }
    return url;
  };

  const send = async (
    method: 'PUT' | 'GET' | 'HEAD' | 'DELETE',
    key: string,
    options: { headers?: Record<string, string>; payloadHash?: string; body?: Readable } = {},
  ): Promise<http.IncomingMessage> => {
    const url = urlOf(key);
    const headers = await signer.headers(method, url, options.headers ?? {}, options.payloadHash ?? EMPTY_SHA256);
    const request = (isTls ? https : http).request(url, { method, headers, agent, timeout: TIMEOUT_MS });
    request.on('timeout', () => request.destroy(new Error('the object store does not answer')));
    const answered = new Promise<http.IncomingMessage>((resolve, reject) => {
      request.once('response', resolve).once('error', reject);
    });
    if (options.body === undefined) request.end();
    else await Promise.all([pipeline(options.body, request), answered]);
    return answered;
  };

  const expect = async (
    answer: http.IncomingMessage,
    ...statuses: readonly number[]
  ): Promise<http.IncomingMessage> => {
    if (statuses.includes(answer.statusCode ?? 0)) return answer;
    answer.resume();
    throw new ServerError('UNAVAILABLE', 'The object store refused', {
      cause: new Error(`status ${answer.statusCode ?? 0}`),
    });
  };

  const find = async (key: string): Promise<StoredFile | undefined> => {
    const answer = await send('HEAD', key);
    answer.resume();
    if (answer.statusCode === 404) return undefined;
    await expect(answer, 200);
    return {
      size: Number(answer.headers['content-length'] ?? 0),
      modified: new Date(answer.headers['last-modified'] ?? 0),
      read(start, end) {
        const out = new PassThrough();
        const range = start === undefined && end === undefined ? {} : { range: `bytes=${start ?? 0}-${end ?? ''}` };
        send('GET', key, { headers: range })
          .then((got) => expect(got, 200, 206))
          .then((got) => pipeline(got, out))
          .catch((error: unknown) => out.destroy(error instanceof Error ? error : undefined));
        return out;
      },
    };
  };

  /** True when the bucket stored the file; false when the key already has one, or another upload is in progress. */
  const putNew = async (key: string, { draft, size, sha256, contentType }: CheckedFile): Promise<boolean> => {
    const headers = { 'content-length': String(size), 'content-type': contentType, 'if-none-match': '*' };
    const answer = await expect(
      await send('PUT', key, { headers, payloadHash: sha256, body: createReadStream(draft) }),
      200,
      409,
      412,
    );
    answer.resume();
    return answer.statusCode === 200;
  };

  return {
    async put(key, content, maxBytes) {
      const checked = await receive(folder, key, content, maxBytes);
      try {
        // checked first, because a bucket that does not support the condition would accept every file
        const storedFile =
          (await find(key)) ?? ((await putNew(key, checked)) ? undefined : ((await find(key)) ?? 'on its way'));
        if (storedFile === 'on its way')
          throw new ServerError('UNAVAILABLE', 'Another file is being written under this name');
        if (storedFile !== undefined) await refuseOtherContent(storedFile, checked);
      } finally {
        await rm(checked.draft, { force: true });
      }
      return checked.size;
    },

    find,

    async remove(key) {
      (await expect(await send('DELETE', key), 200, 204, 404)).resume();
    },

    async address(key) {
      const url = urlOf(key);
      // documents and pictures are displayed with their exact type; all other files are downloaded. A title in an
      // address would be personal data
      url.searchParams.set('response-content-disposition', dispositionOf(key));
      url.searchParams.set('response-content-type', contentTypeOfKey(key));
      url.searchParams.set('response-cache-control', 'private, no-store');
      return (await signer.address(url, ADDRESS_SECONDS)).href;
    },
  };
}

/** Origin of the bucket's file addresses, for the page's policy. */
export function originOfBucket({
  endpoint,
  bucket,
  pathStyle,
}: Pick<S3Settings, 'endpoint' | 'bucket' | 'pathStyle'>): string {
  const url = new URL(endpoint);
  if (!pathStyle) url.hostname = `${bucket}.${url.hostname}`;
  return url.origin;
}

/** Percent encoding as S3 applies it to keys: everything but letters, digits and -._~ */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
