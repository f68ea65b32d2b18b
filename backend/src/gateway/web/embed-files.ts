import { existsSync, mkdirSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { PUBLIC_HEADERS } from '../../kit/cors.ts';
import type { Config } from '../../kit/config.ts';
import { EMBED, EMBED_ENTRY, type LiveEmbed } from '../../releases/embed.ts';
import type { SendFile } from '../../releases/files.ts';
import { framePage, type FindPartner } from './frame-page.ts';

const SHORT = 'public, max-age=300';
/** `/embed/2.js`: loads the current version by its hash. It is a part of the product, as the pages are. */
const LOADER = /^\/\d+\.js$/;
/** Address of the first embed: today's script, whose calls include those of the first. */
const FIRST = '/embed/1.0.0.js';
/** Scripts and their list: any page may ask, signed in or not. */
const FOR_ALL = { config: { access: 'none' } } as const;

export interface EmbedParts {
  readonly embed: LiveEmbed;
  readonly send: SendFile;
  /** Headers of a file that never changes. */
  readonly cacheForever: (reply: FastifyReply) => void;
  readonly findPartner: FindPartner;
}

/**
 * Serves partner scripts from the releases: versions are immutable, pointers to the current one cached five minutes,
 * plus the frame page.
 */
export async function serveEmbed(app: FastifyInstance, config: Config, parts: EmbedParts): Promise<void> {
  const { embed, send, cacheForever, findPartner } = parts;
  await serveLoader(app, config.embedDir);
  app.get('/embed/versions.json', FOR_ALL, async (_request, reply) => {
    const offered = await embed.offered();
    return offered === undefined
      ? reply.callNotFound()
      : reply.headers({ ...PUBLIC_HEADERS, 'cache-control': 'no-cache' }).send(offered);
  });
  app.get(FIRST, FOR_ALL, async (request, reply) => {
    const version = (await embed.offered())?.current ?? undefined;
    return send(request, reply, { module: EMBED, version, name: EMBED_ENTRY }, () => {
      reply.header('cache-control', SHORT);
    });
  });
  app.get<{ Params: { version: string; '*': string } }>('/embed/:version/*', FOR_ALL, async (request, reply) => {
    const { version, '*': name } = request.params;
    return send(request, reply, { module: EMBED, version, name }, cacheForever);
  });
  app.get<{ Params: { partner: string } }>('/embed/frame/:partner', FOR_ALL, async ({ params: { partner } }, reply) => {
    const [found, offered] = await Promise.all([findPartner(partner), embed.offered()]);
    const version = offered?.current ?? undefined;
    return found === undefined || version === undefined
      ? reply.callNotFound()
      : reply
          .headers(framePage.headers(config, found.origins))
          .type('text/html; charset=utf-8')
          .send(framePage.text(version, found.origins));
  });
}

async function serveLoader(app: FastifyInstance, embedDir: string): Promise<void> {
  // the build may appear after the first start
  if (!existsSync(embedDir)) mkdirSync(embedDir, { recursive: true });
  await app.register(fastifyStatic, {
    root: embedDir,
    index: false,
    preCompressed: true,
    dotfiles: 'ignore',
    redirect: false,
    cacheControl: false,
    prefix: '/embed/',
    decorateReply: false,
    allowedPath: (pathName) => LOADER.test(pathName),
    setHeaders: (reply) => {
      reply.headers({ ...PUBLIC_HEADERS, 'cache-control': SHORT });
    },
  });
}
