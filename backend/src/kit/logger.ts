import { randomUUID } from 'node:crypto';
import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyServerFactory,
} from 'fastify';
import type { Config } from './config.ts';
import { checkContent } from './content/read-content.ts';
import { errorBody, pathOf, toErrorResponse, type ErrorBody } from './server-error.ts';
import { plainAddress, sourceOfPath } from './paths.ts';
import { answerBadRequests, endUnfinished, HEADER_LIMITS, readToEnd, type MayTakeTime } from './unfinished.ts';
import { collectRoutes, type RouteEntry } from './route-schema.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route of this server. */
    readonly routeTable: readonly RouteEntry[];
  }
}

/**
 * JSON log lines to standard output or a file. Never contain queries, headers or bodies, which hold tokens and personal
 * data.
 */
export function createLogger(level: Config['logLevel'], file?: string): FastifyBaseLogger {
  return Fastify({
    logger: {
      level,
      ...(file === undefined ? {} : { file }),
      serializers: {
        err: describeError,
        req: () => ({}),
        res: () => ({}),
      },
      redact: {
        paths: ['*.password', '*.authorization', '*.cookie', '*.code', '*.token', '*.secret', '*.jwt', '*.passkey'],
        remove: true,
      },
    },
  }).log;
}

export interface ServerOptions {
  /** Biggest body in bytes. */
  readonly bodyLimit: number;
  /** Timeout of authorized requests, in milliseconds. */
  readonly requestTimeout?: number;
  /** Idle connection timeout, in milliseconds. */
  readonly silence?: number;
  readonly mayTakeTime: MayTakeTime;
  /** Passes a request to another process; true if taken. */
  readonly forward?: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** called by the front process only, which has received all headers */
  readonly isBehind?: boolean;
}

const KEEP_ALIVE_MS = 72_000;

/** A server with request ids, timeouts and a log line per response. */
export function createServer(
  config: Config,
  log: FastifyBaseLogger,
  service: 'web' | 'identity' | 'files' | 'releases',
  options: ServerOptions,
): FastifyInstance {
  const { bodyLimit, requestTimeout = 120_000, silence = 0, mayTakeTime, forward, isBehind = false } = options;
  const source = service === 'identity' ? 'ID_SERVER' : 'PHR_API';
  const app = Fastify({
    loggerInstance: log.child({ service }),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    requestTimeout,
    connectionTimeout: silence,
    ...(forward === undefined
      ? { http: isBehind ? { headersTimeout: 0 } : HEADER_LIMITS }
      : { serverFactory: forwarding(forward, requestTimeout) }),
    rewriteUrl: ({ url = '/' }) => plainAddress(url),
    clientErrorHandler: answerBadRequests(source),
    // addresses that no route can be looked for with
    frameworkErrors: (error, request, reply: FastifyReply) =>
      refuseAddress(error, service === 'identity' ? source : (sourceOfPath(request.url) ?? source), reply),
    trustProxy: (_address, hop) => hop < config.trustProxy,
    genReqId: (request) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
    },
  });
  app.decorate('routeTable', collectRoutes(app));
  endUnfinished(app, source, mayTakeTime);
  readToEnd(app);
  // text bodies need no preflight, so a foreign page could send one
  app.removeContentTypeParser(['text/plain', 'application/json']);
  const json = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    // the app declares JSON on every call, even without a body
    if (request.method === 'DELETE' && body.length === 0) return done(null, undefined);
    try {
      if (body.length > 0) checkContent(body);
    } catch (error) {
      return done(error instanceof Error ? error : new Error('the content cannot be read'));
    }
    return void json(request, body.toString('utf8'), done);
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        path: pathOf(request).replace(/^\/interaction\/.*/, '/interaction'),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    );
  });
  return app;
}

/** A server that tries `forward` first. */
function forwarding(
  forward: NonNullable<ServerOptions['forward']>,
  requestTimeout: number,
): FastifyServerFactory<Server> {
  return (own) =>
    createHttpServer({ ...HEADER_LIMITS, requestTimeout, keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
      request.url = plainAddress(request.url ?? '/');
      if (!forward(request, response)) own(request, response);
    });
}

function refuseAddress(error: Error, source: ErrorBody['source'], reply: FastifyReply): void {
  void reply
    .code(422)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(errorBody({ ...toErrorResponse(error), detail: { message: 'address' } }, source));
}

function describeError(error: unknown): { type: string; message: string; stack: string } {
  if (!(error instanceof Error)) return { type: 'unknown', message: 'not an Error', stack: '' };
  const code = 'code' in error && typeof error.code === 'string' ? `${error.name} ${error.code}` : error.name;
  // the database repeats values in some of its messages
  if ('severity' in error) return { type: code, message: 'database error', stack: '' };
  return { type: code, message: error.message, stack: error.stack ?? '' };
}
