import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { endWithoutToken, readRest } from './unfinished.ts';
import { errorBody } from './server-error.ts';
import { sourceOfPath } from './paths.ts';

/** Headers that belong to one connection (RFC 9110, 7.6.1). */
const OF_CONNECTION = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
/** Set by a proxy, and trusted only behind one. */
const OF_PROXY = new Set(['forwarded', 'x-forwarded-host', 'x-forwarded-proto']);

/**
 * Idle timeout in milliseconds, well below the other process's (72 s), so that no request is sent on a closing
 * connection.
 */
const IDLE_MS = 10_000;

export interface Forward {
  (request: IncomingMessage, response: ServerResponse): void;
  close(): void;
}

/**
 * Reverse proxy to a server on a local socket, streaming bytes. `address` is the socket; undefined while it is down,
 * which answers 503. Adds X-Forwarded-For.
 */
export function createForward(address: () => string | undefined, behindProxy: boolean): Forward {
  const agent = new http.Agent({ keepAlive: true, maxFreeSockets: 64, timeout: IDLE_MS });
  const forward = (request: IncomingMessage, response: ServerResponse): void => {
    const began = performance.now();
    const socketPath = address();
    if (socketPath === undefined) return unavailable(request, response);
    const onward = http.request({
      agent,
      socketPath,
      method: request.method,
      path: request.url,
      headers: headersOf(request, behindProxy),
      setHost: false,
    });
    onward.once('response', (answer) => {
      // a request that timed out is not retried (RFC 9110, 15.5.9)
      const last = answer.statusCode === 408 ? ['Connection', 'close'] : [];
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, [...passed(answer.rawHeaders), ...last]);
      pipeline(answer, response, () => {
        if (request.complete) return;
        request.unpipe(onward);
        readRest(request, began);
        onward.destroy();
      });
    });
    onward.on('error', () => {
      if (!response.headersSent) unavailable(request, response);
      else if (!response.writableFinished) response.destroy();
    });
    response.once('close', () => {
      if (!response.writableFinished) onward.destroy();
    });
    endWithoutToken(request, response, sourceOf(request));
    // the server behind handles announced but missing bodies with invalid tokens
    onward.flushHeaders();
    request.pipe(onward);
  };
  return Object.assign(forward, { close: () => agent.destroy() });
}

function headersOf(request: IncomingMessage, behindProxy: boolean): string[] {
  const before = request.headers['x-forwarded-for'];
  const chain = [...(before === undefined ? [] : [String(before)]), request.socket.remoteAddress ?? 'unknown'].join(
    ', ',
  );
  const forwarded = passed(
    request.rawHeaders,
    (name) => name === 'x-forwarded-for' || (!behindProxy && OF_PROXY.has(name)),
  );
  // a body of unknown length stays one
  return [
    ...forwarded,
    'X-Forwarded-For',
    chain,
    ...(request.headers['transfer-encoding'] === undefined ? [] : ['Transfer-Encoding', 'chunked']),
  ];
}

/** Raw headers (alternating names and values) without connection-level ones. */
function passed(raw: readonly string[], isLeftOut: (name: string) => boolean = () => false): string[] {
  const pairs: string[] = [];
  for (let at = 0; at < raw.length; at += 2) {
    const [name = '', value = ''] = [raw[at], raw[at + 1]];
    const key = name.toLowerCase();
    if (!OF_CONNECTION.has(key) && !isLeftOut(key)) pairs.push(name, value);
  }
  return pairs;
}

function unavailable(request: IncomingMessage, response: ServerResponse): void {
  const source = sourceOf(request);
  const body =
    source === 'FHIR_SERVER'
      ? { resourceType: 'OperationOutcome', issue: [{ severity: 'error', code: 'transient', diagnostics: WORDS }] }
      : errorBody({ code: 'UNAVAILABLE', status: 503, message: WORDS }, source);
  response
    .writeHead(503, {
      'content-type':
        source === 'FHIR_SERVER' ? 'application/fhir+json; charset=utf-8' : 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': '1',
    })
    .end(JSON.stringify(body));
  request.unpipe();
  readRest(request);
}

const sourceOf = (request: IncomingMessage) => sourceOfPath(request.url ?? '') ?? 'PHR_API';

const WORDS = 'The record services are starting again';
