import { registryOf } from '@phr/testing/registry-of';
import { NO_REGISTRY, succeed } from './follow-registry.ts';

const release = (name: string, version: string) => ({
  version,
  container: 'c',
  entry: `/m/${name}/${version}/remoteEntry.js`,
  integrity: `sha384-${'A'.repeat(64)}`,
  manifest: { name, contract: '^1.0.0', access: 'signed-in' as const, routes: [], slots: [], calls: [] },
});
const registry = (names: readonly string[], about: Parameters<typeof registryOf>[1] = {}) =>
  registryOf(
    names.map((name) => ({ name, enabled: true, current: release(name, '1.0.0'), loadTimeoutMs: 8000 })),
    { serial: 7, generation: 2, ...about },
  );
const known = registry(['mfe-a', 'mfe-b']);

test.each([
  ['names no module', registry([], { serial: 8 })],
  ['is another', registry(['mfe-a'], { serial: 8, installation: 'https://other.test' })],
  ['is another', registry(['mfe-a'], { serial: 8, environment: 'staging' })],
  ['is older', registry(['mfe-a'], { serial: 6 })],
  ['is older', registry(['mfe-a'], { serial: 8, generation: 1 })],
])('[ARCH-08] a registry that %s never takes the place of a good one', (why, next) => {
  expect(() => succeed(known, next)).toThrow(`The registry ${why}`);
});

test.each([
  ['the same again', registry(['mfe-a', 'mfe-b'])],
  ['the next', registry(['mfe-a', 'mfe-b'], { serial: 8 })],
  ['one of a restored database, whose numbers begin anew', registry(['mfe-a', 'mfe-b'], { serial: 1, generation: 3 })],
])('[ARCH-04] %s is taken', (_, next) => {
  expect(succeed(known, next)).toBe(next);
});

test('the first is taken whoever it is of; one without modules is none', () => {
  expect(succeed(NO_REGISTRY, known)).toBe(known);
  expect(() => succeed(NO_REGISTRY, registry([]))).toThrow('names no module');
});

test('[ARCH-08] a module that an answer leaves out stays, with its manifest', () => {
  const next = succeed(known, registry(['mfe-b'], { serial: 8 }));
  expect(next.modules.map(({ name }) => name)).toEqual(['mfe-a', 'mfe-b']);
  expect(Object.keys(next.manifests).toSorted()).toEqual(['mfe-a@1.0.0', 'mfe-b@1.0.0']);
});
