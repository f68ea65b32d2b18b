import { createCallCheck } from './declared-calls.ts';

const isDeclared = createCallCheck(['GET fhir /Patient/:id/Observation', 'POST fhir /Observation', 'GET phr /api/phr/observationComponentViewConfig']);

test.each([
  ['GET', 'fhir', '/Patient/42/Observation'],
  ['GET', 'fhir', '/Patient/42/Observation?_page=2'],
  ['POST', 'fhir', '/Observation'],
] as const)('[ARCH-03] %s %s %s is declared', (method, service, path) => {
  expect(isDeclared({ method, service, path })).toBe(true);
});

test.each([
  ['DELETE', 'fhir', '/Observation'], ['GET', 'phr', '/Patient/42/Observation'], ['GET', 'fhir', '/Patient/42'], ['GET', 'fhir', '/Patient//Observation'],
  ['GET', 'fhir', '/Patient/../Observation'], ['GET', 'fhir', '/Patient/%2e%2E/Observation'], ['GET', 'fhir', '/Patient/a/b/Observation'], ['GET', 'fhir', '/Patient/a\\b/Observation'],
  ['POST', 'fhir', '/Observation/1'], ['GET', 'phr', '/api/phr/observationComponentViewConfigX'],
] as const)('[ARCH-03] %s %s %s is not', (method, service, path) => {
  expect(isDeclared({ method, service, path })).toBe(false);
});
