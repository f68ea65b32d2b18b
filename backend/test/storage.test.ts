import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { decodeJwt } from 'jose';
import { SYSTEM_ACTOR } from '../src/fhir/actor.ts';
import { createOrphanFileCleaner } from '../src/records/orphan-files.ts';
import { createAddressSigner, isKey } from '../src/storage/signed-address.ts';
import { newPerson } from './browser.ts';
import { callerOf } from './service-caller.ts';
import { startTestBackend, type TestBackend } from './test-backend.ts';

let backend: TestBackend;
let token: string;
let patient: string;

const uuid = () => crypto.randomUUID();
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...Array(400).keys()]);
const DICOM = Buffer.concat([Buffer.alloc(128), Buffer.from('DICM'), Buffer.alloc(2_000, 7)]);

beforeAll(async () => {
  backend = await startTestBackend({
    UPLOAD_LIMIT_BYTES: '5000',
    UPLOAD_LIMIT_DICOM_BYTES: '100000',
    PARTNER_ORIGINS: 'https://partner.test',
  });
  const person = await newPerson(backend.config);
  token = person.tokens.access_token;
  const answer = await fetch(`${backend.urls.shell}/fhir/Patient`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/fhir+json' },
    body: JSON.stringify({ resourceType: 'Patient', name: [{ text: 'TRẦN MINH CHÂU' }], birthDate: '1985-03-14' }),
  });
  patient = String(((await answer.json()) as Record<string, unknown>)['id']);
});
afterAll(() => backend.stop());

const api = async (
  pathAndQuery: string,
  init: RequestInit = {},
): Promise<{ status: number; body: Record<string, unknown> }> => {
  const answer = await fetch(`${backend.urls.shell}/api/phr/storage/${pathAndQuery}`, {
    ...init,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};
const addressFor = async (kind: 'upload' | 'download', key: string): Promise<string> =>
  String((await api(`get-presigned-url-for-${kind}?key=${encodeURIComponent(key)}`)).body['data']);
const put = (address: string, body: Buffer | ReadableStream, headers: Record<string, string> = {}) =>
  fetch(address, {
    method: 'PUT',
    body,
    headers,
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  } as RequestInit);
const stored = async (key: string, content: Buffer): Promise<void> => {
  expect((await put(await addressFor('upload', key), content)).status).toBe(200);
};

test('[STO-01][CALL-33][CALL-35] a file is put to a signed address and read back with its type', async () => {
  const key = `${patient}/reports/${uuid()}.png`;
  await stored(key, PNG);
  const answer = await fetch(await addressFor('download', key));
  expect(answer.status).toBe(200);
  expect(Buffer.from(await answer.arrayBuffer()).equals(PNG)).toBe(true);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'content-disposition': `inline; filename="${path.basename(key)}"`,
    'cache-control': 'private, no-store',
    'accept-ranges': 'bytes',
  });
});

test('a file that is refused on its way does not hold up the next one of the same connection', async () => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const send = async (content: Buffer): Promise<number | undefined> => {
    const address = await addressFor('upload', `${patient}/series/${uuid()}.dcm`);
    const sent = http.request(address, { method: 'PUT', agent, headers: { 'content-length': content.length } });
    const answered = once(sent, 'response') as Promise<[http.IncomingMessage]>;
    sent.write(content.subarray(0, 1_000));
    // a wrong beginning is answered at once, while the rest is still being received
    if (content !== DICOM) await answered;
    sent.end(content.subarray(1_000));
    const [answer] = await answered;
    answer.resume();
    return answer.statusCode;
  };
  const statuses = [await send(Buffer.alloc(99_000, 1)), await send(DICOM), await send(Buffer.alloc(99_000, 2))];
  agent.destroy();
  expect(statuses).toEqual([415, 200, 415]);
});

test('papers and pictures are shown under the name that their entry gives them; everything else is saved', async () => {
  const shown = async (
    extension: string,
    content: Buffer,
    title?: string,
  ): Promise<[string | null, string | null, string | null]> => {
    const key = `${patient}/encounters/${uuid()}.${extension}`;
    await stored(key, content);
    if (title !== undefined) {
      await backend.repository.create(SYSTEM_ACTOR, {
        resourceType: 'DocumentReference',
        status: 'current',
        subject: { reference: `Patient/${patient}` },
        content: [{ attachment: { url: key, title } }],
      });
    }
    const { headers } = await fetch(await addressFor('download', key));
    return [
      headers.get('content-disposition')?.replace(path.basename(key), 'name') ?? null,
      headers.get('content-type'),
      headers.get('content-security-policy'),
    ];
  };
  const pdf = Buffer.from('%PDF-1.4');
  const boxed = expect.stringMatching(/\bsandbox\b/);
  // file names in entries on another server are not looked up there
  const named = (title: string) =>
    backend.config.fhirUpstream === undefined ? `; filename*=UTF-8''${encodeURIComponent(title)}` : '';
  expect(await shown('pdf', pdf, 'Giấy ra viện "5/1"\r\nx: y')).toEqual([
    `inline; filename="name"${named('Giấy ra viện "5 1"  x: y.pdf')}`,
    'application/pdf',
    boxed,
  ]);
  expect(await shown('jpg', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'đơn thuốc.jpg')).toEqual([
    `inline; filename="name"${named('đơn thuốc.jpg')}`,
    'image/jpeg',
    boxed,
  ]);
  expect(await shown('json', Buffer.from('{}'))).toEqual(['attachment; filename="name"', 'application/json', boxed]);
  expect(await shown('dcm', DICOM)).toEqual(['attachment; filename="name"', 'application/dicom', boxed]);
});

test('parts of a file can be read', async () => {
  const key = `${patient}/series/${uuid()}.dcm`;
  await stored(key, DICOM);
  const address = await addressFor('download', key);
  const part = async (range: string): Promise<[number, string | null, string]> => {
    const answer = await fetch(address, { headers: { range } });
    return [answer.status, answer.headers.get('content-range'), await answer.text()];
  };
  expect(await part('bytes=128-131')).toEqual([206, `bytes 128-131/${DICOM.length}`, 'DICM']);
  expect((await part('bytes=-4'))[1]).toBe(`bytes ${DICOM.length - 4}-${DICOM.length - 1}/${DICOM.length}`);
  expect((await part(`bytes=${DICOM.length}-`))[0]).toBe(416);
});

test('(38) an altered, expired or foreign address is refused with 403', async () => {
  const key = `${patient}/reports/${uuid()}.png`;
  await stored(key, PNG);
  const address = await addressFor('download', key);
  const other = `${patient}/reports/${uuid()}.png`;
  await stored(other, PNG);
  const status = async (url: string, init?: RequestInit) => (await fetch(url, init)).status;
  expect(await status(address.replace(path.basename(key), path.basename(other)))).toBe(403);
  expect(await status(address.replace('m=GET', 'm=PUT'), { method: 'PUT', body: PNG })).toBe(403);
  expect(await status(address, { method: 'PUT', body: PNG })).toBe(403);
  expect(await status(address.replace(/e=\d+/, 'e=9999999999'))).toBe(403);
  expect(await status(address.replace(/x=\d+/, 'x=1'))).toBe(403);
  expect(await status(address.replace(/&s=.*/, ''))).toBe(403);
  const signer = createAddressSigner(backend.urls.files, backend.config.secrets.filesKey);
  expect(await status(signer.address({ key, method: 'GET', maxBytes: 0, person: '' }, Date.now() - 301_000))).toBe(403);
  expect(await status(signer.address({ key, method: 'GET', maxBytes: 0, person: '' }, Date.now() - 240_000))).toBe(200);
});

test("[STO-06] a file above its kind's limit is refused, with and without a length, and leaves nothing", async () => {
  const key = `${patient}/big/${uuid()}.png`;
  const address = await addressFor('upload', key);
  const big = Buffer.concat([PNG, Buffer.alloc(6_000)]);
  const refused = await put(address, big);
  expect([refused.status, await refused.json()]).toEqual([413, expect.objectContaining({ code: 'UPLOAD_LIMIT' })]);
  const chunked = await put(
    address,
    new ReadableStream({
      start(c) {
        c.enqueue(new Uint8Array(big));
        c.close();
      },
    }),
  ).then(
    (answer) => answer.status,
    () => 413,
  );
  expect(chunked).toBe(413);
  expect((await api(`get-presigned-url-for-download?key=${key}`)).status).toBe(404);
  expect(await readdir(path.join(backend.config.dataDir, 'storage', 'drafts'))).toEqual([]);
  // a DICOM file of that size is within its own limit
  await stored(`${patient}/big/${uuid()}.dcm`, Buffer.concat([DICOM, Buffer.alloc(6_000)]));
});

test('[STO-09] (37) other types, and content that is not what the name says, are refused', async () => {
  for (const extension of ['html', 'svg', 'exe', 'js']) {
    const answer = await api(`get-presigned-url-for-upload?key=${patient}/a/${uuid()}.${extension}`);
    expect([answer.status, answer.body['code']]).toEqual([415, 'FILE_TYPE']);
  }
  const contents: readonly (readonly [string, Buffer])[] = [
    ['png', Buffer.from('MZ renamed program')],
    ['dcm', PNG],
    ['pdf', Buffer.from('<html>')],
    ['gif', Buffer.alloc(0)],
    ['json', Buffer.from('<svg>')],
  ];
  for (const [extension, content] of contents) {
    const key = `${patient}/a/${uuid()}.${extension}`;
    expect([extension, (await put(await addressFor('upload', key), content)).status]).toEqual([extension, 415]);
    expect((await api(`get-presigned-url-for-download?key=${key}`)).status).toBe(404);
  }
});

test('[BACK-10] (16)(37) keys of other patients are refused, whether they exist or not', async () => {
  const stranger = await newPerson(backend.config);
  const key = `${patient}/reports/${uuid()}.png`;
  await stored(key, PNG);
  for (const wanted of [key, `${uuid()}/reports/x.png`]) {
    for (const call of [`get-presigned-url-for-download?key=${wanted}`, `get-presigned-url-for-upload?key=${wanted}`]) {
      const answer = await fetch(`${backend.urls.shell}/api/phr/storage/${call}`, {
        headers: { authorization: `Bearer ${stranger.tokens.access_token}` },
      });
      expect(answer.status).toBe(403);
      expect(await answer.json()).toEqual({
        code: 'ACCESS_DENIED',
        message: 'Access denied',
        httpStatus: 403,
        source: 'PHR_API',
      });
    }
  }
  const many = await api('presigned-url-for-download', {
    method: 'POST',
    body: JSON.stringify({ keys: [key, `${uuid()}/x/y.png`] }),
  });
  expect(many.status).toBe(403);
});

test('[CALL-36] many keys are answered at once; missing files are left out', async () => {
  const key = `${patient}/reports/${uuid()}.png`;
  await stored(key, PNG);
  const { body } = await api('presigned-url-for-download', {
    method: 'POST',
    body: JSON.stringify({ keys: [key, `${patient}/reports/${uuid()}.png`] }),
  });
  const addresses = body['data'] as Record<string, string>;
  expect(Object.keys(addresses)).toEqual([key]);
  expect((await fetch(addresses[key] ?? '')).status).toBe(200);
});

test('a right that was taken away ends at once', async () => {
  const key = `${patient}/reports/${uuid()}.png`;
  await stored(key, PNG);
  const relative = await newPerson(backend.config);
  const userId = String(decodeJwt(relative.tokens.access_token)['box_user']);
  const ask = async (kind: string) =>
    (
      await fetch(`${backend.urls.shell}/api/phr/storage/get-presigned-url-for-${kind}?key=${key}`, {
        headers: { authorization: `Bearer ${relative.tokens.access_token}` },
      })
    ).status;
  expect(await ask('download')).toBe(403);
  await backend.platform.access.grant({ userId, patientId: patient, source: 'family', rights: 'read' });
  expect([await ask('download'), await ask('upload')]).toEqual([200, 403]);
  await backend.platform.access.revoke({ userId, patientId: patient, source: 'family' });
  expect(await ask('download')).toBe(403);
});

test('pages of the shell and of partners may read files, others not', async () => {
  const key = `${patient}/reports/${uuid()}.png`;
  await stored(key, PNG);
  const address = await addressFor('download', key);
  const allowed = async (origin: string) =>
    (await fetch(address, { headers: { origin } })).headers.get('access-control-allow-origin');
  expect(await allowed(backend.urls.shell)).toBe(backend.urls.shell);
  expect(await allowed('https://partner.test')).toBe('https://partner.test');
  for (const origin of ['https://evil.test', 'null', 'https://partner.test.evil.test'])
    expect(await allowed(origin)).toBeNull();
  const preflight = await fetch(address, {
    method: 'OPTIONS',
    headers: { origin: backend.urls.shell, 'access-control-request-method': 'PUT' },
  });
  expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([204, 'GET, PUT']);
});

test('keys cannot climb, hide or be absolute', () => {
  for (const key of [
    '',
    'a',
    '/a/b',
    'a//b',
    'a/../b',
    '../a/b',
    'a/.b',
    'a/b c.png',
    'a\\b/c',
    'a/b%2f',
    `a/${'b'.repeat(400)}`,
  ])
    expect(isKey(key)).toBe(false);
  expect(isKey('c4a50000-0000-4000-8000-000000000001/reports/x_1.dcm')).toBe(true);
});

test('[STO-03] a new file has a random 36-character name and an extension; other names are refused', async () => {
  const ask = async (name: string) =>
    (await api(`get-presigned-url-for-upload?key=${encodeURIComponent(`${patient}/${name}`)}`)).status;
  for (const name of [`${uuid()}.png`, `reports/${uuid()}.pdf`, `reports/${uuid()}-truoc.jpg`])
    expect([name, await ask(name)]).toEqual([name, 200]);
  for (const name of ['scan.png', `reports/${uuid().slice(1)}.png`, `${uuid()}`, `../${uuid()}.png`])
    expect([name, await ask(name)]).toEqual([name, 422]);
});

test('files that a crash or an absent store has left are removed later, and none is forgotten', async () => {
  const { db, log } = backend.platform;
  await db.query(`insert into file_removal (key) values ('p/1.png'), ('p/2.png')`);
  const removed: string[] = [];
  const away = createOrphanFileCleaner(db, { remove: () => Promise.reject(new Error('away')) }, log);
  await expect(away.sweep()).rejects.toThrow('away');
  expect(await db.query('select key from file_removal')).toHaveLength(2);
  await createOrphanFileCleaner(
    db,
    {
      remove: async (key) => {
        removed.push(key);
      },
    },
    log,
  ).sweep();
  expect(removed.toSorted()).toEqual(['p/1.png', 'p/2.png']);
  expect(await db.query('select key from file_removal')).toEqual([]);
});

test('[ECG-06] samples of an ECG may be as large as a document, other JSON stays small', async () => {
  const roomy = await startTestBackend({ UPLOAD_LIMIT_BYTES: '2000000' });
  try {
    const people = callerOf(roomy);
    const person = await people.newPatient();
    const status = async (folder: string, size: number): Promise<number> => {
      const { body } = await people.call(
        person,
        'GET',
        `/api/phr/storage/get-presigned-url-for-upload?key=${person.patient}/${folder}/${uuid()}.json`,
      );
      return (await put(String(body['data']), Buffer.from(`{"II":"${'2048 '.repeat(size / 5)}"}`))).status;
    };
    expect([await status('ecg', 1_500_000), await status('ecg', 2_500_000), await status('series', 1_500_000)]).toEqual(
      [200, 413, 413],
    );
  } finally {
    await roomy.stop();
  }
});
