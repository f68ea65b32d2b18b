import { createModuleScopes, moduleScope } from './partner-scope.ts';

const scope = moduleScope(['GET fhir /Patient/:id/Observation', 'GET fhir /Device', 'POST fhir /', 'DELETE fhir /Media/:id', 'PUT fhir /Consent/:id', 'GET phr /api/phr/observation/days', 'GET identity /api/account/sessions', 'POST admin /patient-app/link-profile/remove']);

test.each([
  ['GET', '/fhir/Patient/1/Observation?_count=5', true], ['POST', '/fhir', true], ['POST', '/fhir/', true], ['GET', '/api/phr/observation/days?from=1', true],
  ['HEAD', '/fhir/Patient/1/Observation', false], ['POST', '/fhir/Patient/1/Observation', false], ['GET', '/fhir/Patient/1/Observation/2', false], ['GET', '/fhir/Patient/1', false],
  ['GET', '/fhir/Patient/../Device/Observation', false], ['GET', '/fhir/Patient/%2e%2e/Observation', false], ['GET', '//fhir/Device', false], ['GET', '/fhirx/Device', false], ['GET', '/Device', false],
  ['GET', '/connect/userinfo', false], ['GET', '/api/account/sessions', false], ['PUT', '/fhir/Consent/1', false], ['POST', '/patient-app/link-profile/remove', false],
])('%s %s of a token of one module: %s', (method, url, expected) => {
  expect(scope.permits(method, url)).toBe(expected);
});

test.each([['POST', 'Observation', true], ['PUT', 'Device', true], ['DELETE', 'Media', true], ['DELETE', 'Observation', false], ['POST', 'Patient', false], ['POST', 'Condition', false], ['PUT', 'Consent', false]])('%s %s in a transaction: %s', (method, type, expected) => {
  expect(scope.permitsEntry(method, type)).toBe(expected);
});

test('a module has the calls of every release on offer, and none when it is off, unknown, or the app\'s alone', async () => {
  const release = (...calls: string[]) => ({ version: '1.0.0', container: '', entry: '', integrity: '', manifest: { name: '', contract: '', access: 'signed-in' as const, routes: [], slots: [], calls } });
  const entry = (name: string, enabled = true) => ({ name, enabled, loadTimeoutMs: 1, current: release('GET fhir /Device'), previous: release('GET fhir /Task'), rollout: { release: release('GET fhir /Slot'), percent: 5, salt: 'x' } });
  const scopes = createModuleScopes(async () => ({ schema: 1, publishedAt: '', modules: [entry('mfe-vitals'), entry('mfe-booking', false), entry('mfe-devices')] }));
  const vitals = await scopes('mfe-vitals');
  expect(['/fhir/Device', '/fhir/Task', '/fhir/Slot', '/fhir/Group'].map((url) => vitals?.permits('GET', url))).toEqual([true, true, true, false]);
  for (const name of ['mfe-booking', 'mfe-devices', 'mfe-records', '__proto__']) expect([name, await scopes(name)]).toEqual([name, undefined]);
});
