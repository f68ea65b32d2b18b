import { createFakeHost } from '@phr/testing/fake-host';
import { openStudy } from './dicom-viewer.api.ts';

const SLICE = await new Response('DICM', { headers: { 'Content-Type': 'application/dicom' } }).blob();
const signal = new AbortController().signal;

test("[CALL-102] lists the DICOM files behind a facility's QR and fetches each through our server", async () => {
  const host = createFakeHost({
    respond: ({ path }) =>
      path.endsWith('/dicomimages')
        ? { result: ['/api/services/vendor/patientapp/files?t=1', '/api/services/vendor/patientapp/files?t=2'] }
        : SLICE,
  });
  const files = await openStudy(host.request, '', { kind: 'qr', access: { id: 'r1', qr: 'one-time' } }, signal);
  expect(host.seen.requests).toMatchObject([
    {
      service: 'emr',
      method: 'GET',
      path: '/api/services/vendor/patientapp/dicomimages',
      query: { id: 'r1', qr: 'one-time' },
    },
  ]);
  expect(files).toHaveLength(2);
  expect(new TextDecoder().decode(await files[1]?.read(signal))).toBe('DICM');
  expect(host.seen.requests.at(-1)).toMatchObject({
    service: 'emr',
    path: '/api/services/vendor/patientapp/files',
    query: { t: '2' },
  });
});

test('the DICOM files of a report come from their signed addresses, other files of it do not', async () => {
  const presentedForm = [
    { contentType: 'application/dicom', url: 'k0' },
    { contentType: 'application/pdf', url: 'k1' },
    { contentType: 'application/dicom+json', url: 'k2' },
    { contentType: 'image/dicom', url: 'k3' },
  ];
  const host = createFakeHost({
    respond: ({ service }) =>
      service === 'fhir'
        ? { entry: [{ resource: { resourceType: 'DiagnosticReport', presentedForm } }] }
        : Object.fromEntries(['0', '1', '2', '3'].map((key) => [`k${key}`, `https://files.test/${key}`])),
  });
  const files = await openStudy(host.request, 'p1', { kind: 'report', reportId: 'r1' }, signal);
  expect(files.map(({ address }) => address)).toEqual(['https://files.test/0', 'https://files.test/3']);
});
