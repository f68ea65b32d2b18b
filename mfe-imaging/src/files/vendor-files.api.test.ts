import { AppError } from '@phr/contract/app-error';
import type { RequestPort } from '@phr/contract/host-api';
import { createFakeHost, type Responder } from '@phr/testing/fake-host';
import { vendorDocument, vendorFile, vendorList } from './vendor-files.api.ts';

const ACCESS = { id: 'r1', qr: 'one-time' };
const PDF = await new Response('%PDF-1.7', { headers: { 'Content-Type': 'application/pdf' } }).blob();
const signal = new AbortController().signal;
const hostThat = (respond: Responder) => createFakeHost({ respond });

test("[IMG-32][CALL-100] QR access sends the code and id, and never the facility's secret", async () => {
  const host = hostThat(() => PDF);
  expect((await vendorDocument(host.request, ACCESS, signal)).byteLength).toBe(8);
  expect(host.seen.requests).toMatchObject([
    { service: 'emr', method: 'GET', path: '/api/services/vendor/patientapp/docs', query: ACCESS },
  ]);
  expect(JSON.stringify(host.seen.requests)).not.toMatch(/secret/i);
});

test.each(['images', 'dicomimages'] as const)(
  '[IMG-33][CALL-101][CALL-102] a list of paths and an error are both understood: %s',
  async (kind) => {
    const vendorImages = (request: RequestPort, access: typeof ACCESS, stop: AbortSignal) =>
      vendorList(request, kind, access, stop);
    const asked = hostThat(() => ({ result: ['/a.png'] }));
    await vendorImages(asked.request, ACCESS, signal);
    expect(asked.seen.requests).toMatchObject([
      { service: 'emr', method: 'GET', path: `/api/services/vendor/patientapp/${kind}`, query: ACCESS },
    ]);
    expect(await vendorImages(hostThat(() => ({ result: ['/a.png', '/b.png'] })).request, ACCESS, signal)).toEqual([
      '/a.png',
      '/b.png',
    ]);
    await expect(vendorImages(hostThat(() => ({ error: 'not ready' })).request, ACCESS, signal)).rejects.toMatchObject({
      problem: 'server',
    });
    await expect(vendorImages(hostThat(() => ({ result: [] })).request, ACCESS, signal)).rejects.toMatchObject({
      problem: 'missing',
    });
  },
);

test('a code that has ended is told as such', async () => {
  await expect(
    vendorDocument(
      hostThat(() => {
        throw new AppError({ httpStatus: 403, code: 'QR_EXPIRED' });
      }).request,
      ACCESS,
      signal,
    ),
  ).rejects.toMatchObject({ problem: 'expired' });
});

test('fetches files through our server or by a signed address, and none from elsewhere', async () => {
  const host = hostThat(({ service, body }) =>
    service === 'emr'
      ? PDF
      : Object.fromEntries((body as { keys: string[] }).keys.map((key) => [key, `https://files.test/${key}`])),
  );
  expect((await vendorFile(host.request, '/api/services/vendor/patientapp/files?t=a.b', signal)).size).toBe(8);
  expect(host.seen.requests).toMatchObject([
    { service: 'emr', method: 'GET', path: '/api/services/vendor/patientapp/files', query: { t: 'a.b' } },
  ]);
  const fetched: string[] = [];
  globalThis.fetch = async (address) => {
    fetched.push(String(address));
    return new Response('DICM');
  };
  expect((await vendorFile(host.request, 'p1/ct/1.dcm', signal)).size).toBe(4);
  expect(host.seen.requests.at(-1)).toMatchObject({
    path: '/api/phr/storage/presigned-url-for-download',
    body: { keys: ['p1/ct/1.dcm'] },
  });
  expect(fetched).toEqual(['https://files.test/p1/ct/1.dcm']);
  for (const elsewhere of ['https://evil.test/1.dcm', '//evil.test/1.dcm', 'javascript:alert(1)', 'p1/../p2/1.dcm'])
    await expect(vendorFile(host.request, elsewhere, signal)).rejects.toMatchObject({ problem: 'denied' });
  expect(host.seen.requests).toHaveLength(2);
});
