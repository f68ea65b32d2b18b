// A second implementation of AWS Signature Version 4, so that the tests' bucket does not check signatures with the code
// that made them.
import { createHash, createHmac } from 'node:crypto';
import type { AwsScope } from '../src/kit/config.ts';

/** Who signs, and where. */
interface Unsigned {
  readonly method: string;
  /** Path as sent, encoded; query parameters as sent. */
  readonly url: URL;
}

/** Hash value for a body that is not hashed. */
const UNSIGNED = 'UNSIGNED-PAYLOAD';
const ALGORITHM = 'AWS4-HMAC-SHA256';
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/**
 * Headers that sign a request (AWS Signature Version 4, service s3). All given headers are signed with it.
 * @param payloadHash SHA-256 of the body in hexadecimal digits
 */
export function signedHeaders(
  request: Unsigned & { readonly headers: Readonly<Record<string, string>>; readonly payloadHash: string },
  scope: AwsScope,
  now: Date,
): Record<string, string> {
  const { date, day } = stamps(now);
  const headers: Record<string, string> = {
    ...request.headers,
    host: request.url.host,
    'x-amz-content-sha256': request.payloadHash,
    'x-amz-date': date,
  };
  const { names, signature } = sign(request, headers, request.payloadHash, scope, date, day);
  return {
    ...headers,
    authorization: `${ALGORITHM} Credential=${scope.accessKey}/${day}/${scope.region}/s3/aws4_request,SignedHeaders=${names},Signature=${signature}`,
  };
}

/** An address that gives permission for one method and one object for `seconds` from now. */
export function presignedAddress({ method, url }: Unsigned, seconds: number, scope: AwsScope, now: Date): URL {
  const { date, day } = stamps(now);
  const signed = new URL(url);
  for (const [name, value] of [
    ['X-Amz-Algorithm', ALGORITHM],
    ['X-Amz-Credential', `${scope.accessKey}/${day}/${scope.region}/s3/aws4_request`],
    ['X-Amz-Date', date],
    ['X-Amz-Expires', String(seconds)],
    ['X-Amz-SignedHeaders', 'host'],
  ] as const)
    signed.searchParams.set(name, value);
  const { signature } = sign({ method, url: signed }, { host: url.host }, UNSIGNED, scope, date, day);
  // the query is written in the very form that was signed
  signed.search = `${canonicalQuery(signed)}&X-Amz-Signature=${signature}`;
  return signed;
}

function sign(
  { method, url }: Unsigned,
  headers: Readonly<Record<string, string>>,
  payloadHash: string,
  scope: AwsScope,
  date: string,
  day: string,
): { names: string; signature: string } {
  const sorted = Object.entries(headers)
    .map(([name, value]) => [name.toLowerCase(), value.trim()] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const names = sorted.map(([name]) => name).join(';');
  const canonical = [
    method,
    url.pathname,
    canonicalQuery(url),
    ...sorted.map(([name, value]) => `${name}:${value}`),
    '',
    names,
    payloadHash,
  ].join('\n');
  const toSign = [ALGORITHM, date, `${day}/${scope.region}/s3/aws4_request`, sha256(canonical)].join('\n');
  const key = ['s3', 'aws4_request'].reduce(
    (made, part) => hmac(made, part),
    hmac(hmac(`AWS4${scope.secretKey}`, day), scope.region),
  );
  return { names, signature: hmac(key, toSign).toString('hex') };
}

function canonicalQuery(url: URL): string {
  return [...url.searchParams]
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .toSorted(([a, x], [b, y]) => (a < b || (a === b && x < y) ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

/** Percent encoding as AWS applies it: everything but letters, digits and -._~ */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

function stamps(now: Date): { date: string; day: string } {
  const date = now.toISOString().replace(/[-:]|\.\d{3}/g, '');
  return { date, day: date.slice(0, 8) };
}
