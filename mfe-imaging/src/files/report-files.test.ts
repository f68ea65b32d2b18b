import { fetchFile } from './fetch-file.ts';
import { filesOf, mediaUrls } from './report-files.ts';

const DICOM = /^application\/dicom\b/;
const bundle = (...resources: object[]) => ({
  resourceType: 'Bundle',
  entry: resources.map((resource) => ({ resource })),
});

test('DICOM attachments are taken, others left; media are followed inside the report and beside it', () => {
  const report = {
    resourceType: 'DiagnosticReport',
    id: 'r',
    presentedForm: [
      { contentType: 'application/pdf', url: 'a.pdf' },
      { contentType: 'application/dicom', url: 'a.dcm' },
      { contentType: 'application/dicom', url: 'a.dcm' },
    ],
    media: [{ link: { reference: '#m1' } }, { link: { reference: 'Media/m2' } }],
    contained: [{ resourceType: 'Media', id: 'm1', content: { contentType: 'application/dicom', url: 'b.dcm' } }],
  };
  expect(filesOf(bundle(report), DICOM)).toEqual({ urls: ['a.dcm', 'b.dcm'], mediaIds: ['m2'] });
  expect(
    mediaUrls(
      bundle({ resourceType: 'Media', id: 'm2', content: { contentType: 'application/dicom', url: 'c.dcm' } }),
      ['m2', 'gone'],
      DICOM,
    ),
  ).toEqual(['c.dcm']);
});

test.each([
  [undefined],
  [null],
  ['text'],
  [{ entry: 'x' }],
  [bundle({ resourceType: 'DiagnosticReport', presentedForm: 5 })],
])('an answer of %j has no files', (answer) => {
  expect(filesOf(answer, DICOM)).toEqual({ urls: [], mediaIds: [] });
});

test('a file that stands in the report itself opens without an address', async () => {
  const report = {
    resourceType: 'DiagnosticReport',
    presentedForm: [{ contentType: 'application/pdf', data: 'JVBERi0xLjQK' }, { contentType: 'application/pdf' }],
  };
  const { urls } = filesOf(bundle(report), /^application\/pdf/);
  expect(urls).toHaveLength(1);
  const stop = new AbortController().signal;
  expect(new TextDecoder().decode(await fetchFile(urls[0] ?? '', stop))).toBe('%PDF-1.4\n');
  await expect(fetchFile('data:application/pdf;base64,%%', stop)).rejects.toMatchObject({ problem: 'missing' });
});
