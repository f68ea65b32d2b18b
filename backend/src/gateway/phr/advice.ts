import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ADVICE } from '@phr/clinical/assess/advice-file';
import { adviceIn, mayShow, type AdviceTexts } from '@phr/clinical/assess/advice-texts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Platform } from '../../kit/platform.ts';
import { described } from '../../kit/route-schema.ts';
import { ServerError } from '../../kit/server-error.ts';
import type { ServiceCalls } from './service-call.ts';

const Advice = z.object({
  version: z.number(),
  status: z.enum(['draft', 'approved']),
  reviewer: z.object({ name: z.string(), licence: z.string(), date: z.string() }).nullable(),
  rules: z.array(
    z.object({
      id: z.string(),
      when: z.string(),
      source: z.string(),
      words: z.record(z.string(), z.string()),
      signs: z.record(z.string(), z.array(z.string())).optional(),
      again: z.number().optional().meta({ description: 'Minutes after which it is measured again' }),
    }),
  ),
});
/** Texts may change at any start: browsers revalidate after an hour. */
const KEPT = 'private, max-age=3600';

/**
 * GET /api/phr/advice: advice texts, changeable without a build of the screens. Texts that may not be shown (R-S7) are
 * not served. Beyond the catalogue; clients fall back to their release's texts.
 */
export function registerAdvice(
  app: FastifyInstance,
  { auth, config, log }: Pick<Platform, 'auth' | 'config' | 'log'>,
  calls: ServiceCalls,
): void {
  const texts = textsOf(config.adviceFile, log);
  const body = mayShow(texts, config.clinicalTexts) ? JSON.stringify(texts) : undefined;
  const etag = `"${createHash('sha256')
    .update(body ?? '')
    .digest('base64url')
    .slice(0, 22)}"`;
  app.get(
    '/api/phr/advice',
    described({
      service: 'phr',
      summary: 'Words for readings that ask for something. Not in the catalogue: an addition of this product.',
      security: 'bearer',
      access: 'user',
      wrapped: true,
      answer: Advice,
      errors: ['NOT_FOUND'],
    }),
    async (request, reply) => {
      if (request.headers['if-none-match'] === etag && body !== undefined) {
        await auth.authenticate(request);
        return reply.status(304).headers({ etag, 'cache-control': KEPT }).send();
      }
      return calls.read(request, reply, async () => {
        if (body === undefined) throw new ServerError('NOT_FOUND', 'No advice may be shown');
        reply.headers({ etag, 'cache-control': KEPT });
        return body;
      });
    },
  );
}

/** The installation's texts, else this release's. An invalid file does not prevent the start. */
function textsOf(file: string | undefined, log: Platform['log']): AdviceTexts {
  if (file === undefined) return ADVICE;
  try {
    const texts = adviceIn(JSON.parse(readFileSync(file, 'utf8')));
    if (texts !== undefined) return texts;
    log.error({ file }, 'the advice file is not understood; the words of this release are served');
  } catch (error) {
    log.error({ err: error, file }, 'the advice file cannot be read; the words of this release are served');
  }
  return ADVICE;
}
