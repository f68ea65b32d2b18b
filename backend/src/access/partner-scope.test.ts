import { registryOf } from '@phr/testing/registry-of';
import { createModuleScopes, createPartTitles, embeddableIn, moduleScope } from './partner-scope.ts';

const scope = moduleScope([
  'GET fhir /Patient/:id/Observation',
  'GET fhir /Device',
  'GET fhir /Patient/:id/Consent',
  'POST fhir /',
  'POST fhir /Observation',
  'PUT fhir /Device/:id',
  'DELETE fhir /Media/:id',
  'PUT fhir /Consent/:id',
  'GET phr /api/phr/observation/days',
  'GET identity /api/account/sessions',
  'POST admin /patient-app/link-profile/remove',
]);

test.each([
  ['GET', '/fhir/Patient/1/Observation?_count=5', true],
  ['POST', '/fhir', true],
  ['POST', '/fhir/', true],
  ['GET', '/api/phr/observation/days?from=1', true],
  ['HEAD', '/fhir/Patient/1/Observation', false],
  ['POST', '/fhir/Patient/1/Observation', false],
  ['GET', '/fhir/Patient/1/Observation/2', false],
  ['GET', '/fhir/Patient/1', false],
  ['GET', '/fhir/Patient/../Device/Observation', false],
  ['GET', '/fhir/Patient/%2e%2e/Observation', false],
  ['GET', '//fhir/Device', false],
  ['GET', '/fhirx/Device', false],
  ['GET', '/Device', false],
  ['GET', '/connect/userinfo', false],
  ['POST', '/api/phr/module-health', true],
  ['GET', '/api/phr/module-health', false],
  ['POST', '/api/phr/module-health/x', false],
  ['GET', '/api/account/sessions', false],
  ['PUT', '/fhir/Consent/1', false],
  ['POST', '/patient-app/link-profile/remove', false],
])('%s %s of a token of one module: %s', (method, url, expected) => {
  expect(scope.permits(method, url)).toBe(expected);
});

test.each([
  ['create', 'Observation', true],
  ['update', 'Device', true],
  ['delete', 'Media', true],
  ['read', 'Observation', true],
  ['read', 'Device', true],
  ['read', 'Consent', true],
  // permission to read does not include permission to write, nor the reverse
  ['create', 'Device', false],
  ['update', 'Observation', false],
  ['delete', 'Observation', false],
  ['read', 'Media', false],
  ['create', 'Patient', false],
  ['read', 'Patient', false],
  ['create', 'Condition', false],
  ['update', 'Consent', false],
  ['share', 'Observation', false],
  ['share', 'Patient', false],
  ['read', '', false],
  ['create', 'x/../Observation', false],
] as const)('a token of one module may %s %s wherever it is done: %s', (action, type, expected) => {
  expect(scope.may(action, type)).toBe(expected);
});

test.each([
  ['GET', '/api/phr/inbox'],
  ['POST', '/api/phr/inbox/read'],
  ['PUT', '/api/phr/push'],
  ['GET', '/api/phr/push/messages/1'],
  ['GET', '/api/phr/qr/generator/pid/1'],
])('%s %s is for the app alone, whatever a module declares', (method, url) => {
  expect(moduleScope([`${method} phr ${url}`]).permits(method, url)).toBe(false);
});

test('a module has the calls of every release on offer, and none when off, unknown or for the app alone', async () => {
  const partner = { title: { 'vi-VN': 'Chỉ số' }, without: ['GET fhir /Patient/:id/Condition'] };
  const release = (version: string, ...calls: string[]) => ({
    version,
    container: '',
    entry: '',
    integrity: '',
    manifest: { name: '', contract: '', access: 'signed-in' as const, routes: [], slots: [], calls, partner },
  });
  const entry = (name: string, enabled = true) => ({
    name,
    enabled,
    loadTimeoutMs: 1,
    current: release('1.0.0', 'GET fhir /Device', 'GET fhir /Patient/:id/Condition', 'GET fhir /Patient/:id/Goal'),
    previous: release('0.9.0', 'GET fhir /Task'),
    rollout: { release: release('1.1.0', 'GET fhir /Slot'), percent: 5, salt: 'x' },
  });
  const alone = ({ manifest: { partner: _partner, ...manifest }, ...rest }: ReturnType<typeof release>) => ({
    ...rest,
    manifest,
  });
  const forTheAppAlone = ({ current, previous, rollout, ...rest }: ReturnType<typeof entry>) => ({
    ...rest,
    current: alone(current),
    previous: alone(previous),
    rollout: { ...rollout, release: alone(rollout.release) },
  });
  const scopes = createModuleScopes(async () => ({
    ...registryOf([entry('mfe-vitals'), entry('mfe-booking', false), forTheAppAlone(entry('mfe-devices'))]),
  }));
  const vitals = await scopes('mfe-vitals');
  expect(['/fhir/Device', '/fhir/Task', '/fhir/Slot', '/fhir/Group'].map((url) => vitals?.permits('GET', url))).toEqual(
    [true, true, true, false],
  );
  // diagnoses are read by vitals in the app alone
  expect(
    ['Goal', 'Condition'].map((type) => [vitals?.permits('GET', `/fhir/Patient/p/${type}`), vitals?.may('read', type)]),
  ).toEqual([
    [true, true],
    [false, false],
  ]);
  for (const name of ['mfe-booking', 'mfe-devices', 'mfe-records', '__proto__'])
    expect([name, await scopes(name)]).toEqual([name, undefined]);
});

test('a partner shows what a module says of itself, in the words of its manifest and in none that it lacks', async () => {
  const manifest = { contract: '', access: 'signed-in' as const, routes: [], slots: [], calls: [] };
  const release = { version: '1.0.0', container: '', entry: '', integrity: '' };
  const registry = registryOf(
    [{ name: 'mfe-sixth', partner: { title: { 'vi-VN': 'Ghi chú', 'en-US': 'Notes' } } }, { name: 'mfe-alone' }].map(
      (said) => ({
        name: said.name,
        enabled: true,
        loadTimeoutMs: 1,
        current: { ...release, manifest: { ...manifest, ...said } },
      }),
    ),
  );
  expect(embeddableIn(registry)).toEqual(['mfe-sixth']);
  const titles = createPartTitles(async () => registry);
  expect(await titles(['mfe-sixth', 'mfe-alone', 'mfe-gone'], 'vi-VN')).toEqual(['Ghi chú', 'mfe-alone', 'mfe-gone']);
  expect(await titles(['mfe-sixth'], 'en-US')).toEqual(['Notes']);
});
