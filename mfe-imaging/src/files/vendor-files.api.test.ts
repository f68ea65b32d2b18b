import { AppError } from '@phr/contract/app-error';
import { createFakeHost, type Responder } from '@phr/testing/fake-host';
import { vendorDocument, vendorImages } from './vendor-files.api.ts';

const ACCESS = { id: 'r1', qr: 'one-time' };
const PDF = await new Response('%PDF-1.7', { headers: { 'Content-Type': 'application/pdf' } }).blob();
const signal = new AbortController().signal;
const hostThat = (respond: Responder) => createFakeHost({ respond });

test('[IMG-32] QR access asks with the code and the id; the facility\'s secret is not the browser\'s to send', async () => {
  const host = hostThat(() => PDF);
  expect((await vendorDocument(host.request, ACCESS, signal)).byteLength).toBe(8);
  expect(host.seen.requests).toMatchObject([{ service: 'emr', method: 'GET', path: '/api/services/vendor/patientapp/docs', query: ACCESS }]);
  expect(JSON.stringify(host.seen.requests)).not.toMatch(/secret/i);
});

test('[IMG-33] a list of paths and an error are both understood', async () => {
  expect(await vendorImages(hostThat(() => ({ result: ['/a.png', '/b.png'] })).request, ACCESS, signal)).toEqual(['/a.png', '/b.png']);
  await expect(vendorImages(hostThat(() => ({ error: 'not ready' })).request, ACCESS, signal)).rejects.toMatchObject({ problem: 'server' });
  await expect(vendorImages(hostThat(() => ({ result: [] })).request, ACCESS, signal)).rejects.toMatchObject({ problem: 'missing' });
});

test('a code that has ended is told as such', async () => {
  await expect(vendorDocument(hostThat(() => { throw new AppError({ httpStatus: 403, code: 'QR_EXPIRED' }); }).request, ACCESS, signal)).rejects.toMatchObject({ problem: 'expired' });
});
