import { SIGNAL_ICONS } from '@phr/contract/today';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ModuleManifest } from '@phr/contract/registry';
import { isObject } from '@phr/fhir/json';
import { TYPES } from '../src/fhir/resource-types.ts';
import { callsGate } from '../src/releases/gates/calls-gate.ts';
import { claimsOf } from '../src/releases/claims.ts';
import { claimsGate } from '../src/releases/gates/claims-gate.ts';
import { runGate } from '../src/releases/gates/gate.ts';
import { manifestGate } from '../src/releases/gates/manifest-gate.ts';
import { publishedRoutes } from '../src/releases/gates/published-routes.ts';
import { DOCUMENTED } from '../src/kit/route-schema.ts';
import { isApiPath } from '../src/kit/paths.ts';
import { PROTOCOL } from '../src/identity/protocol-docs.ts';
import { newPerson } from './browser.ts';
import { generatedRelease, WORLD } from './generated-release.ts';
import { startTestBackend, type TestBackend } from './test-backend.ts';

let backend: TestBackend;
beforeAll(async () => {
  backend = await startTestBackend({ EMR_URL: 'http://127.0.0.1:9', EMR_SECRET: 'a-shared-secret' });
});
afterAll(() => backend.stop());

/** Routes that are pages, files or health checks, not requests to a service. */
const NO_CALL =
  /^(\/|\/\*|\/index\.html|\/health|\/ready|\/favicon\.ico|\/identity\.css|\/interaction\/.*|\/account\/.*|\/connect\/\*|\/\.well-known\/\*|\/openapi\/.*|\/m\/\*|\/embed\/.*|\/csp-report|\/config\.json|\/registry\.json|\/registry\/(2|keys)\.json|.*\.css|.*\.woff2|.*\.webmanifest\$\))$/;

test('every call of every service says what it takes, answers and refuses', () => {
  const silent = backend.routes
    .filter(
      ({ url, method, doc }) =>
        method !== 'HEAD' && method !== 'OPTIONS' && doc === undefined && (isApiPath(url) || !NO_CALL.test(url)),
    )
    .map(({ server, method, url }) => `${server} ${method} ${url}`);
  expect(silent).toEqual([]);
  const documented = backend.routes.flatMap(({ doc, method, url }) =>
    doc === undefined || method === 'HEAD' ? [] : [{ doc, name: `${method} ${url}` }],
  );
  expect(documented.length).toBeGreaterThan(60);
  expect(
    documented.filter(({ doc }) => doc.summary.trim().length < 10 || !/[.]$/.test(doc.summary)).map(({ name }) => name),
  ).toEqual([]);
});

test.each(DOCUMENTED.filter((name) => name !== 'web'))(
  '[CLI-10] /openapi/%s.json is a sound OpenAPI 3.1 document',
  async (service) => {
    const origins = [backend.urls.shell, backend.urls.identity, backend.urls.files];
    const answers = await Promise.all(origins.map((origin) => fetch(`${origin}/openapi/${service}.json`)));
    const found = answers.find(
      (answer) => answer.status === 200 && answer.headers.get('content-type')?.includes('json') === true,
    );
    const document = (await found?.json()) as {
      openapi: string;
      info: { title: string };
      paths: Record<string, Record<string, Operation>>;
      components: { schemas: object; securitySchemes: object };
    };
    expect(document.openapi).toBe('3.1.0');
    const operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
    );
    expect(operations.length).toBeGreaterThan(0);
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    const faults = operations.flatMap(({ path, method, operation }) => {
      const name = `${method} ${path}`;
      const asked = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
      const given = operation.parameters.filter(({ in: place }) => place === 'path').map((parameter) => parameter.name);
      const statuses = Object.keys(operation.responses);
      return [
        ...(operation.summary.trim() === '' ? [`${name}: no summary`] : []),
        ...(Array.isArray(operation.security) ? [] : [`${name}: security is not said`]),
        ...(operation.security.some(
          (scheme) => !Object.keys(scheme).every((key) => key in document.components.securitySchemes),
        )
          ? [`${name}: unknown security scheme`]
          : []),
        ...(JSON.stringify(asked.sort()) === JSON.stringify(given.sort())
          ? []
          : [`${name}: path parameters ${given.join()} instead of ${asked.join()}`]),
        ...(statuses.some((status) => /^[23]/.test(status)) ? [] : [`${name}: no success`]),
        ...(statuses.some((status) => /^4/.test(status)) && '500' in operation.responses ? [] : [`${name}: no errors`]),
        ...(operation.security.some((scheme) => 'bearer' in scheme) &&
        !('401' in operation.responses && '403' in operation.responses)
          ? [`${name}: 401 and 403 are missing`]
          : []),
        ...(['post', 'put'].includes(method) && operation.requestBody === undefined && !path.startsWith('/connect/')
          ? [`${name}: no body`]
          : []),
        ...statuses
          .filter(
            (status) =>
              Number(status) >= 400 &&
              !/#\/components\/schemas\/(?:OAuth)?Error"/.test(JSON.stringify(operation.responses[status])),
          )
          .map((status) => `${name}: ${status} has no error shape`),
      ];
    });
    expect(faults).toEqual([]);
    for (const [reference] of JSON.stringify(document).matchAll(/(?<="\$ref":")[^"]+/g)) {
      const target = reference
        .slice(2)
        .split('/')
        .reduce<unknown>((at, part) => (isObject(at) ? at[part] : undefined), document);
      expect([reference, target === undefined]).toEqual([reference, false]);
    }
  },
);

test('[CLI-10] every endpoint that discovery names is described, and answers as described', async () => {
  const { identity } = backend.urls;
  const [described, discovery] = await Promise.all(
    ['/openapi/identity.json', '/.well-known/openid-configuration'].map(
      async (path) => (await fetch(identity + path)).json() as Promise<Record<string, object>>,
    ),
  );
  const endpoints = Object.entries(discovery ?? {})
    .filter(([name]) => name.endsWith('_endpoint') || name === 'jwks_uri')
    .map(([, address]) => new URL(String(address)).pathname);
  expect(endpoints.length).toBeGreaterThan(5);
  expect(endpoints.filter((path) => !(path in (described?.['paths'] ?? {})))).toEqual([]);
  const answerOf = (method: string, path: string) =>
    PROTOCOL.find(([one, url]) => one === method && url === path)?.[2].config.doc.answer;
  for (const path of ['/.well-known/openid-configuration', '/connect/jwks'])
    expect([path, answerOf('GET', path)?.safeParse(await (await fetch(identity + path)).json()).success]).toEqual([
      path,
      true,
    ]);
  expect(answerOf('POST', '/connect/token')?.safeParse((await newPerson(backend.config)).tokens).success).toBe(true);
  const refused = await fetch(`${identity}/connect/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'refresh_token', client_id: 'phr-web', refresh_token: 'x' }),
  });
  expect([refused.status, await refused.json()]).toEqual([400, expect.objectContaining({ error: 'invalid_grant' })]);
});

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly security: readonly object[];
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, object>>;
}

const ROOT = path.join(import.meta.dirname, '../..');
const manifests = readdirSync(ROOT, { withFileTypes: true })
  .filter((item) => item.isDirectory() && item.name.startsWith('mfe-'))
  .map(({ name }) => JSON.parse(readFileSync(path.join(ROOT, name, 'module.json'), 'utf8')) as ModuleManifest);

test('each call that a module declares is answered; all manifests pass the gates beside each other', async () => {
  const routes = () =>
    publishedRoutes(async (service) => {
      const origin = service === 'identity' ? backend.urls.identity : backend.urls.shell;
      return (await fetch(`${origin}/openapi/${service}.json`)).json();
    });
  const claims = manifests.flatMap(claimsOf);
  // pictures of a vendor that has its name in the path; ours are all at one address
  const elsewhere = 'elsewhere GET emr /api/services/vendor/patientapp/files/:name';
  const drawn = readFileSync(path.join(ROOT, 'shared/ui/src/icons.tsx'), 'utf8').matchAll(/ as (Icon[A-Z]\w*)/g);
  const icons = [...SIGNAL_ICONS, ...[...drawn].flatMap(([, icon]) => icon ?? [])];
  const refused: unknown[] = [];
  for (const manifest of manifests)
    for (const gate of [manifestGate({ icons }), claimsGate, callsGate({ routes, types: Object.keys(TYPES) })])
      refused.push(
        ...(
          await runGate(gate, generatedRelease({ manifest }), {
            ...WORLD,
            claims,
            approved: [...manifest.calls, 'partner pages', elsewhere],
          })
        ).findings,
      );
  expect(manifests.length).toBeGreaterThan(4);
  expect(refused).toEqual([]);
  const invented = generatedRelease({
    manifest: { calls: ['GET phr /api/phr/nothing', 'PUT fhir /Observation'], slots: [] },
  });
  const world = { ...WORLD, approved: ['GET phr /api/phr/nothing', 'PUT fhir /Observation'] };
  const { findings } = await runGate(callsGate({ routes, types: Object.keys(TYPES) }), invented, world);
  expect(findings.map(({ where }) => where)).toEqual(['module.json /calls/0', 'module.json /calls/1']);
});
