import { readReport as read } from './report.entity.ts';
import { readMedia, readStudy } from '../encounter-details/sections.entity.ts';
import { statusBadge } from './status.model.ts';
import { viewerOf, viewersOf } from './viewer.model.ts';

const readReport = (resource: unknown) => read(resource, 'vi-VN');
const REPORT = {
  resourceType: 'DiagnosticReport',
  id: 'r1',
  status: 'final',
  category: [{ coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0074', code: 'LAB' }] }],
  code: { text: 'Mỡ máu' },
  subject: { reference: 'Patient/p' },
  encounter: { reference: 'Encounter/e1' },
  effectiveDateTime: '2026-11-21T08:40:00+07:00',
  issued: '2026-11-21T10:00:00Z',
  result: [{ reference: 'Observation/o1' }, { display: 'Tiểu cầu' }],
  media: [{ link: { reference: 'Media/m1' } }],
  imagingStudy: [{ reference: 'ImagingStudy/i1' }],
  presentedForm: [
    { contentType: 'application/pdf', url: 'x' },
    { contentType: 'text/csv', title: 'a.csv' },
  ],
  conclusion: 'LDL cao',
  performer: [{ display: 'Phòng xét nghiệm X' }],
};

test('[REP-01][REP-02][REP-04] the fields of a report', () => {
  expect(readReport(REPORT)).toMatchObject({
    id: 'r1',
    status: 'final',
    name: 'Mỡ máu',
    encounterId: 'e1',
    effective: REPORT.effectiveDateTime,
    issued: REPORT.issued,
    conclusion: 'LDL cao',
    performer: 'Phòng xét nghiệm X',
    results: [{ id: 'o1' }, { display: 'Tiểu cầu' }],
    otherFiles: [{ title: 'a.csv' }],
  });
});

test('[REP-07] the viewer by content type', () => {
  const types = [
    'application/dicom',
    'application/dicom; transfer-syntax=1.2',
    'APPLICATION/PDF',
    'image/jpeg',
    'image/png',
    'image/dicom',
    'image/svg+xml',
    'text/csv',
    'application/msword',
    '',
    undefined,
  ];
  expect(types.map(viewerOf)).toEqual([
    'dicom-viewer',
    'dicom-viewer',
    'pdf-viewer',
    'image-viewer',
    'image-viewer',
    'dicom-viewer',
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('[REP-05] a picture has the type and the address of its file', () => {
  const content = { contentType: 'image/jpeg', url: 'p/encounters/a.jpg' };
  expect(readMedia({ resourceType: 'Media', id: 'm', status: 'completed', content }, 'vi-VN')).toMatchObject(content);
});

test('[REP-06] a study has the address of its endpoint', () => {
  const endpoint = (address?: string) => ({
    reference: 'Endpoint/x',
    resource: { resourceType: 'Endpoint', id: 'x', address },
  });
  const study = {
    resourceType: 'ImagingStudy',
    id: 'i',
    status: 'available',
    endpoint: [endpoint(), endpoint('https://pacs.example/wado')],
  };
  expect(readStudy(study, 'vi-VN')?.endpoint).toBe('https://pacs.example/wado');
  expect(readStudy({ ...study, endpoint: undefined }, 'vi-VN')).not.toHaveProperty('endpoint');
});

test('a study alone opens no viewer: its images are elsewhere', () => {
  expect(readReport({ ...REPORT, presentedForm: undefined, media: undefined })?.viewers).toEqual([]);
});

test('[REP-07] a study is DICOM, media go by their content when it is known, and no viewer is named twice', () => {
  expect(readReport(REPORT)?.viewers).toEqual(['dicom-viewer', 'pdf-viewer']);
  expect(viewersOf({ types: ['image/png', 'image/jpeg'], hasStudy: false, hasMedia: true })).toEqual(['image-viewer']);
  expect(viewersOf({ types: [], hasStudy: false, hasMedia: true })).toEqual(['image-viewer']);
  expect(
    readReport({
      ...REPORT,
      imagingStudy: undefined,
      presentedForm: undefined,
      media: [{ link: { resource: { content: { contentType: 'application/dicom' } } } }],
    })?.viewers,
  ).toEqual(['dicom-viewer']);
});

test('a withdrawn report has no conclusion and says what it is; a preliminary one too', () => {
  for (const status of ['cancelled', 'entered-in-error']) {
    expect(readReport({ ...REPORT, status })).not.toHaveProperty('conclusion');
    expect(statusBadge(status)).toEqual({ key: `report.status.${status}`, tone: 'danger' });
  }
  expect(
    readReport({ ...REPORT, conclusion: undefined, conclusionCode: [{ text: 'Rối loạn mỡ máu' }] })?.conclusion,
  ).toBe('Rối loạn mỡ máu');
  expect(
    readReport({
      ...REPORT,
      status: 'cancelled',
      conclusion: undefined,
      conclusionCode: [{ text: 'Rối loạn mỡ máu' }],
    }),
  ).not.toHaveProperty('conclusion');
  expect(
    ['final', 'preliminary', 'partial', 'amended', 'corrected', 'nonsense'].map((status) => statusBadge(status)?.key),
  ).toEqual([
    undefined,
    'report.status.preliminary',
    'report.status.partial',
    'report.status.amended',
    'report.status.amended',
    undefined,
  ]);
});
