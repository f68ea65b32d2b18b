import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { SYSTEM_ACTOR } from '../src/fhir/actor.ts';
import { callerOf, type Json, type Person } from './service-caller.ts';
import { startTestBackend, type TestBackend } from './test-backend.ts';

const PDF = Buffer.from(`%PDF-1.4 giấy ra viện ${'x'.repeat(120_000)}`);
let backend: TestBackend;
let api: ReturnType<typeof callerOf>;
let owner: Person;

beforeAll(async () => {
  backend = await startTestBackend({ LIMIT_UPLOAD_BYTES_PER_HOUR_USER: '2000000' });
  api = callerOf(backend);
  owner = await api.newPatient();
});
afterAll(() => backend.stop());

const document = (attachment: object, more: object = {}) => ({
  resourceType: 'DocumentReference',
  status: 'current',
  subject: { reference: `Patient/${owner.patient}` },
  content: [{ attachment }],
  ...more,
});
const attachmentOf = (body: Json): Json => (body['content'] as { attachment: Json }[])[0]?.attachment ?? {};
const filesOf = async (patient: string): Promise<readonly string[]> =>
  readdir(path.join(backend.config.dataDir, 'storage/files', patient, 'attachments')).catch(() => []);

test('attachment data become a file of the record, byte for byte; the entry has key, size and hash', async () => {
  const { status, body } = await api.call(
    owner,
    'POST',
    '/fhir/DocumentReference',
    document({ contentType: 'application/pdf', title: 'Giấy ra viện', data: PDF.toString('base64') }),
  );
  expect(status).toBe(201);
  const attachment = attachmentOf(body);
  expect(attachment).toEqual({
    contentType: 'application/pdf',
    title: 'Giấy ra viện',
    size: PDF.length,
    hash: createHash('sha1').update(PDF).digest('base64'),
    url: expect.stringMatching(new RegExp(`^${owner.patient}/attachments/[0-9a-f-]{36}\\.pdf$`)),
  });
  const { body: address } = await api.call(
    owner,
    'GET',
    `/api/phr/storage/get-presigned-url-for-download?key=${String(attachment['url'])}`,
  );
  expect(await (await fetch(String(address['data']))).text()).toBe(PDF.toString());
  expect(await api.read('DocumentReference', String(body['id']))).toMatchObject({ content: [{ attachment }] });
});

test('in a transaction, in an extension, in what is contained and in what an import brings, too', async () => {
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...Array(300).keys()]).toString('base64');
  const observation = {
    resourceType: 'Observation',
    status: 'final',
    code: { text: 'ECG' },
    subject: { reference: `Patient/${owner.patient}` },
    valueQuantity: { value: 5.4, unit: 'mV' },
    extension: [{ url: 'https://example.org/paper', valueAttachment: { contentType: 'IMAGE/PNG; a=b', data: png } }],
    contained: [document({ contentType: 'image/png', data: png }, { id: 'inner' })],
    component: [
      { code: { text: 'II' }, valueSampledData: { origin: { value: 0 }, period: 10, dimensions: 1, data: '1 2 3' } },
    ],
  };
  const { status, body } = await api.call(owner, 'POST', '/fhir', {
    resourceType: 'Bundle',
    type: 'transaction',
    entry: [{ resource: observation, request: { method: 'POST', url: 'Observation' } }],
  });
  expect(status).toBe(200);
  const id = /Observation\/([^/]+)/.exec(JSON.stringify(body))?.[1] ?? '';
  const key = expect.stringMatching(/\/attachments\/.*\.png$/);
  expect(await api.read('Observation', id)).toMatchObject({
    extension: [{ valueAttachment: { url: key, size: 308 } }],
    contained: [{ content: [{ attachment: { url: key } }] }],
    component: [{ valueSampledData: { data: '1 2 3' } }],
    valueQuantity: { value: 5.4 },
  });
  expect(JSON.stringify(await api.read('Observation', id))).not.toContain(png.slice(0, 40));
  const imported = await api.store(document({ contentType: 'image/png', data: png }));
  expect(attachmentOf(await api.read('DocumentReference', imported))).toMatchObject({ url: key });
});

test('refuses data that are mistyped, not base64, or long and of no kept type, and leaves no file', async () => {
  const before = (await filesOf(owner.patient)).length;
  const send = (attachment: object) => api.call(owner, 'POST', '/fhir/DocumentReference', document(attachment));
  const place = 'DocumentReference.content[0].attachment';
  const issue = (expression: string) => ({ issue: [expect.objectContaining({ expression: [expression] })] });
  expect(await send({ contentType: 'application/pdf', data: Buffer.from('<html>').toString('base64') })).toMatchObject({
    status: 415,
    body: issue(place),
  });
  expect(await send({ contentType: 'application/pdf', data: 'không phải base64' })).toMatchObject({
    status: 400,
    body: issue(`${place}.data`),
  });
  expect(await send({ contentType: 'text/html', data: 'A'.repeat(70_000) })).toMatchObject({
    status: 413,
    body: issue(`${place}.data`),
  });
  const short = await send({ contentType: 'text/plain', data: 'QUJD' });
  expect([short.status, attachmentOf(short.body)]).toEqual([201, { contentType: 'text/plain', data: 'QUJD' }]);
  expect(await filesOf(owner.patient)).toHaveLength(before);
});

test('a transaction that is not stored leaves no file, and nobody else’s record gets one', async () => {
  const before = (await filesOf(owner.patient)).length;
  const entry = (resource: object) => ({ resource, request: { method: 'POST', url: 'DocumentReference' } });
  const good = document({ contentType: 'application/pdf', data: PDF.toString('base64') });
  const bad = document({ contentType: 'application/pdf', data: Buffer.from('no').toString('base64') });
  expect(
    (
      await api.call(owner, 'POST', '/fhir', {
        resourceType: 'Bundle',
        type: 'transaction',
        entry: [entry(good), entry(bad)],
      })
    ).status,
  ).toBe(415);
  await expect(
    backend.platform.db.tx(async (sql) => {
      await backend.repository.create(SYSTEM_ACTOR, good, { sql });
      throw new Error('later');
    }),
  ).rejects.toThrow('later');
  const stranger = await api.newPatient('LÊ QUỐC BẢO');
  expect((await api.call(stranger, 'POST', '/fhir/DocumentReference', good)).status).toBe(403);
  expect(await filesOf(stranger.patient)).toEqual([]);
  // they go beside the answer
  for (let tries = 0; tries < 100 && (await filesOf(owner.patient)).length > before; tries += 1)
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  expect(await filesOf(owner.patient)).toHaveLength(before);
});

test('bytes inside resources count to what a person may send in an hour', async () => {
  const person = await api.newPatient();
  const data = Buffer.concat([PDF, Buffer.alloc(1_100_000)]).toString('base64');
  const send = () =>
    api.call(person, 'POST', '/fhir/DocumentReference', {
      ...document({ contentType: 'application/pdf', data }),
      subject: { reference: `Patient/${person.patient}` },
    });
  expect((await send()).status).toBe(201);
  const refused = await send();
  expect([refused.status, refused.body]).toEqual([
    429,
    expect.objectContaining({
      resourceType: 'OperationOutcome',
      issue: [expect.objectContaining({ code: 'throttled' })],
    }),
  ]);
  // the quota of an hour becomes available again within the hour, and the caller learns when
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(3_600);
});
