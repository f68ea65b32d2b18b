import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { containerName } from '@phr/contract/release';
import { Manifest, Version } from './manifest.ts';

const manifest = {
  name: 'mfe-vitals',
  contract: '^1.0.0',
  access: 'signed-in',
  calls: ['GET fhir /Patient/:id/Observation'],
  slots: [{ slot: 'latest', place: 'dashboard.main', order: 1 }],
  routes: [
    { screen: 'health-details', path: '/health-details/:name', layout: 'app', needsMainPatient: true, door: 'none' },
  ],
  door: 'readings',
  actions: [{ screen: 'health-details', text: { 'vi-VN': 'Đo', 'en-US': 'Measure' }, icon: 'vital', order: 1 }],
};

test('[ARCH-05] a manifest is taken as its team wrote it', () => {
  expect(Manifest.parse(manifest)).toEqual(manifest);
});

test("what this repository's modules say of themselves is taken whole, but for what their build needs", () => {
  const root = path.resolve(import.meta.dirname, '../../..');
  const files = readdirSync(root).map((name) => path.join(root, name, 'module.json'));
  const said = files.filter((file) => existsSync(file)).map((file) => JSON.parse(readFileSync(file, 'utf8')) as object);
  expect(said.length).toBeGreaterThan(0);
  for (const one of said) {
    const { budgets: _budgets, approvals: _approvals, ...rest } = { budgets: [], approvals: [], ...one };
    expect(Manifest.parse(one)).toEqual(rest);
  }
});

test.each([
  ['a call to an unknown service', { calls: ['GET evil /x'] }],
  [
    'a path to another origin',
    { routes: [{ screen: 'x', path: 'https://evil.test/', layout: 'app', needsMainPatient: false }] },
  ],
  ['an action without words', { actions: [{ screen: 'x', text: '', icon: 'vital', order: 1 }] }],
  ['a name that climbs', { name: '../etc' }],
])('a manifest with %s is no manifest', (_what, changes) => {
  expect(Manifest.safeParse({ ...manifest, ...changes }).success).toBe(false);
});

test('versions are those of semver, and nothing that climbs', () => {
  const all = ['1.0.0', '1.2.3-rc.1+5', '1.0', '../../etc', '1.0.0/..'];
  expect(all.map((version) => Version.safeParse(version).success)).toEqual([true, true, false, false, false]);
});

test('names of containers are valid identifiers that hold the version', () => {
  expect(containerName('mfe-vitals', '1.2.3-rc.1+5')).toBe('mfe_vitals__1_2_3_rc_1_5');
});
