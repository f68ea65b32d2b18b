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

/** JSON log lines, on standard output or added to a file. Neither queries, headers nor bodies are ever logged, since they hold tokens and personal data. */
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
  /** Milliseconds for a whole request that may take its time. */
  readonly requestTimeout?: number;
  /** Milliseconds after which a connection ends on which nothing moves. */
  readonly silence?: number;
  readonly mayTakeTime: MayTakeTime;
  /** Takes requests that another process answers; true for one that it has taken. */
  readonly forward?: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Only the process in front calls it, which has waited for the headers and sends them whole: a clock here would only count this process's own work. */
  readonly isBehind?: boolean;
}

const KEEP_ALIVE_MS = 72_000;

/** A server with the product's request ids, time limits and one log line for each answer. */
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
  // a text body needs no preflight, so a foreign page could send one
  app.removeContentTypeParser(['text/plain', 'application/json']);
  const json = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    // the app names JSON on every call, also on one that deletes and sends nothing
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

/** A server that asks `forward` first. */
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
