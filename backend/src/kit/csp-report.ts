import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { countsOfProcess, createCounter } from './usage-counts.ts';

/** Both report shapes: of `report-uri` (one object) and of `report-to` (a list). */
const Old = z.object({
  'csp-report': z.object({
    'effective-directive': z.string().optional(),
    'violated-directive': z.string().optional(),
    'blocked-uri': z.string().optional(),
    'document-uri': z.string().optional(),
    'source-file': z.string().optional(),
  }),
});
const New = z.array(
  z.object({
    type: z.string(),
    body: z.object({
      effectiveDirective: z.string().optional(),
      blockedURL: z.string().optional(),
      documentURL: z.string().optional(),
      sourceFile: z.string().optional(),
    }),
  }),
);

/**
 * Logs CSP violations: directive, blocked origin, screen, and the responsible module version, without ids and queries.
 */
export function registerCspReport(app: FastifyInstance): void {
  const counter = createCounter(countsOfProcess(), 'csp', 60, 60_000);
  app.addContentTypeParser(
    ['application/csp-report', 'application/reports+json'],
    { parseAs: 'string', bodyLimit: 65_536 },
    (_request, body, done) => {
      try {
        done(null, JSON.parse(String(body)));
      } catch {
        done(null, undefined);
      }
    },
  );
  app.post('/csp-report', async (request, reply) => {
    for (const report of readReports(request.body)) {
      if (await counter.take('all')) request.log.warn(report, 'content security policy refused something');
    }
    return reply.code(204).send();
  });
}

function readReports(body: unknown): object[] {
  const old = Old.safeParse(body);
  if (old.success) {
    const report = old.data['csp-report'];
    return [
      describe(
        report['effective-directive'] ?? report['violated-directive'],
        report['blocked-uri'],
        report['document-uri'],
        report['source-file'],
      ),
    ];
  }
  const list = New.safeParse(body);
  return list.success
    ? list.data
        .slice(0, 10)
        .map(({ body: r }) => describe(r.effectiveDirective, r.blockedURL, r.documentURL, r.sourceFile))
    : [];
}

function describe(directive = '', blocked = '', page = '', source = ''): object {
  const [, module, version] = /\/m\/([a-z0-9-]{1,41})\/([\w.+-]{1,80})\//.exec(source) ?? [];
  return {
    ...(module === undefined ? {} : { module, version }),
    directive: directive.slice(0, 60),
    blocked: originOf(blocked),
    screen: URL.canParse(page) ? `/${new URL(page).pathname.split('/')[1] ?? ''}` : '',
  };
}

function originOf(text: string): string {
  return URL.canParse(text) ? new URL(text).origin : text.slice(0, 40);
}
