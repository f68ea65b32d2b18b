import { createHash } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { AwsScope } from '../src/kit/config.ts';
import { presignedAddress, signedHeaders } from './aws-signature.ts';

export interface Bucket {
  readonly url: string;
  readonly objects: Map<string, Buffer>;
  /** Objects that were put under a signed condition. */
  readonly conditions: string[];
  /** Why requests were refused. */
  readonly refused: string[];
  stop(): Promise<void>;
}

const MODIFIED = 'Fri, 24 May 2013 00:00:00 GMT';

/**
 * A bucket in memory that checks signature, time and hash of each request. In its old version it accepts every file,
 * whatever the condition.
 */
export async function startBucket(scope: AwsScope, { knowsConditions = true } = {}): Promise<Bucket> {
  const objects = new Map<string, Buffer>();
  const refused: string[] = [];
  const conditions: string[] = [];
  const server = http.createServer((request, response) => {
    buffer(request).then(
      (body) => {
        const url = new URL(request.url ?? '', `http://${request.headers.host ?? ''}`);
        const refuse = (why: string) => {
          refused.push(why);
          response.writeHead(403).end(why);
        };
        const stamp = url.searchParams.get('X-Amz-Date') ?? String(request.headers['x-amz-date'] ?? '');
        const at = new Date(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
        const seconds = Number(url.searchParams.get('X-Amz-Expires') ?? 900);
        if (!(Math.abs(Date.now() - at.getTime()) <= seconds * 1_000)) return refuse('time');
        const names = (/SignedHeaders=([^,]+)/.exec(request.headers.authorization ?? '')?.[1] ?? '')
          .split(';')
          .filter((name) => !['host', 'x-amz-content-sha256', 'x-amz-date'].includes(name));
        if (url.searchParams.has('X-Amz-Signature')) {
          const given = url.searchParams.get('X-Amz-Signature');
          const bare = new URL(url);
          for (const name of [...bare.searchParams.keys()])
            if (name.startsWith('X-Amz-')) bare.searchParams.delete(name);
          if (
            presignedAddress({ method: request.method ?? '', url: bare }, seconds, scope, at).searchParams.get(
              'X-Amz-Signature',
            ) !== given
          )
            return refuse('signature');
        } else {
          const authorization = request.headers.authorization ?? '';
          const headers = Object.fromEntries(names.map((name) => [name, String(request.headers[name] ?? '')]));
          const payloadHash = String(request.headers['x-amz-content-sha256']);
          const expected = signedHeaders({ method: request.method ?? '', url, headers, payloadHash }, scope, at);
          if (signatureIn(expected['authorization']) !== signatureIn(authorization)) return refuse('signature');
          if (createHash('sha256').update(body).digest('hex') !== payloadHash) return refuse('payload');
        }
        const name = decodeURIComponent(url.pathname);
        if (
          knowsConditions &&
          request.method === 'PUT' &&
          request.headers['if-none-match'] === '*' &&
          objects.has(name)
        )
          return response.writeHead(412).end();
        if (request.method === 'PUT') {
          if (names.includes('if-none-match')) conditions.push(name);
          objects.set(name, body);
        }
        if (request.method === 'DELETE') objects.delete(name);
        if (request.method === 'PUT' || request.method === 'DELETE')
          return response.writeHead(request.method === 'PUT' ? 200 : 204).end();
        const object = objects.get(name);
        if (object === undefined) return response.writeHead(404).end();
        const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
        const part =
          range === null
            ? object
            : object.subarray(Number(range[1]), range[2] === '' ? undefined : Number(range[2]) + 1);
        const disposition = url.searchParams.get('response-content-disposition');
        return response
          .writeHead(range === null ? 200 : 206, {
            'content-length': part.length,
            'last-modified': MODIFIED,
            'content-type': url.searchParams.get('response-content-type') ?? '',
            ...(disposition === null ? {} : { 'content-disposition': disposition }),
          })
          .end(request.method === 'HEAD' ? undefined : part);
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    conditions,
    refused,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

function signatureIn(authorization = ''): string | undefined {
  return /Signature=([0-9a-f]{64})$/.exec(authorization)?.[1];
}
