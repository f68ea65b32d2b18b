import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { PUBLIC_HEADERS } from '../../kit/cors.ts';
import type { Config } from '../../kit/config.ts';
import { framePage, type FindPartner } from './frame-page.ts';

/** An immutable version folder. */
const VERSION = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/;
const SHORT = 'public, max-age=300';
const Versions = z.object({
  schema: z.literal(1),
  current: z.string(),
  versions: z.record(z.string(), z.record(z.string(), z.string())),
});
type Versions = z.output<typeof Versions>;

/** Archive of embed versions. */
const versionsFolder = (dataDir: string): string => path.join(dataDir, 'embed-versions');

/**
 * Archives the build's version beside earlier ones, for pages that pinned them. Archived versions never change, as
 * their hashes are in partner pages. Returns the current offer; undefined without a build.
 */
export function archiveVersions(embedDir: string, dataDir: string): Versions | undefined {
  const built = versionsIn(embedDir);
  if (built === undefined) return undefined;
  const archiveDir = versionsFolder(dataDir);
  const to = path.join(archiveDir, built.current);
  const from = path.join(embedDir, built.current);
  if (!existsSync(to) && existsSync(from)) {
    const aside = path.join(archiveDir, `.${built.current}.${process.pid}`);
    mkdirSync(archiveDir, { recursive: true });
    cpSync(from, aside, { recursive: true });
    cpSync(path.join(embedDir, 'versions.json'), path.join(aside, 'versions.json'));
    try {
      renameSync(aside, to);
    } catch (error) {
      rmSync(aside, { recursive: true, force: true });
      // another process of the same start was first
      if (!existsSync(to)) throw error;
    }
  }
  const all = (existsSync(archiveDir) ? readdirSync(archiveDir) : [])
    .filter((name) => VERSION.test(name))
    .map((name) => versionsIn(path.join(archiveDir, name)));
  return {
    ...built,
    versions: Object.assign({}, built.versions, ...all.map((one) => one?.versions)) as Versions['versions'],
  };
}

function versionsIn(dir: string): Versions | undefined {
  const file = path.join(dir, 'versions.json');
  return existsSync(file) ? Versions.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
}

/**
 * Serves partner scripts: versions are immutable, pointers to the current one cached five minutes, plus the frame page.
 */
export async function serveEmbed(
  app: FastifyInstance,
  config: Config,
  cacheForever: (reply: FastifyReply) => void,
  findPartner: FindPartner,
): Promise<void> {
  const offered = archiveVersions(config.embedDir, config.dataDir);
  const archiveDir = versionsFolder(config.dataDir);
  for (const root of [config.embedDir, archiveDir]) mkdirSync(root, { recursive: true });
  await app.register(fastifyStatic, {
    // the archive wins: a rebuild of the same version must not replace it
    root: [archiveDir, config.embedDir],
    index: false,
    preCompressed: true,
    dotfiles: 'ignore',
    redirect: false,
    cacheControl: false,
    prefix: '/embed/',
    decorateReply: false,
    setHeaders: (reply, file) => {
      const isPinned = VERSION.test(path.basename(path.dirname(file)));
      if (isPinned) cacheForever(reply as unknown as FastifyReply);
      reply.headers({ ...PUBLIC_HEADERS, ...(isPinned ? {} : { 'cache-control': SHORT }) });
    },
  });
  if (offered !== undefined)
    app.get('/embed/versions.json', async (_request, reply) =>
      reply.headers({ ...PUBLIC_HEADERS, 'cache-control': 'no-cache' }).send(offered),
    );
  app.get<{ Params: { partner: string } }>('/embed/frame/:partner', async ({ params: { partner } }, reply) => {
    const found = await findPartner(partner);
    return found === undefined || offered === undefined
      ? reply.callNotFound()
      : reply
          .headers(framePage.headers(config, found.origins))
          .type('text/html; charset=utf-8')
          .send(framePage.text(offered.current, found.origins));
  });
}
