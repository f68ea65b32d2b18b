import type { FastifyInstance } from 'fastify';
import type { PartnerOrigins } from './platform.ts';
import { isApiPath, isPublishedPath } from './paths.ts';

/** Added to public files (modules, embed loader, registry, configuration), readable from any origin. */
export const PUBLIC_HEADERS = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
};

/** Headers that a page's monitoring adds to its requests. */
export const MONITORING_HEADERS = 'baggage, sentry-trace, traceparent, tracestate, x-requested-with';

const API_HEADERS =
  'accept-language, authorization, content-type, idempotency-key, if-match, if-modified-since, if-none-exist, if-none-match, prefer, x-request-id, x-timezone-offset';

/**
 * Allows the shell's and partners' origins to call the APIs, and any origin to read public files; no cookies, so no
 * credentials.
 */
export function allowKnownOrigins(app: FastifyInstance, origins: Pick<PartnerOrigins, 'isKnown'>): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.method === 'OPTIONS' && isPublishedPath(request.url)) {
      await reply
        .code(204)
        .headers({
          ...PUBLIC_HEADERS,
          'access-control-allow-methods': 'GET, HEAD',
          'access-control-allow-headers': '*',
          'access-control-max-age': '600',
        })
        .send();
    }
    if (!isApiPath(request.url)) return;
    reply.header('vary', 'Origin');
    const { origin } = request.headers;
    if (origin === undefined || !(await origins.isKnown(origin))) return;
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': 'ETag, Link, Location, Last-Modified, Retry-After, X-Phr-Registry, X-Request-Id',
      'cross-origin-resource-policy': 'cross-origin',
    });
    if (request.method !== 'OPTIONS') return;
    await reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'GET, POST, PUT, DELETE',
        'access-control-allow-headers': `${API_HEADERS}, ${MONITORING_HEADERS}`,
        'access-control-max-age': '600',
      })
      .send();
  });
}
