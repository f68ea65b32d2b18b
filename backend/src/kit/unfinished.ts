import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ErrorSource } from '@phr/contract/app-error';
import { errorBody } from './server-error.ts';

/** Milliseconds in which who shows no permission finishes a request. */
const UNFINISHED_MS = 4_000;
const LOOK_MS = 500;
/** The same in which who was answered may end a body, however late the answer was: a connection that is cut while it writes loses it. */
const LEAST_REST_MS = 1_000;

/** Node's limits of a server: headers that are not finished end their connection. The usual interval of looking would make it half a minute. */
export const HEADER_LIMITS = { headersTimeout: UNFINISHED_MS, connectionsCheckingInterval: LOOK_MS } as const;

/** Whether a request may take its time, since it shows a permission that holds. Asked only when it takes long. */
export type MayTakeTime = (request: FastifyRequest) => Promise<boolean>;

/** Ends requests whose body does not come, unless they may take their time. */
export function endUnfinished(app: FastifyInstance, source: ErrorSource, mayTakeTime: MayTakeTime): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    const length = raw.headers['content-length'];
    if ((length !== undefined && length !== '0') || raw.headers['transfer-encoding'] !== undefined) {
      const timer = setTimeout(() => {
        if (raw.complete || raw.destroyed) return;
        mayTakeTime(request)
          .catch(() => false)
          .then(
            (may) => {
              if (may || raw.complete) return;
              // what was answered before its end is not answered again
              if (reply.raw.headersSent) raw.socket.destroy();
              else refuse(raw.socket, 408, source);
            },
            () => undefined,
          );
      }, UNFINISHED_MS);
      raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
    }
    done();
  });
}

/**
 * Ends a request that shows no token and whose body does not come, by the clock of this process: the one behind that knows what a token is worth may be busy
 * just then.
 */
export function endWithoutToken(request: IncomingMessage, response: ServerResponse, source: ErrorSource): void {
  if (request.headers.authorization !== undefined) return;
  const timer = setTimeout(() => {
    if (request.complete || request.destroyed) return;
    if (response.headersSent) request.socket.destroy();
    else refuse(request.socket, 408, source);
  }, UNFINISHED_MS);
  request.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
}

/**
 * Lets who was answered before the end of a body send the rest of it, unread, and closes no connection for a body that was refused. One that is closed while the
 * sender still writes, if only the end of it, loses the answer: its system throws away what it has received (RFC 9112, 9.6).
 */
export function readToEnd(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.removeHeader('connection');
    if (!request.raw.complete) request.raw.resume();
    done();
  });
}

/**
 * Reads what still comes of a body that was answered, and ends the connection of one that does not end in its time, which counts from `began` (as
 * performance.now() tells it): a late answer gives no more.
 */
export function readRest(request: IncomingMessage, began = performance.now()): void {
  const left = began + UNFINISHED_MS - performance.now();
  const cut = setTimeout(() => request.destroy(), Math.max(left, LEAST_REST_MS));
  request
    .once('end', () => clearTimeout(cut))
    .once('close', () => clearTimeout(cut))
    .resume();
}

/** Answers what is no request at all in the usual shape, and ends its connection. */
export function answerBadRequests(source: ErrorSource): (error: Error, socket: Duplex) => void {
  return (error, socket) => {
    const { code } = { code: '', ...error };
    // a browser opens connections that it may need: one that said nothing is closed without a word
    const isSilent = code === 'ERR_HTTP_REQUEST_TIMEOUT' && 'bytesRead' in socket && socket.bytesRead === 0;
    if (isSilent || code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else refuse(socket, code === 'HPE_HEADER_OVERFLOW' ? 431 : code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400, source);
  };
}

const WORDS = {
  400: ['Bad Request', 'The request is not valid'],
  408: ['Request Timeout', 'The request was not finished in time'],
  431: ['Request Header Fields Too Large', 'The headers are too large'],
} as const;

function refuse(socket: Duplex, status: keyof typeof WORDS, source: ErrorSource): void {
  const [reason, message] = WORDS[status];
  const body = JSON.stringify(
    errorBody({ code: 'FORM_INPUT_INVALID', status, message, detail: { message: 'request' } }, source),
  );
  const headers = [
    `HTTP/1.1 ${status} ${reason}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    'Cache-Control: no-store',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  // whoever goes on sending does not keep it open
  socket.end(`${headers.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
