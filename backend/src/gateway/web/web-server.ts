import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import rateLimit from '@fastify/rate-limit';
import type { DevBuild } from '@phr/contract/registry';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { createServer, type ServerOptions } from '../../kit/logger.ts';
import { checkAddress } from '../../kit/parse.ts';
import type { Platform } from '../../kit/platform.ts';
import { errorBody, refusalOf, toErrorResponse } from '../../kit/server-error.ts';
import { described } from '../../kit/route-schema.ts';
import { unknownOrNotAllowed } from '../../kit/allowed-methods.ts';
import { limitKey, rateLimitStore } from '../../kit/usage-counts.ts';
import { isSignedIn } from '../../access/auth.ts';
import { compressTexts } from '../../kit/compress.ts';
import { allowKnownOrigins, PUBLIC_HEADERS } from '../../kit/cors.ts';
import { registerCspReport } from '../../kit/csp-report.ts';
import { isApiPath, isPublishedPath, sourceOfPath } from '../../kit/paths.ts';
import { appManifest } from './app-manifest.ts';
import type { LiveRegistry } from '../../releases/registry.ts';
import type { ReadReleaseFile } from './preload-links.ts';
import type { LiveEmbed } from '../../releases/embed.ts';
import { type SendFile, serveReleases } from '../../releases/files.ts';
import { serveEmbed } from './embed-files.ts';
import type { FindPartner } from './frame-page.ts';
import { publicConfig } from './public-config.ts';
import { commonHeaders, DATA_HEADERS, documentHeaders, WORKER_HEADERS } from './security-headers.ts';
import { createShellPage } from './shell-page.ts';

/** Largest accepted body: a transaction of 20 MiB. */
const BODY_LIMIT = 20 * 1_048_576;
/** The same with separate record services: the front process parses nothing large. */
const FRONT_BODY_LIMIT = 262_144;
const IMMUTABLE = 'public, max-age=31536000, immutable';

const OwnBuilds = z.object({ builds: z.array(z.object({ endsAt: z.string(), release: z.unknown() })) });

export interface WebParts {
  readonly registry: Pick<LiveRegistry, 'read' | 'published' | 'offered' | 'keys' | 'serial'>;
  readonly readReleaseFile: ReadReleaseFile;
  readonly sendReleaseFile: SendFile;
  readonly embed: LiveEmbed;
  /** Builds in development that a user gets beside what everybody gets. */
  readonly devBuildsOf: (userId: string) => Promise<readonly DevBuild[]>;
  /** A partner that is in force, whose pages may show our frame. */
  readonly findPartner: FindPartner;
  /** True while the process accepts work. */
  readonly isReady: () => Promise<boolean>;
  /** Services that live on the shell's origin. */
  readonly services: (app: FastifyInstance) => Promise<void>;
  /** Forwards requests to services in another process. */
  readonly forward?: ServerOptions['forward'];
  /** Only the process in front calls this one. */
  readonly isBehind?: boolean;
}

/** The public origin: shell, modules, embed loader, registry and services. */
export async function createWebServer(platform: Platform, parts: WebParts): Promise<FastifyInstance> {
  const { config } = platform;
  const app = createServer(config, platform.log, 'web', {
    bodyLimit: parts.forward === undefined ? BODY_LIMIT : FRONT_BODY_LIMIT,
    mayTakeTime: (request) => isSignedIn(platform.auth, request),
    ...(parts.forward === undefined ? {} : { forward: parts.forward }),
    isBehind: parts.isBehind ?? false,
  });
  const common = commonHeaders(config);
  const page = createShellPage(
    { ...config, readReleaseFile: parts.readReleaseFile },
    publicConfig(config),
    parts.registry.published,
  );

  // before the routes: each takes the handler that is set when it is registered
  app.setErrorHandler((error, request, reply) => {
    const refusal = toErrorResponse(error);
    if (refusal.status >= 500) request.log.error({ err: error }, 'request failed');
    return reply
      .headers({ ...DATA_HEADERS, ...refusal.headers })
      .code(refusal.status)
      .send(errorBody(refusal, sourceOfPath(request.url) ?? 'PHR_API'));
  });

  app.addHook('onRequest', async (request, reply) => {
    reply.headers(common);
    if (!isApiPath(request.url)) return;
    reply.headers(DATA_HEADERS);
    const serial = parts.registry.serial();
    if (serial !== undefined) reply.header('x-phr-registry', serial);
  });
  allowKnownOrigins(app, platform.partnerOrigins);
  compressTexts(app);
  await app.register(rateLimit, {
    max: config.limits.apiPerMinuteUser,
    timeWindow: '1 minute',
    store: rateLimitStore(platform.counts, 'api'),
    allowList: (request) => !isApiPath(request.url),
    keyGenerator: limitKey(platform.auth),
  });

  if (config.runs.has('web')) await publishFiles();
  registerCspReport(app);
  app.get('/health', async (_request, reply) => reply.headers(DATA_HEADERS).send({ status: 'ok' }));
  app.get('/ready', async (_request, reply) => {
    const ready = await parts.isReady();
    return reply
      .headers(DATA_HEADERS)
      .code(ready ? 200 : 503)
      .send({ status: ready ? 'ok' : 'unavailable' });
  });
  await parts.services(app);

  async function publishFiles(): Promise<void> {
    await app.register(fastifyStatic, { ...filesOf(config.shellDir), wildcard: true, setHeaders: shellFileHeaders });
    // if switched off, the URL serves a worker that removes itself: browsers find it by their own check
    if (!config.serviceWorker) app.get('/sw.js', async (_request, reply) => reply.sendFile('sw-off.js'));
    serveReleases(app, parts.sendReleaseFile, cacheForever);
    await serveEmbed(app, config, { ...parts, send: parts.sendReleaseFile, cacheForever });
    app.get('/config.json', async (_request, reply) =>
      reply.headers({ ...DATA_HEADERS, ...PUBLIC_HEADERS }).send(publicConfig(config)),
    );
    app.get('/registry.json', async (_request, reply) =>
      reply.headers({ ...DATA_HEADERS, ...PUBLIC_HEADERS }).send(await parts.registry.read()),
    );
    app.get<{ Params: { file: string } }>(
      '/:file(^[a-z.]+\\.webmanifest$)',
      { config: { access: 'none' } },
      async ({ params: { file } }, reply) => {
        const text = await appManifest(config.shellDir, file, parts.registry.offered);
        return text === undefined
          ? reply.callNotFound()
          : reply.header('cache-control', 'no-cache').type('application/manifest+json; charset=utf-8').send(text);
      },
    );
    app.get('/registry/2.json', sendRegistry);
    app.get('/registry/keys.json', async (_request, reply) =>
      reply.headers({ ...DATA_HEADERS, ...PUBLIC_HEADERS }).send({ keys: await parts.registry.keys() }),
    );
    const mine = described({
      service: 'web',
      summary: 'Builds in development that this user alone gets.',
      security: 'bearer',
      access: 'user',
      answer: OwnBuilds,
    });
    app.get('/registry/mine.json', mine, async (request, reply) => {
      checkAddress(request);
      reply.headers(DATA_HEADERS);
      const { userId } = await platform.auth.authenticate(request);
      return reply.send({ builds: await parts.devBuildsOf(userId) });
    });
    app.get('/', sendShell);
    app.get('/index.html', sendShell);
  }

  async function sendRegistry(request: FastifyRequest, reply: FastifyReply) {
    reply.headers({ ...DATA_HEADERS, ...PUBLIC_HEADERS });
    const { text, etag, signature } = await parts.registry.published();
    // polled each minute: mostly 304, some answered by a cache in front
    reply.headers({
      etag,
      'cache-control': 'public, max-age=0, s-maxage=5',
      'x-phr-signature': signature,
      'access-control-expose-headers': 'X-Phr-Signature',
    });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(text);
  }

  async function sendShell(request: FastifyRequest, reply: FastifyReply) {
    const text = await page({ path: request.url.split('?')[0] ?? '', cookie: request.headers.cookie });
    if (text === undefined)
      return reply
        .code(503)
        .headers(DATA_HEADERS)
        .type('text/plain; charset=utf-8')
        .send('The shell is not built yet: run "pnpm build".\n');
    return reply.headers(documentHeaders(config)).type('text/html; charset=utf-8').send(text);
  }

  app.setNotFoundHandler((request, reply) => {
    if (config.runs.has('web') && acceptsHtml(request)) return sendShell(request, reply);
    const refusal = refusalOf(unknownOrNotAllowed(app.routeTable, request, reply));
    return reply
      .headers(DATA_HEADERS)
      .code(refusal.status)
      .send(errorBody(refusal, sourceOfPath(request.url) ?? 'PHR_API'));
  });
  return app;
}

/** Unknown paths go to the shell's router, except those of services and files. */
function acceptsHtml(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  if (isApiPath(request.url) || isPublishedPath(request.url)) return false;
  const last = (request.url.split('?')[0] ?? '').split('/').at(-1) ?? '';
  return (request.headers.accept ?? '').includes('text/html') || !last.includes('.');
}

function filesOf(root: string): FastifyStaticOptions {
  // the build may appear after the first start
  if (!existsSync(root)) mkdirSync(root, { recursive: true });
  return { root, index: false, preCompressed: true, dotfiles: 'ignore', redirect: false, cacheControl: false };
}

/** A content-hashed file, sent without half a kilobyte of document-only headers. */
function cacheForever(reply: FastifyReply): void {
  reply
    .header('cache-control', IMMUTABLE)
    .removeHeader('permissions-policy')
    .removeHeader('cross-origin-opener-policy');
}

function shellFileHeaders(reply: FastifyReply, file: string): void {
  const hashed = /[.-][0-9a-f]{8,}\.\w+(\.(br|gz))?$/.test(path.basename(file));
  if (hashed) cacheForever(reply);
  else reply.header('cache-control', 'no-cache');
  if (/^sw(?:-off)?\.js/.test(path.basename(file))) reply.headers(WORKER_HEADERS);
}
