import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { AwsScope } from '../src/kit/config.ts';
import { createLocalFileStore } from '../src/storage/local-store.ts';
import { type FileStore } from '../src/storage/file-store.ts';
import { createS3FileStore } from '../src/storage/s3-store.ts';
import { createSigner } from '../src/storage/s3-signer.ts';
import { presignedAddress } from './aws-signature.ts';
import { startBucket } from './bucket.ts';
import { callerOf } from './service-caller.ts';
import { startTestBackend } from './test-backend.ts';

const EXAMPLE: AwsScope = {
  accessKey: 'AKIAIOSFODNN7EXAMPLE',
  secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};
const AT = new Date('2013-05-24T00:00:00Z');
const EMPTY = createHash('sha256').update('').digest('hex');

// examples of the Amazon S3 API reference, "Authenticating Requests (AWS Signature Version 4)"
describe('AWS signatures are those of the published examples', () => {
  test('a presigned address', async () => {
    const address = await createSigner(EXAMPLE, () => AT).address(
      new URL('https://examplebucket.s3.amazonaws.com/test.txt'),
      86_400,
    );
    expect(address.searchParams.get('X-Amz-Signature')).toBe(
      'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
    );
  });

  test.each([
    [
      'GET',
      '/test.txt',
      { range: 'bytes=0-9' },
      EMPTY,
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    ],
    [
      'PUT',
      '/test%24file.text',
      { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
      '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    ],
    ['GET', '/?lifecycle', {}, EMPTY, 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
    ['GET', '/?max-keys=2&prefix=J', {}, EMPTY, '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'],
  ] as const)('headers of %s %s', async (method, at, headers, payloadHash, signature) => {
    const signed = await createSigner(EXAMPLE, () => AT).headers(
      method,
      new URL(`https://examplebucket.s3.amazonaws.com${at}`),
      headers,
      payloadHash,
    );
    expect(signed['authorization']).toMatch(new RegExp(`Signature=${signature}$`));
  });
});

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...Array(400).keys()]);
const SCOPE: AwsScope = { accessKey: 'phr', secretKey: 'mot-khoa-bi-mat', region: 'ap-southeast-1' };
let dir: string;
let bucket: Awaited<ReturnType<typeof startBucket>>;
const stores: Record<string, FileStore> = {};

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'phr-store-'));
  bucket = await startBucket(SCOPE);
  stores['the disk'] = createLocalFileStore(path.join(dir, 'local'));
  stores['a bucket'] = createS3FileStore(
    { ...SCOPE, endpoint: bucket.url, bucket: 'phr-files', pathStyle: true },
    path.join(dir, 's3'),
  );
});
afterAll(async () => {
  await bucket.stop();
  await rm(dir, { recursive: true, force: true });
});
const store = (name: string): FileStore => {
  const found = stores[name];
  if (found === undefined) throw new Error(name);
  return found;
};

describe.each(['the disk', 'a bucket'])('[BACK-02] files in %s', (name) => {
  const key = () => `patient/reports/${crypto.randomUUID()}.png`;

  test('are kept, found with their size, read whole and in part, and removed for good', async () => {
    const at = key();
    expect(await store(name).find(at)).toBeUndefined();
    expect(await store(name).put(at, PNG, 10_000)).toBe(PNG.length);
    const file = await store(name).find(at);
    expect(file?.size).toBe(PNG.length);
    expect((await buffer(file?.read() ?? Readable.from([]))).equals(PNG)).toBe(true);
    expect((await buffer(file?.read(1, 3) ?? Readable.from([]))).toString('latin1')).toBe('PNG');
    await store(name).remove(at);
    await store(name).remove(at);
    expect(await store(name).find(at)).toBeUndefined();
  });

  test('are refused when too large, of another content or of an unknown type, and leave nothing', async () => {
    const at = key();
    await expect(store(name).put(at, PNG, PNG.length - 1)).rejects.toMatchObject({
      code: 'UPLOAD_LIMIT',
      statusCode: 413,
    });
    await expect(store(name).put(at, Buffer.from('%PDF-1.7'), 10_000)).rejects.toMatchObject({
      code: 'FILE_TYPE',
      statusCode: 415,
    });
    await expect(store(name).put('patient/x.exe', PNG, 10_000)).rejects.toMatchObject({ code: 'FILE_TYPE' });
    expect(await store(name).find(at)).toBeUndefined();
    expect(await readdir(path.join(dir, name === 'the disk' ? 'local' : 's3', 'drafts'))).toEqual([]);
  });
});

describe.each(['the disk', 'a bucket'])('a key is written once in %s', (name) => {
  const PDF = Buffer.from(`%PDF-1.4 kết quả của bệnh viện ${'x'.repeat(57_000)}`);
  const FORGED = Buffer.from('%PDF-1.4 FORGED');
  const key = () => `patient/reports/${crypto.randomUUID()}.pdf`;
  const bytesOf = async (at: string): Promise<string> =>
    (await buffer((await store(name).find(at))?.read() ?? Readable.from([]))).toString();

  test('other bytes under a written key are refused, the same bytes change nothing, and no draft is left', async () => {
    const at = key();
    await store(name).put(at, PDF, 100_000);
    const first = await store(name).find(at);
    await expect(store(name).put(at, FORGED, 100_000)).rejects.toMatchObject({ code: 'CONFLICT', statusCode: 409 });
    await expect(
      store(name).put(at, Buffer.concat([PDF.subarray(0, -1), Buffer.from('y')]), 100_000),
    ).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await store(name).put(at, PDF, 100_000)).toBe(PDF.length);
    expect(await bytesOf(at)).toBe(PDF.toString());
    expect((await store(name).find(at))?.modified).toEqual(first?.modified);
    expect(await readdir(path.join(dir, name === 'the disk' ? 'local' : 's3', 'drafts'))).toEqual([]);
  });

  test('of many who write one key at once, one wins and all others are refused', async () => {
    const at = key();
    const contents = Array.from({ length: 8 }, (_none, index) =>
      Buffer.from(`%PDF-1.4 ${index} ${String(index).repeat(20_000)}`),
    );
    const tries = await Promise.allSettled(contents.map((content) => store(name).put(at, content, 100_000)));
    const won = tries.flatMap(({ status }, index) => (status === 'fulfilled' ? [index] : []));
    expect(won).toHaveLength(1);
    expect(tries.flatMap((one) => (one.status === 'rejected' ? [(one.reason as { code: string }).code] : []))).toEqual(
      Array(7).fill('CONFLICT'),
    );
    expect(await bytesOf(at)).toBe(contents[won[0] ?? 0]?.toString());
  });
});

test('a written key stays in a bucket that knows no conditions, too', async () => {
  const old = await startBucket(SCOPE, { knowsConditions: false });
  try {
    const files = createS3FileStore(
      { ...SCOPE, endpoint: old.url, bucket: 'phr-files', pathStyle: true },
      path.join(dir, 'old'),
    );
    const at = `patient/reports/${crypto.randomUUID()}.pdf`;
    await files.put(at, Buffer.from('%PDF-1.4 kết quả của bệnh viện'), 1_000);
    await expect(files.put(at, Buffer.from('%PDF-1.4 FORGED'), 1_000)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect([...old.objects.values()].map(String)).toEqual(['%PDF-1.4 kết quả của bệnh viện']);
  } finally {
    await old.stop();
  }
});

test('every file goes to a bucket under the signed condition that there is none', () => {
  expect(bucket.conditions.length).toBeGreaterThan(0);
  expect([...bucket.objects.keys()].filter((name) => !bucket.conditions.includes(name))).toEqual([]);
});

test("a bucket's address is signed for one file and five minutes, and serves it only as its true type", async () => {
  const at = `patient/reports/${crypto.randomUUID()}.png`;
  await store('a bucket').put(at, PNG, 10_000);
  const address = new URL((await store('a bucket').address?.(at)) ?? '');
  const answer = await fetch(address);
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual([
    200,
    'image/png',
    `inline; filename="${path.basename(at)}"`,
  ]);
  expect(address.searchParams.get('X-Amz-Expires')).toBe('300');
  expect((await fetch(address, { method: 'PUT', body: PNG })).status).toBe(403);
  expect((await fetch(new URL(address.href.replace('reports', 'other')))).status).toBe(403);
  expect((await fetch(new URL(address.href.replace('inline', 'attachment')))).status).toBe(403);
  const old = presignedAddress(
    { method: 'GET', url: new URL(address.origin + address.pathname) },
    300,
    SCOPE,
    new Date(Date.now() - 301_000),
  );
  expect((await fetch(old)).status).toBe(403);
});

test('a bucket that refuses our key is told as unavailable, and a wrong key is noticed', async () => {
  const other = createS3FileStore(
    { ...SCOPE, secretKey: 'falsch-geraten', endpoint: bucket.url, bucket: 'phr-files', pathStyle: true },
    path.join(dir, 's3'),
  );
  await expect(other.put('patient/x/1.png', PNG, 10_000)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    statusCode: 503,
  });
  await expect(other.find('patient/x/1.png')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(bucket.refused).toContain('signature');
});

test("[BACK-02] with a bucket configured, the same calls keep files there, readable from the page's origin", async () => {
  const backend = await startTestBackend({
    STORAGE: 's3',
    S3_ENDPOINT: bucket.url,
    S3_BUCKET: 'phr-files',
    S3_REGION: SCOPE.region,
    S3_ACCESS_KEY: SCOPE.accessKey,
    S3_SECRET_KEY: SCOPE.secretKey,
    UPLOAD_LIMIT_BYTES: '5000',
  });
  try {
    const api = callerOf(backend);
    const chau = await api.newPatient();
    const key = `${chau.patient}/reports/${crypto.randomUUID()}.png`;
    const signed = async (kind: 'upload' | 'download') =>
      String(
        (await api.call(chau, 'GET', `/api/phr/storage/get-presigned-url-for-${kind}?key=${encodeURIComponent(key)}`))
          .body['data'],
      );
    const upload = await signed('upload');
    const put = async (body: Buffer) => (await fetch(upload, { method: 'PUT', body: new Uint8Array(body) })).status;
    expect([
      await put(Buffer.concat([PNG, Buffer.alloc(5_000)])),
      await put(Buffer.from('%PDF-1.7')),
      await put(PNG),
    ]).toEqual([413, 415, 200]);
    expect(bucket.objects.get(`/phr-files/${key}`)?.equals(PNG)).toBe(true);

    const download = await signed('download');
    expect(new URL(download).origin).toBe(bucket.url);
    expect(Buffer.from(await (await fetch(download)).arrayBuffer()).equals(PNG)).toBe(true);
    const many = await api.call(chau, 'POST', '/api/phr/storage/presigned-url-for-download', {
      keys: [key, `${chau.patient}/reports/${crypto.randomUUID()}.png`],
    });
    expect(Object.keys(many.data)).toEqual([key]);
    expect(await (await fetch(`${backend.urls.shell}/config.json`)).json()).toMatchObject({
      storageOrigins: [backend.urls.files, bucket.url],
    });
  } finally {
    await backend.stop();
  }
});
