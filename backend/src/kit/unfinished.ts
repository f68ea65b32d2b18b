import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ErrorSource } from '@phr/contract/app-error';
import { errorBody } from './server-error.ts';

/** Timeout in milliseconds for unauthorized requests to complete. */
const UNFINISHED_MS = 4_000;
const LOOK_MS = 500;
/** Time to finish a body after an early response: cutting the connection while the client writes loses the response. */
const LEAST_REST_MS = 1_000;

/**
 * Node's server limits: incomplete headers close the connection; the default check interval would allow half a minute.
 */
export const HEADER_LIMITS = { headersTimeout: UNFINISHED_MS, connectionsCheckingInterval: LOOK_MS } as const;

/** Whether a request may be slow, because it is authorized. Asked only for slow ones. */
export type MayTakeTime = (request: FastifyRequest) => Promise<boolean>;

/** Aborts requests whose body does not arrive, unless authorized. */
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
              // a request that was answered early is not answered again
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
 * Aborts unauthenticated requests whose body does not arrive, by this process's clock, as the process that verifies
 * tokens may be busy.
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
 * Lets a client finish a rejected body unread instead of closing the connection, which would lose the response: a
 * closed TCP receiver discards it (RFC 9112, 9.6).
 */
export function readToEnd(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.removeHeader('connection');
    if (!request.raw.complete) request.raw.resume();
    done();
  });
}

/**
 * Drains a body after an early response, closing the connection at a deadline counted from `began` (performance.now()),
 * however late the response was.
 */
export function readRest(request: IncomingMessage, began = performance.now()): void {
  const left = began + UNFINISHED_MS - performance.now();
  const cut = setTimeout(() => request.destroy(), Math.max(left, LEAST_REST_MS));
  request
    .once('end', () => clearTimeout(cut))
    .once('close', () => clearTimeout(cut))
    .resume();
}

/** Answers malformed requests in the usual format and closes the connection. */
export function answerBadRequests(source: ErrorSource): (error: Error, socket: Duplex) => void {
  return (error, socket) => {
    const { code } = { code: '', ...error };
    // browsers preconnect: close silent connections without a response
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
  // continued sending does not keep it open
  socket.end(`${headers.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
