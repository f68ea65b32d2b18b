import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeDicom, type DicomElement } from '@phr/testing/dicom-writer';
import { readDicomImage } from '../src/gateway/reading/dicom-image.ts';
import { createHttpProvider } from '../src/gateway/reading/http-provider.ts';
import { measure } from '../src/gateway/reading/quality-check.ts';
import type { ReadingRequest } from '../src/gateway/reading/reading-port.ts';
import { callerOf, type Json, type Person } from './service-caller.ts';
import { startTestBackend, type TestBackend } from './test-backend.ts';

// Draws and reads pictures of full size.
import.meta.jest.setTimeout(60_000);

const SIDE = 1_440;

/** An X-ray image of our own: a bright disc on dark ground. */
function xray(
  columns = SIDE,
  rows = SIDE,
  more: Readonly<Partial<Record<'modality' | 'view' | 'laterality', string>>> = {},
): Buffer {
  const pixels = new Uint16Array(rows * columns);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1)
      pixels[row * columns + column] =
        (row - rows / 2) ** 2 + (column - columns / 2) ** 2 < (rows / 3) ** 2
          ? 3_000 + ((row * 7 + column * 13) % 300)
          : 400 + ((row + column) % 90);
  }
  const text = (tag: string, vr: DicomElement['vr'], value: string): DicomElement => ({ tag, vr, value });
  const number = (tag: string, value: number): DicomElement => ({ tag, vr: 'US', value: [value] });
  return Buffer.from(
    writeDicom([
      text('00080016', 'UI', '1.2.840.10008.5.1.4.1.1.1.1'),
      text('00080018', 'UI', '2.25.1'),
      text('00080060', 'CS', more.modality ?? 'DX'),
      text('00185101', 'CS', more.view ?? 'PA'),
      ...(more.laterality === undefined ? [] : [text('00200062', 'CS', more.laterality)]),
      number('00280002', 1),
      text('00280004', 'CS', 'MONOCHROME2'),
      number('00280010', rows),
      number('00280011', columns),
      number('00280100', 16),
      number('00280101', 12),
      number('00280102', 11),
      number('00280103', 0),
      { tag: '7fe00010', vr: 'OW', value: pixels },
    ]),
  );
}

test('a DICOM image is read by its tags; anything cut short is none', () => {
  const bytes = xray(64, 48, { laterality: 'L', modality: 'MG', view: 'MLO' });
  const image = readDicomImage(bytes);
  expect(image).toMatchObject({
    rows: 48,
    columns: 64,
    modality: 'MG',
    viewPosition: 'MLO',
    laterality: 'L',
    photometric: 'MONOCHROME2',
    bitsStored: 12,
  });
  expect(image?.valueAt?.(24, 32)).toBe(3_000 + ((24 * 7 + 32 * 13) % 300));
  expect(readDicomImage(bytes.subarray(0, bytes.length - 10))).toBeUndefined();
  expect(readDicomImage(Buffer.alloc(400))).toBeUndefined();
  for (let cut = 132; cut < 400; cut += 7) expect(() => readDicomImage(bytes.subarray(0, cut))).not.toThrow();
});

test('quality is measured on stored values: a dark picture is dark, a flat one has no measure', () => {
  const of = (valueAt: (row: number, column: number) => number) =>
    measure({
      rows: 100,
      columns: 100,
      modality: 'DX',
      viewPosition: '',
      laterality: '',
      photometric: '',
      bitsStored: 12,
      valueAt,
    });
  const dark = of((row) => (row < 90 ? 0 : 4_095));
  expect([Math.round((dark?.tooDark ?? 0) * 100), Math.round((dark?.tooBright ?? 0) * 100)]).toEqual([91, 9]);
  const smooth = of((row, column) => row + column);
  const sharp = of((row, column) => ((row + column) % 2) * 4_095);
  expect(smooth?.sharpness).toBeLessThan(1e-6);
  expect(sharp?.sharpness).toBeGreaterThan(1);
  expect(of(() => 7)).toBeUndefined();
});

interface Call {
  readonly method: string;
  readonly path: string;
  readonly key: string | undefined;
  readonly authorization: string | undefined;
  readonly body: Json;
}

/** A vendor's reading service that returns the test's responses in order. */
async function startVendor(
  answers: () => { status: number; body?: Json | Buffer },
): Promise<{ url: string; calls: Call[]; stop: () => Promise<void> }> {
  const calls: Call[] = [];
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = [];
    request
      .on('data', (part: Buffer) => parts.push(part))
      .on('end', () => {
        const text = Buffer.concat(parts).toString();
        calls.push({
          method: request.method ?? '',
          path: request.url ?? '',
          key: request.headers['idempotency-key'] as string | undefined,
          authorization: request.headers.authorization,
          body: (text === '' ? {} : JSON.parse(text)) as Json,
        });
        const { status, body } = answers();
        response
          .writeHead(status, { 'content-type': Buffer.isBuffer(body) ? 'image/png' : 'application/json' })
          .end(Buffer.isBuffer(body) ? body : JSON.stringify(body ?? {}));
      });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...Array(200).keys()]);
const DONE: Json = {
  status: 'done',
  findings: [{ code: 'nodule', text: 'Nodule', score: 0.82 }],
  images: [{ contentType: 'image/png', url: '/maps/1.png' }],
  vendor: 'Demo AI',
  version: '3',
};

describe('a vendor over HTTP', () => {
  const request: ReadingRequest = {
    id: 'a'.repeat(40),
    app: 'cxr',
    viewName: '',
    address: 'https://files.test/x',
    image: {
      rows: SIDE,
      columns: SIDE,
      modality: 'DX',
      viewPosition: '',
      laterality: '',
      photometric: '',
      bitsStored: 12,
    },
  };
  let turn: (() => { status: number; body?: Json | Buffer })[];
  let vendor: Awaited<ReturnType<typeof startVendor>>;
  let now = 0;
  const provider = () => createHttpProvider({ url: vendor.url, key: 'khoa', pauseMs: 0, now: () => now });
  beforeEach(async () => {
    turn = [];
    vendor = await startVendor(() => (turn.length > 1 ? turn.shift() : turn[0])?.() ?? { status: 500 });
  });
  afterEach(() => vendor.stop());
  const answers = (...all: readonly { status: number; body?: Json | Buffer }[]): void => {
    turn = all.map((one) => () => one);
  };

  test('gets address and key, is retried with the same idempotency key, and polled until done', async () => {
    answers(
      { status: 503 },
      { status: 202, body: { status: 'in-progress', jobId: 'job-1' } },
      { status: 200, body: DONE },
      { status: 200, body: PNG },
    );
    const reading = await provider().read(request);
    expect(reading).toMatchObject({
      findings: [{ code: 'nodule', score: 0.82 }],
      performer: 'Demo AI 3',
      conclusion: {
        'vi-VN': expect.stringContaining('không phải chẩn đoán') as string,
        'en-US': expect.stringContaining('not a diagnosis') as string,
      },
    });
    expect(reading?.pictures[0]?.bytes.equals(PNG)).toBe(true);
    expect(vendor.calls.map(({ method, path, key }) => [method, path, key])).toEqual([
      ['POST', '/readings', request.id],
      ['POST', '/readings', request.id],
      ['GET', '/readings/job-1', undefined],
      ['GET', '/maps/1.png', undefined],
    ]);
    expect(vendor.calls.every(({ authorization }) => authorization === 'Bearer khoa')).toBe(true);
    expect(vendor.calls[0]?.body).toMatchObject({ app: 'cxr', image: request.address });
  });

  test('still at work after some questions, it is asked again later', async () => {
    answers({ status: 202, body: { status: 'in-progress', jobId: 'job-1' } });
    expect(await provider().read(request)).toBeUndefined();
  });

  test('refusals keep their code, other answers are none', async () => {
    answers({ status: 422, body: { code: 'NO_CLASSIFICATION' } });
    await expect(provider().read(request)).rejects.toMatchObject({ code: 'NO_CLASSIFICATION', statusCode: 422 });
    answers({ status: 200, body: { status: 'done', findings: [{ code: 'x', text: 'x', score: 7 }] } });
    await expect(provider().read(request)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    answers({
      status: 200,
      body: { ...DONE, images: [{ contentType: 'image/png', url: 'https://elsewhere.test/1.png' }] },
    });
    await expect(provider().read(request)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  test('after five failures nobody waits for it, until half a minute has passed', async () => {
    answers({ status: 500 });
    const one = provider();
    for (let attempt = 0; attempt < 5; attempt += 1)
      await expect(one.read(request)).rejects.toMatchObject({ code: 'UNAVAILABLE', statusCode: 503 });
    const before = vendor.calls.length;
    await expect(one.read(request)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(vendor.calls).toHaveLength(before);
    now += 30_001;
    answers({ status: 200, body: { ...DONE, images: [] } });
    expect(await one.read(request)).toMatchObject({ performer: 'Demo AI 3' });
  });
});

describe.each(['quality', 'ai'] as const)('[CALL-22] reading an image by the %s provider', (kind) => {
  let backend: TestBackend;
  let api: ReturnType<typeof callerOf>;
  let chau: Person;
  let report: string;
  let vendor: Awaited<ReturnType<typeof startVendor>>;

  beforeAll(async () => {
    let call = 0;
    vendor = await startVendor(() =>
      (call += 1) % 2 === 1 ? { status: 200, body: DONE } : { status: 200, body: PNG },
    );
    backend = await startTestBackend(kind === 'ai' ? { AI_URL: vendor.url, AI_KEY: 'khoa' } : {});
    api = callerOf(backend);
    chau = await api.newPatient();
    report = await api.store({
      resourceType: 'DiagnosticReport',
      status: 'final',
      code: { text: 'X-quang ngực' },
      subject: { reference: `Patient/${chau.patient}` },
    });
  });
  afterAll(async () => {
    await backend.stop();
    await vendor.stop();
  });

  async function upload(bytes: Buffer): Promise<string> {
    const key = `${chau.patient}/xray/${crypto.randomUUID()}.dcm`;
    const address = String(
      (await api.call(chau, 'GET', `/api/phr/storage/get-presigned-url-for-upload?key=${encodeURIComponent(key)}`))
        .body['data'],
    );
    expect((await fetch(address, { method: 'PUT', body: new Uint8Array(bytes) })).status).toBe(200);
    return key;
  }
  const read = (dcmUrl: string, more: object = {}, who = chau) =>
    api.call(
      who,
      'POST',
      '/api/phr/lunit-ai/cxr',
      { diagnosticId: report, dcmUrl, app: 'cxr', viewName: '', ...more },
      { 'accept-language': 'en-US', 'idempotency-key': crypto.randomUUID() },
    );

  test('answers a report that says what it is', async () => {
    const { status, data } = await read(await upload(xray()));
    expect([status, data['kind'], data['status']]).toEqual([200, kind, 'done']);
    const stored = await api.read('DiagnosticReport', String(data['reportId']));
    expect(stored).toMatchObject({ status: 'preliminary', subject: { reference: `Patient/${chau.patient}` } });
    const risks = await api.list(chau, 'RiskAssessment');
    if (kind === 'quality') {
      expect(data).toMatchObject({ codeText: 'Image quality check, not a medical reading', images: [] });
      expect(stored['conclusion']).toMatch(/not a medical reading/);
      expect([data['riskAssessmentId'], risks]).toEqual([undefined, []]);
    } else {
      expect(stored['conclusion']).toMatch(/this is not a diagnosis.*Nodule: 82 %/);
      expect(risks).toMatchObject([{ id: data['riskAssessmentId'], prediction: [{ probabilityDecimal: 0.82 }] }]);
      const [picture] = data['images'] as { url: string; contentType: string }[];
      expect(picture?.contentType).toBe('image/png');
      expect(Buffer.from(await (await fetch(picture?.url ?? '')).arrayBuffer()).equals(PNG)).toBe(true);
    }
  });

  test('refuses small images, what is no DICOM, other people’s files and reports, and a path of another app', async () => {
    expect((await read(await upload(xray(SIDE, SIDE - 1)))).body).toMatchObject({
      code: 'IMAGE_TOO_SMALL',
      httpStatus: 422,
      source: 'PHR_API',
    });
    expect(
      (await read(await upload(Buffer.concat([Buffer.alloc(128), Buffer.from('DICM'), Buffer.alloc(500, 1)])))).body,
    ).toMatchObject({ code: 'FILE_TYPE' });
    expect((await read(`someone/xray/${crypto.randomUUID()}.dcm`)).status).toBe(403);
    expect((await read(`${chau.patient}/xray/${crypto.randomUUID()}.dcm`)).status).toBe(404);
    const stranger = await api.newPatient('LÊ QUỐC BẢO');
    expect((await read('x', {}, stranger)).status).toBe(403);
    expect((await read('x', { app: 'mmg' })).status).toBe(422);
    if (kind === 'quality')
      expect((await read(await upload(xray(SIDE, SIDE, { modality: 'CT' })))).body).toMatchObject({
        code: 'NO_CLASSIFICATION',
        httpStatus: 422,
      });
  });
});
