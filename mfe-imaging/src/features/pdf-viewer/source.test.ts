import { sourceOf } from './source.ts';

const source = (query: string) => sourceOf(new URLSearchParams(query));

test('[ROUTE-20] a report, a QR or a key of the storage names the document', () => {
  expect(source('diagnosticReportId=r1&name=X')).toEqual({ kind: 'report', reportId: 'r1' });
  expect(source('qr=abc.def&id=r2')).toEqual({ kind: 'qr', access: { qr: 'abc.def', id: 'r2' } });
  expect(source('url=p1/reports/0b8a.pdf')).toEqual({ kind: 'key', key: 'p1/reports/0b8a.pdf' });
});

const FOREIGN = ['', 'qr=abc', 'id=r1', 'diagnosticReportId=../x', 'url=https://evil.test/a.pdf', 'url=//evil.test/a.pdf', 'url=javascript:alert(1)', 'url=data:text/html,x', 'url=../../etc/passwd', 'url=p1/../p2/a.pdf'];

test('[SEC-06] a foreign origin, javascript: and everything else that is no key of our own storage opens nothing', () => {
  for (const query of FOREIGN) expect([query, source(query)]).toEqual([query, undefined]);
});
