import { callsIn, createCallCheck } from './declared-calls.ts';

const isDeclared = createCallCheck([
  'GET fhir /Patient/:id/Observation',
  'POST fhir /Observation',
  'GET phr /api/phr/observationComponentViewConfig',
]);

test.each([
  ['GET', 'fhir', '/Patient/42/Observation'],
  ['GET', 'fhir', '/Patient/42/Observation?_page=2'],
  ['POST', 'fhir', '/Observation'],
] as const)('[ARCH-03] %s %s %s is declared', (method, service, path) => {
  expect(isDeclared({ method, service, path })).toBe(true);
});

test.each([
  ['DELETE', 'fhir', '/Observation'],
  ['GET', 'phr', '/Patient/42/Observation'],
  ['GET', 'fhir', '/Patient/42'],
  ['GET', 'fhir', '/Patient//Observation'],
  ['GET', 'fhir', '/Patient/../Observation'],
  ['GET', 'fhir', '/Patient/%2e%2E/Observation'],
  ['GET', 'fhir', '/Patient/a/b/Observation'],
  ['GET', 'fhir', '/Patient/a\\b/Observation'],
  ['POST', 'fhir', '/Observation/1'],
  ['GET', 'phr', '/api/phr/observationComponentViewConfigX'],
] as const)('[ARCH-03] %s %s %s is not', (method, service, path) => {
  expect(isDeclared({ method, service, path })).toBe(false);
});

test('[ARCH-03] a transaction declares the calls of its entries; an entry without one is undeclared', () => {
  const sent = (body: unknown) => callsIn({ method: 'POST', service: 'fhir', path: '/', body }).slice(1);
  const bundle = (...requests: readonly unknown[]) => ({
    resourceType: 'Bundle',
    type: 'transaction',
    entry: requests.map((request) => ({ request })),
  });
  expect(
    sent(bundle({ method: 'POST', url: 'Observation' }, { method: 'PUT', url: '/Patient/1?x=1' })).map(
      ({ method, path }) => `${method} ${path}`,
    ),
  ).toEqual(['POST /Observation', 'PUT /Patient/1?x=1']);
  for (const odd of [
    undefined,
    null,
    {},
    { method: 'PATCH', url: 'Observation' },
    { method: 'POST' },
    { method: 'POST', url: '//evil.test' },
    { method: 'POST', url: 1 },
  ])
    expect(sent(bundle(odd)).map(isDeclared)).toEqual([false]);
  for (const body of [
    undefined,
    null,
    [],
    'x',
    { resourceType: 'Observation' },
    { resourceType: 'Bundle', entry: 'x' },
    { resourceType: 'Bundle', entry: [] },
  ])
    expect(sent(body)).toEqual([]);
});
