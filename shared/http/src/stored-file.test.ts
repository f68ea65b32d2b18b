/** @jest-environment node */
import type { ServiceRequest } from '@phr/contract/host-api';
import { AppError } from '@phr/contract/app-error';
import { addressOfFile, filePath, orNothing, uploadFile } from './stored-file.ts';

const UID = '0b8b6a52-1f4e-4c1c-9d52-6d2f3c9b7a10';

function storage(answer: unknown = 'https://files.test/put') {
  const sent: ServiceRequest[] = [];
  return {
    sent,
    request: {
      send: async (request: ServiceRequest) => {
        sent.push(request);
        return { status: 200, body: answer, receivedAt: '' };
      },
    },
  };
}

test('[STO-03] a new file has a random name of 36 characters and its extension, in a folder of the patient', () => {
  expect(filePath('p1', 'avatar', 'jpg')).toMatch(/^p1\/avatar\/[0-9a-f-]{36}\.jpg$/);
  expect(filePath('p1', 'ecg', 'json', UID)).toBe(`p1/ecg/${UID}.json`);
});

test('[STO-01] [STO-04] [CALL-33] an upload gets a signed address, puts the file there and describes it', async () => {
  const { request, sent } = storage();
  const puts: string[] = [];
  const stored = await uploadFile(
    request,
    `p1/avatar/${UID}.jpg`,
    new File(['abc'], 'ảnh của tôi.jpg', { type: 'image/jpeg' }),
    async (url) => {
      puts.push(url);
      return 200;
    },
  );
  expect(stored).toEqual({
    path: `p1/avatar/${UID}.jpg`,
    url: 'https://files.test/put',
    extension: 'jpg',
    size: 3,
    uid: UID,
    name: 'ảnh của tôi.jpg',
  });
  expect(sent).toMatchObject([
    {
      service: 'phr',
      method: 'GET',
      path: '/api/phr/storage/get-presigned-url-for-upload',
      query: { key: `p1/avatar/${UID}.jpg` },
    },
  ]);
  expect(puts).toEqual(['https://files.test/put']);
});

test.each([
  [413, 'UPLOAD_LIMIT'],
  [415, 'FILE_TYPE'],
  [429, 'UPLOAD_QUOTA'],
  [409, 'CONFLICT'],
  [500, '500'],
])('[STO-06] [STO-09] an upload that is answered %i is told as %s', async (status, code) => {
  await expect(
    uploadFile(storage().request, `p1/a/${UID}.jpg`, new Blob(['x']), async () => status),
  ).rejects.toMatchObject({ code });
});

test('a retry succeeds if the file had arrived; a name taken by somebody else is refused', async () => {
  const isThere = new Set<string>();
  const request = {
    send: async ({ query }: ServiceRequest) => {
      const key = String(query?.['key']);
      if (isThere.has(key)) throw new AppError({ code: 'CONFLICT', httpStatus: 409 });
      return { status: 200, body: `https://files.test/${key}`, receivedAt: '' };
    },
  };
  const path = filePath('p1', 'encounters', 'pdf');
  const lost = async (url: string): Promise<number> => {
    isThere.add(url.replace('https://files.test/', ''));
    throw new AppError({ code: 'NETWORK' });
  };
  await expect(uploadFile(request, path, new Blob(['x']), lost)).rejects.toMatchObject({ code: 'NETWORK' });
  expect(await uploadFile(request, path, new Blob(['x']), lost)).toMatchObject({ path, size: 1, url: '' });
  const taken = filePath('p1', 'encounters', 'pdf');
  isThere.add(taken);
  await expect(uploadFile(request, taken, new Blob(['x']), async () => 200)).rejects.toMatchObject({
    code: 'CONFLICT',
  });
});

test('[CALL-35] a file is read from the address that is given for its key', async () => {
  const { request, sent } = storage('https://files.test/get');
  expect(await addressOfFile(request, 'p1/a/x.jpg')).toBe('https://files.test/get');
  expect(sent).toEqual([
    {
      service: 'phr',
      method: 'GET',
      path: '/api/phr/storage/get-presigned-url-for-download',
      query: { key: 'p1/a/x.jpg' },
    },
  ]);
});

test('an answer without an address is an error, and nothing is sent anywhere', async () => {
  const puts: string[] = [];
  await expect(
    uploadFile(storage({}).request, `p1/a/${UID}.jpg`, new Blob(['x']), async (url) => {
      puts.push(url);
      return 200;
    }),
  ).rejects.toMatchObject({ code: 'SERVER_ERROR' });
  await expect(addressOfFile(storage({}).request, 'p1/a/x.jpg')).rejects.toMatchObject({ code: 'SERVER_ERROR' });
  expect(puts).toEqual([]);
});

test("[STO-02] stores a DICOM file's metadata beside it as JSON of the same name; other files go alone", async () => {
  const puts: [string, Blob][] = [];
  const request = {
    send: async ({ query }: ServiceRequest) => ({
      status: 200,
      body: `https://files.test/${String(query?.['key'])}`,
      receivedAt: '',
    }),
  };
  const put = async (url: string, file: Blob): Promise<number> => {
    puts.push([url, file]);
    return 200;
  };
  const file = new Blob(['not really a picture']);
  expect(await uploadFile(request, `p1/history/${UID}.dcm`, file, put)).toMatchObject({
    path: `p1/history/${UID}.dcm`,
    extension: 'dcm',
  });
  expect(puts.map(([url]) => url)).toEqual([
    `https://files.test/p1/history/${UID}.dcm`,
    `https://files.test/p1/history/${UID}.json`,
  ]);
  expect(puts[0]?.[1]).toBe(file);
  expect(puts[1]?.[1].type).toBe('application/json');
  expect(JSON.parse((await puts[1]?.[1].text()) ?? '')).toEqual({ studies: [] });
  puts.length = 0;
  await uploadFile(request, `p1/history/${UID}.pdf`, file, put);
  expect(puts).toHaveLength(1);
  // a picture without metadata is incomplete: the form sends both again
  await expect(
    uploadFile(request, `p1/history/${UID}.dcm`, file, async (url) => (url.endsWith('.json') ? 500 : 200)),
  ).rejects.toMatchObject({ code: '500' });
});

test('[STO-05] a storage that fails gives nothing, and its reason is told once; other faults are thrown', async () => {
  const told: AppError[] = [];
  const tell = (error: AppError): void => {
    told.push(error);
  };
  const upload = (put: () => Promise<number>) =>
    orNothing(uploadFile(storage().request, `p1/a/${UID}.jpg`, new Blob(['x']), put), tell);
  expect(await upload(async () => 413)).toBeUndefined();
  expect(
    await upload(async () => {
      throw new AppError({ code: 'NETWORK' });
    }),
  ).toBeUndefined();
  expect(
    await orNothing(
      addressOfFile(
        {
          send: async () => {
            throw new AppError({ httpStatus: 404 });
          },
        },
        'p1/a/x.jpg',
      ),
      tell,
    ),
  ).toBeUndefined();
  expect(told.map(({ code }) => code)).toEqual(['UPLOAD_LIMIT', 'NETWORK', '404']);
  expect(await upload(async () => 200)).toMatchObject({ path: `p1/a/${UID}.jpg` });
  await expect(
    upload(async () => {
      throw new TypeError('a fault of ours');
    }),
  ).rejects.toThrow('a fault of ours');
  expect(told).toHaveLength(3);
});
