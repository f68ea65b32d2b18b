import { createFakeHost, type Responder } from '@phr/testing/fake-host';
import { fileSourceOf } from '../../files/source.ts';
import { openPictures } from './image-viewer.api.ts';

const PICTURE = await new Response('png', { headers: { 'Content-Type': 'image/png' } }).blob();
const signal = new AbortController().signal;

test('[ROUTE-21] a report or a QR names the pictures', () => {
  const source = (query: string) => fileSourceOf(new URLSearchParams(query));
  expect(source('diagnosticReportId=r1&name=X')).toEqual({ kind: 'report', reportId: 'r1' });
  expect(source('qr=a.b&id=r2')).toEqual({ kind: 'qr', access: { qr: 'a.b', id: 'r2' } });
  expect(source('qr=a.b')).toBeUndefined();
  expect(source('diagnosticReportId=%2e%2e/x')).toBeUndefined();
});

test("lists the report's pictures in order with its conclusion, without drawings that may hold scripts", async () => {
  const respond: Responder = ({ service }) =>
    service === 'fhir'
      ? {
          entry: [
            {
              resource: {
                resourceType: 'DiagnosticReport',
                conclusion: 'Bình thường',
                presentedForm: ['image/png', 'image/svg+xml', 'image/jpeg', 'application/pdf', 'image/dicom'].map(
                  (contentType, index) => ({ contentType, url: `k${index}` }),
                ),
              },
            },
          ],
        }
      : { k0: 'https://files/0', k1: 'https://files/1', k2: 'https://files/2' };
  const host = createFakeHost({ respond });
  const pictures = await openPictures(host.request, 'p1', { kind: 'report', reportId: 'r1' }, signal);
  expect(pictures.conclusion).toBe('Bình thường');
  expect(pictures.files).toHaveLength(2);
  expect(host.seen.requests.at(-1)).toMatchObject({ body: { keys: ['k0', 'k2'] } });
});

test("[IMG-33] a facility's paths are asked through our server; an address elsewhere is not opened", async () => {
  const host = createFakeHost({
    respond: ({ path }) =>
      path.endsWith('/images')
        ? {
            result: ['/api/services/vendor/patientapp/files/1.png?t=9', 'https://evil.test/2.png', '//evil.test/3.png'],
          }
        : PICTURE,
  });
  const { files } = await openPictures(host.request, 'p1', { kind: 'qr', access: { id: 'r1', qr: 'x' } }, signal);
  expect(await files[0]?.(signal)).toMatchObject({ size: 3 });
  expect(host.seen.requests.at(-1)).toMatchObject({
    service: 'emr',
    path: '/api/services/vendor/patientapp/files/1.png',
    query: { t: '9' },
  });
  for (const file of files.slice(1)) await expect(file(signal)).rejects.toMatchObject({ problem: 'denied' });
});
