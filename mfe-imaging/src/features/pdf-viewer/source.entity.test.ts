import { keysOf, sameFile, sourceOf } from './source.entity.ts';

const source = (query: string) => sourceOf(new URLSearchParams(query));

test('[ROUTE-20] a report, a QR or a key of the storage names the document', () => {
  expect(source('diagnosticReportId=r1&name=X')).toEqual({ kind: 'report', reportId: 'r1' });
  expect(source('qr=abc.def&id=r2')).toEqual({ kind: 'qr', access: { qr: 'abc.def', id: 'r2' } });
  expect(source('url=p1/reports/0b8a.pdf')).toEqual({ kind: 'key', key: 'p1/reports/0b8a.pdf' });
});

const FOREIGN = [
  '',
  'qr=abc',
  'id=r1',
  'diagnosticReportId=../x',
  'url=https://evil.test/a.pdf',
  'url=https://x@files.test/p1/a.pdf',
  'url=ftp://files.test/p1/a.pdf',
  'url=https://files.test/p1/../a.pdf',
  'url=//evil.test/a.pdf',
  'url=javascript:alert(1)',
  'url=data:text/html,x',
  'url=../../etc/passwd',
  'url=p1/../p2/a.pdf',
];

test('[SEC-06] opens no foreign origin, javascript: or anything else that is no key of our storage', () => {
  for (const query of FOREIGN) expect([query, source(query)]).toEqual([query, undefined]);
});

test('[SEC-06] opens an address only if the storage signs the same file on the same origin', () => {
  const address = 'https://files.test/p1/reports/0b8a.pdf?s=old';
  expect(source(`url=${encodeURIComponent(address)}`)).toEqual({ kind: 'address', address });
  expect(keysOf(address)).toEqual(['p1/reports/0b8a.pdf', 'reports/0b8a.pdf']);
  expect(
    sameFile(address, ['https://files.test/reports/0b8a.pdf?s=new', 'https://files.test/p1/reports/0b8a.pdf?s=new']),
  ).toBe('https://files.test/p1/reports/0b8a.pdf?s=new');
  expect(
    sameFile('https://bucket.test/record/p1/reports/0b8a.pdf', [
      'https://bucket.test/record/p1/reports/0b8a.pdf?X-Amz-Signature=1',
    ]),
  ).toMatch(/Signature=1$/);
  for (const foreign of [
    'https://evil.test/p1/reports/0b8a.pdf',
    'http://files.test/p1/reports/0b8a.pdf',
    'https://files.test:444/p1/reports/0b8a.pdf',
  ]) {
    expect(sameFile(foreign, ['https://files.test/p1/reports/0b8a.pdf?s=new'])).toBeUndefined();
  }
});
