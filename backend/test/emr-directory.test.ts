import { EventEmitter, once } from 'node:events';
import Fastify from 'fastify';
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { createDemoVendor, DEMO_ACCESS } from '../src/demo/demo-vendor.ts';
import { buffer } from 'node:stream/consumers';
import { registerDirectory } from '../src/gateway/directory/routes.ts';
import { callerOf } from './service-caller.ts';
import { startTestBackend, type TestBackend } from './test-backend.ts';

const SECRET = 'bi-mat-cua-benh-vien';
const PDF = Buffer.from('%PDF-1.7\nmẫu');

interface Seen {
  readonly url: string;
  readonly secret: string | undefined;
  readonly authorization: string | undefined;
}

/** Called by the facility's server when the connection of an unfinished response is closed. */
const letGo = new EventEmitter();

/** A facility's server that takes calls with its secret only. */
async function startVendor(seen: Seen[]): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = http.createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://vendor');
    const secret = request.headers['x-client-secret'];
    seen.push({
      url: url.pathname,
      secret: typeof secret === 'string' ? secret : undefined,
      authorization: request.headers.authorization,
    });
    const answer = (status: number, body: Buffer | object, type = 'application/json') =>
      response.writeHead(status, { 'content-type': type }).end(Buffer.isBuffer(body) ? body : JSON.stringify(body));
    if (secret !== SECRET) return answer(401, { code: 'SECRET' });
    if (url.pathname === '/a.png') return answer(200, Buffer.from('picture'), 'image/png');
    if (url.pathname === '/page.html') return answer(200, Buffer.from('<script>'), 'text/html');
    if (url.searchParams.get('qr') === 'old') return answer(403, { code: 'QR_EXPIRED' });
    if (url.searchParams.get('qr') === 'busy') return answer(200, { Result: null, Error: 'Not ready' });
    if (url.searchParams.get('qr') === 'down') return answer(500, {});
    if (url.searchParams.get('qr') === 'page') {
      response.once('close', () => letGo.emit('page'));
      return response.writeHead(200, { 'content-type': 'text/html' }).write('<p>Not ready</p>');
    }
    if (url.searchParams.get('qr') !== 'right') return answer(404, {});
    if (url.pathname.endsWith('/docs')) return answer(200, PDF, 'application/pdf');
    return answer(200, {
      Result: url.pathname.endsWith('/images') ? ['/a.png', '/page.html', 'http://other.test/b.png'] : ['/a.png'],
      Error: null,
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

let backend: TestBackend;
let vendor: Awaited<ReturnType<typeof startVendor>>;
const seen: Seen[] = [];
let api: ReturnType<typeof callerOf>;

beforeAll(async () => {
  vendor = await startVendor(seen);
  // several callers, as a proxy would name them
  backend = await startTestBackend({ EMR_URL: vendor.url, EMR_SECRET: SECRET, TRUST_PROXY: '1' });
  api = callerOf(backend);
});
afterAll(async () => {
  await backend.stop();
  await vendor.stop();
});

const open = (kind: string, qr: string, ip = '10.0.0.1') =>
  fetch(`${backend.urls.shell}/api/services/vendor/patientapp/${kind}?id=1&qr=${qr}`, {
    headers: { authorization: 'Bearer of-a-person', 'x-forwarded-for': ip },
  });

test("[CALL-100][BACK-08] fetches the document through us: we add the secret and keep the person's token", async () => {
  seen.length = 0;
  const answer = await open('docs', 'right');
  expect([
    answer.status,
    answer.headers.get('content-type'),
    Buffer.from(await answer.arrayBuffer()).equals(PDF),
  ]).toEqual([200, 'application/pdf', true]);
  expect(seen).toEqual([{ url: '/api/services/vendor/patientapp/docs', secret: SECRET, authorization: undefined }]);
  expect(JSON.stringify([...answer.headers])).not.toContain(SECRET);
});

test('[CALL-101][CALL-102][BACK-08] lists pictures and DICOM files of known types by signed paths of ours', async () => {
  seen.length = 0;
  const { Result: pictures = [] } = (await (await open('images', 'right')).json()) as { Result?: string[] };
  expect(pictures).toHaveLength(3);
  expect(pictures.every((path) => path.startsWith('/api/services/vendor/patientapp/files?t='))).toBe(true);
  // the module that shows them may send only the calls that it declares
  const { calls } = JSON.parse(await readFile(new URL('../../mfe-imaging/module.json', import.meta.url), 'utf8')) as {
    calls: string[];
  };
  expect(calls).toEqual(
    expect.arrayContaining(
      ['docs', 'images', 'dicomimages', 'files'].map((kind) => `GET emr /api/services/vendor/patientapp/${kind}`),
    ),
  );
  const [good = '', page = '', foreign = ''] = pictures.map((path) => `${backend.urls.shell}${path}`);
  const file = await fetch(good);
  expect([
    file.status,
    file.headers.get('content-type'),
    file.headers.get('content-disposition'),
    await file.text(),
  ]).toEqual([200, 'image/png', 'attachment', 'picture']);
  expect([(await fetch(page)).status, (await fetch(foreign)).status]).toEqual([404, 404]);
  expect((await fetch(good.replace(/\?t=..../, '?t=AAAA'))).status).toBe(403);
  const {
    Result: [slice = '', ...more],
  } = (await (await open('dicomimages', 'right')).json()) as { Result: string[] };
  expect([more.length, (await fetch(`${backend.urls.shell}${slice}`)).status]).toEqual([0, 200]);
  expect(seen.map(({ url }) => url)).toContain('/api/services/vendor/patientapp/dicomimages');
  expect(seen.every(({ secret, authorization }) => secret === SECRET && authorization === undefined)).toBe(true);
  expect(await (await open('images', 'busy')).json()).toEqual({ Error: 'Not ready' });
});

test('what the facility refuses is told in the catalogue’s words', async () => {
  const codes = await Promise.all(
    ['old', 'wrong', 'down'].map(async (qr) => {
      const answer = await open('docs', qr, '10.0.0.2');
      const { code, source } = (await answer.json()) as { code: string; source: string };
      return [answer.status, code, source];
    }),
  );
  expect(codes).toEqual([
    [403, 'QR_EXPIRED', 'EMR_API'],
    [404, 'NOT_FOUND', 'EMR_API'],
    [503, 'UNAVAILABLE', 'EMR_API'],
  ]);
  expect((await open('docs', '', '10.0.0.2')).status).toBe(422);
});

test('after twenty wrong codes nobody is asked any more', async () => {
  for (let attempt = 0; attempt < 21; attempt += 1)
    expect((await open('docs', `wrong${attempt}`, '10.0.0.3')).status).toBe(404);
  seen.length = 0;
  expect((await open('docs', 'right', '10.0.0.3')).status).toBe(429);
  expect(seen).toEqual([]);
  expect((await open('docs', 'right', '10.0.0.4')).status).toBe(200);
});

test('what is no document is not found, and the connection to the facility is let go at once', async () => {
  const isLetGo = once(letGo, 'page', { signal: AbortSignal.timeout(5_000) });
  expect((await open('docs', 'page', '10.0.0.5')).status).toBe(404);
  await isLetGo;
});

test('the demo facility serves generated documents, pictures and DICOM files to its own code', async () => {
  const demo = createDemoVendor();
  const document = await demo.document(DEMO_ACCESS);
  expect((await buffer(document.body)).toString('latin1', 0, 5)).toBe('%PDF-');
  for (const kind of ['images', 'dicomimages'] as const) {
    const listed = await demo.list(kind, DEMO_ACCESS);
    const [first = ''] = 'result' in listed ? listed.result : [];
    expect((await demo.file(first))?.contentType).toMatch(kind === 'images' ? /^image\// : /^application\/dicom$/);
  }
  await expect(demo.document({ ...DEMO_ACCESS, qr: 'HET-HAN' })).rejects.toMatchObject({ code: 'QR_EXPIRED' });
  await expect(demo.document({ ...DEMO_ACCESS, qr: 'x' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await demo.file('/files/none')).toBeUndefined();
});

test('[CALL-52][CALL-53][BACK-06] provinces, and districts by the name of a city', async () => {
  const get = async (path: string) =>
    (await fetch(`${backend.urls.shell}${path}`)).json() as Promise<{ code: string; name: string; levels?: number }[]>;
  const cities = await get('/cities');
  expect(cities).toHaveLength(63);
  expect(cities.every(({ levels }) => levels === 3)).toBe(true);
  const districts = await get(`/districts/cityname?cityName=${encodeURIComponent('Cần Thơ')}`);
  expect(districts.map(({ name }) => name)).toContain('Quận Ninh Kiều');
  expect((await api.call(undefined, 'GET', '/districts/cityname?cityName=Atlantis')).body).toMatchObject({
    code: 'NOT_FOUND',
    httpStatus: 404,
    source: 'ONECLINIC_SERVER',
  });
  expect((await api.call(undefined, 'GET', '/districts/cityname')).status).toBe(422);
});

test('lists wards for the two-level provinces only, and maps old wards to their new names', async () => {
  const ask = async (address: string) => (await api.call(undefined, 'GET', address)).body;
  const old =
    '/wards/successors?' +
    new URLSearchParams({ cityName: 'Hồ Chí Minh', districtName: 'Quận Gò Vấp', wardName: 'Phường 12' }).toString();
  expect(await ask(`/wards/cityname?cityName=${encodeURIComponent('Cần Thơ')}`)).toEqual([]);
  expect(await ask(old)).toEqual([{ code: '26882', name: 'Phường An Hội Tây', cityName: 'Hồ Chí Minh' }]);
  expect(await ask('/wards/cityname?cityName=Atlantis')).toMatchObject({
    code: 'NOT_FOUND',
    httpStatus: 404,
    source: 'ONECLINIC_SERVER',
  });
  expect(await ask('/wards/successors?cityName=x')).toMatchObject({ code: 'FORM_INPUT_INVALID', httpStatus: 422 });
  const app = Fastify();
  registerDirectory(app, 'two-level');
  const wards = (await app.inject(`/wards/cityname?cityName=${encodeURIComponent('Cần Thơ')}`)).json() as {
    name: string;
  }[];
  expect(wards.map(({ name }) => name)).toContain('Phường Ninh Kiều');
  expect((await app.inject(`/districts/cityname?cityName=${encodeURIComponent('Cần Thơ')}`)).json()).toEqual([]);
  await app.close();
});
