import { AwsV4Signer } from 'aws4fetch';
import type { AwsScope } from '../kit/config.ts';

/** Signs requests to an object store (AWS Signature Version 4, service s3). */
export interface Signer {
  /**
   * Headers that sign a request: the given ones and those the signature needs.
   * @param payloadHash SHA-256 of the body in hexadecimal digits
   */
  headers(
    method: string,
    url: URL,
    headers: Readonly<Record<string, string>>,
    payloadHash: string,
  ): Promise<Record<string, string>>;
  /** An address that gives permission to read one object for `seconds` from now. */
  address(url: URL, seconds: number): Promise<URL>;
}

export function createSigner({ accessKey, secretKey, region }: AwsScope, now = () => new Date()): Signer {
  // derived keys are cached for a day
  const cache = new Map<string, ArrayBuffer>();
  const common = () => ({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    service: 's3',
    region,
    cache,
    datetime: now()
      .toISOString()
      .replace(/[-:]|\.\d{3}/g, ''),
  });
  return {
    async headers(method, url, headers, payloadHash) {
      const signed = await new AwsV4Signer({
        ...common(),
        method,
        url: url.href,
        headers: { ...headers, 'x-amz-content-sha256': payloadHash },
        allHeaders: true,
      }).sign();
      return Object.fromEntries(signed.headers);
    },
    async address(url, seconds) {
      const expiring = new URL(url);
      expiring.searchParams.set('X-Amz-Expires', String(seconds));
      const { url: signed } = await new AwsV4Signer({ ...common(), url: expiring.href, signQuery: true }).sign();
      return signed;
    },
  };
}
