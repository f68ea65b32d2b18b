import type { IncomingMessage } from 'node:http';
import { PassThrough, Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createServer } from '../../kit/logger.ts';
import type { Platform } from '../../kit/platform.ts';
import { ServerError, answerWithErrorBody, pathOf } from '../../kit/server-error.ts';
import { titleOf } from './attachment-title.ts';
import type { FileStore } from '../../storage/file-store.ts';
import { contentTypeOfKey, dispositionOf, isShown } from '../../storage/file-types.ts';
import { wasRemoved } from '../../records/orphan-files.ts';
import {
  ANONYMOUS,
  isKey,
  type AddressSigner,
  type FileMethod,
  type Permission,
} from '../../storage/signed-address.ts';
import { createUploadLimits } from './upload-limits.ts';
import { MONITORING_HEADERS } from '../../kit/cors.ts';

/** A large series over a slow line. */
const UPLOAD_MS = 3_600_000;
const SILENCE_MS = 60_000;

/** Safari renders PDFs with scripts, which a sandbox blocks; the document still has an opaque origin. */
const PDF_POLICY = "sandbox allow-scripts; frame-ancestors 'none'";

/** The files origin: a signed URL is the authorization; tokens are ignored. */
export function createFilesServer(
  platform: Pick<Platform, 'config' | 'log' | 'db' | 'counts' | 'partnerOrigins'>,
  store: FileStore,
  signer: AddressSigner,
): FastifyInstance {
  const { config, db } = platform;
  const limits = createUploadLimits(platform.counts, config.limits);
  const app = createServer(config, platform.log, 'files', {
    bodyLimit: config.limits.uploadDicomBytes,
    requestTimeout: UPLOAD_MS,
    silence: SILENCE_MS,
    // its body is expected when the address holds
    mayTakeTime: async (request) => request.method === 'PUT' && isPermitted(request, signer),
  });
  answerWithErrorBody(app, 'PHR_API');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, body, done) => done(null, body));

  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'x-content-type-options': 'nosniff',
      // file content never runs scripts and has an opaque origin
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'cross-origin',
      'referrer-policy': 'no-referrer',
      vary: 'Origin',
      ...(config.filesOrigin.startsWith('https:')
        ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
        : {}),
    });
    const { origin } = request.headers;
    if (origin !== undefined && (await platform.partnerOrigins.isKnown(origin))) {
      reply.headers({
        'access-control-allow-origin': origin,
        'access-control-expose-headers': 'Accept-Ranges, Content-Length, Content-Range, ETag, Retry-After',
      });
    }
  });

  app.get('/health', async () => ({ status: 'ok' }));

  app.options('/*', async (_request, reply) =>
    reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'GET, PUT',
        'access-control-allow-headers': `content-type, range, ${MONITORING_HEADERS}`,
        'access-control-max-age': '600',
      })
      .send(),
  );

  app.put<{ Params: { '*': string }; Body: Readable | null }>('/*', async (request, reply) => {
    const { key, maxBytes, person } = permissionOf(request, signer, 'PUT');
    const length = request.headers['content-length'];
    if (Number(length ?? 0) > maxBytes) throw new ServerError('UPLOAD_LIMIT', 'The file is too large');
    await limits.take({ person, ip: request.ip }, length === undefined ? maxBytes : Number(length));
    const size = await putOnce(key, request.body === null ? Readable.from([]) : bodyOf(request.raw), maxBytes);
    request.log.info({ size }, 'file stored');
    return reply.code(200).send();
  });

  /** a key stays taken even if its file was deleted during the upload */
  async function putOnce(key: string, content: Readable, maxBytes: number): Promise<number> {
    const taken = () =>
      new ServerError(
        key.startsWith(ANONYMOUS) ? 'ACCESS_DENIED' : 'CONFLICT',
        'There is another file under this name',
      );
    if (await wasRemoved(db, key)) throw taken();
    const size = await store.put(key, content, maxBytes).catch((error: unknown) => {
      throw error instanceof ServerError && error.code === 'CONFLICT' ? taken() : error;
    });
    if (!(await wasRemoved(db, key))) return size;
    await store.remove(key);
    throw taken();
  }

  app.get<{ Params: { '*': string } }>('/*', async (request, reply) => {
    const { key } = permissionOf(request, signer, 'GET');
    const file = await store.find(key);
    if (file === undefined) throw new ServerError('NOT_FOUND', 'The file does not exist');
    // a viewer that reads piece by piece shows no name
    const isPart = request.headers.range !== undefined;
    reply
      .headers({
        'accept-ranges': 'bytes',
        'cache-control': 'private, no-store',
        'content-disposition': dispositionOf(key, isPart || !isShown(key) ? undefined : await titleOf(db, key)),
        ...(contentTypeOfKey(key) === 'application/pdf' ? { 'content-security-policy': PDF_POLICY } : {}),
        etag: `"${file.size.toString(16)}-${file.modified.getTime().toString(16)}"`,
      })
      .type(contentTypeOfKey(key));
    return sendRange(request, reply, file.size, (start, end) => file.read(start, end));
  });

  return app;
}

/** Body of a request. If reading stops early, the rest is drained, or it would block the connection's next request. */
function bodyOf(request: IncomingMessage): Readable {
  const body = new PassThrough();
  request.pipe(body);
  body.once('close', () => {
    request.unpipe(body);
    request.resume();
  });
  request.once('close', () => {
    if (!request.complete) body.destroy(new Error('The caller went away'));
  });
  return body;
}

function isPermitted(request: FastifyRequest, signer: AddressSigner): boolean {
  const key = decodeURI(pathOf(request)).slice(1);
  return isKey(key) && signer.permission(key, 'PUT', request.query) !== undefined;
}

function permissionOf(
  request: FastifyRequest<{ Params: { '*': string } }>,
  signer: AddressSigner,
  method: FileMethod,
): Permission {
  const key = request.params['*'];
  const permission = isKey(key) ? signer.permission(key, method, request.query) : undefined;
  if (permission === undefined) throw new ServerError('ACCESS_DENIED', 'The address was altered or has expired');
  return permission;
}

/** The whole file, or one requested range (RFC 9110). */
function sendRange(
  request: FastifyRequest,
  reply: FastifyReply,
  size: number,
  read: (start?: number, end?: number) => Readable,
): FastifyReply {
  const range = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '');
  if (range === null || (range[1] === '' && range[2] === '')) return reply.header('content-length', size).send(read());
  const [, from = '', to = ''] = range;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (start > end || start >= size) return reply.code(416).header('content-range', `bytes */${size}`).send();
  return reply
    .code(206)
    .headers({ 'content-range': `bytes ${start}-${end}/${size}`, 'content-length': end - start + 1 })
    .send(read(start, end));
}
