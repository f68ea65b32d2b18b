import Fastify from 'fastify';
import { registerCspReport } from './csp-report.ts';

test('a report names the module and version whose file asked, and neither ids nor queries', async () => {
  const lines: Record<string, unknown>[] = [];
  const app = Fastify({
    logger: { level: 'warn', stream: { write: (line: string) => void lines.push(JSON.parse(line)) } },
  });
  registerCspReport(app);
  const tell = (type: string, body: object) =>
    app.inject({
      method: 'POST',
      url: '/csp-report',
      headers: { 'content-type': type },
      payload: JSON.stringify(body),
    });
  const source = 'https://phr.test/m/mfe-notes/1.1.0/view.1a2b.js?r=x';
  await tell('application/csp-report', {
    'csp-report': {
      'effective-directive': 'connect-src',
      'blocked-uri': 'https://tracker.test/p?id=7',
      'document-uri': 'https://phr.test/encounter-details/42',
      'source-file': source,
    },
  });
  await tell('application/reports+json', [
    { type: 'csp-violation', body: { effectiveDirective: 'script-src', sourceFile: source } },
    { type: 'csp-violation', body: { effectiveDirective: 'script-src', sourceFile: 'https://phr.test/main.js' } },
  ]);
  expect(lines.map(({ module, version, directive }) => [module, version, directive])).toEqual([
    ['mfe-notes', '1.1.0', 'connect-src'],
    ['mfe-notes', '1.1.0', 'script-src'],
    [undefined, undefined, 'script-src'],
  ]);
  expect(lines[0]).toMatchObject({ blocked: 'https://tracker.test', screen: '/encounter-details' });
  expect(JSON.stringify(lines)).not.toMatch(/id=7|\/42|r=x/);
  await app.close();
});
