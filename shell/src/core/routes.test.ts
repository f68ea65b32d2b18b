import { existsSync, readFileSync } from 'node:fs';
import type { ModuleManifest } from '@phr/contract/registry';
import { slotsFor } from '../features/dashboard/dashboard.model.ts';
import { screensToFind } from '../features/search/search.model.ts';
import { menuGroups } from './menu.model.ts';
import { createRouteTable } from './routes.ts';
import { offerOf, TODAY } from '../testing/offer-of.ts';
import { SPECIFIED_ROUTES } from '../testing/specified-routes.ts';

const registry = TODAY;
const table = createRouteTable(offerOf(registry));

test.each(SPECIFIED_ROUTES)('[ROUTE-85] %s is at %s', (screen, path, set, owner, needsMainPatient) => {
  const route = table.routes.find((candidate) => candidate.screen === screen);
  expect(route).toMatchObject({
    path,
    set: set === 'always' ? 'both' : set,
    needsMainPatient: needsMainPatient.startsWith('yes'),
    ...(owner === 'shell' ? {} : { module: owner }),
  });
  expect(route?.mainPatientOnly === true).toBe(needsMainPatient.includes('viewed = main'));
});

/** Screens added after the table (R-H7). */
const RULED_LATER = [
  'record',
  'results',
  'summary',
  'timeline',
  'medicines',
  'medicine-details',
  'medicine-create',
  'allergies',
  'allergy-create',
  'paper-create',
  'symptom-create',
  'visit-kit',
  'vaccines-due',
  'growth',
];

test('[ROUTE-85] there are no other screens, and no path leads to two of them', () => {
  expect(table.routes.map(({ screen }) => screen).sort()).toEqual(
    [...SPECIFIED_ROUTES.map(([screen]) => screen), ...RULED_LATER].sort(),
  );
  for (const { screen, path } of table.routes)
    expect(table.find(path.replace(/\/:\w+\?/g, '').replace(/:\w+/g, 'x'))?.route.screen).toBe(screen);
});

test('[ROUTE-85] the kept table is that of the specification', () => {
  const file = '../shared/spec/decisions.md';
  if (!existsSync(file)) {
    console.log('skipped: no specification beside the project');
    return;
  }
  const rows =
    readFileSync(file, 'utf8')
      .split('## T2.')[1]
      ?.split('## T3.')[0]
      ?.matchAll(/^\| ([a-z0-9-]+) \| `([^` ]+)/gm) ?? [];
  expect([...rows].map(([, screen, path]) => [screen, path])).toEqual(
    SPECIFIED_ROUTES.map(([screen, path]) => [screen, path]),
  );
});

test('each address is answered by itself, whichever was asked for last', () => {
  const asked = ['/family', '/family', '/setting', '/none', '/family'];
  expect(asked.map((path) => table.find(path)?.route.screen)).toEqual([
    'family',
    'family',
    'setting',
    undefined,
    'family',
  ]);
});

test('[ROUTE-11] "/" is the dashboard', () => {
  expect(table.find('/')?.route.screen).toBe('dashboard');
});

test.each([
  ['organisation', 'confirm-register-org'],
  ['programme', 'enrollment'],
  ['device-code', 'pair-device'],
  ['linked-records', 'link-profile'],
  ['access-requests', 'patient-consents'],
  ['doses', 'medicines'],
  ['DiagnosticReport', 'report-details'],
  ['Appointment', 'appointment-details'],
  ['Consent', 'patient-consent-details'],
  ['Device', 'device-details'],
])('what the shell opens for %s is %s, by its manifest', (name, screen) => {
  expect(table.named(name)?.screen).toBe(screen);
  expect(table.hrefOf(name, { id: '7' })).toBe(table.hrefOf(screen, { id: '7' }));
});

test('an unknown screen or a missing parameter is refused with an error', () => {
  expect(() => table.hrefOf('no-such-screen')).toThrow(
    expect.objectContaining({ name: 'AppError', code: 'UNKNOWN_SCREEN' }),
  );
  expect(() => table.hrefOf('encounter-details')).toThrow(expect.objectContaining({ code: 'SCREEN_PARAMETER' }));
  expect(table.hrefOf('encounter-details', { id: '7' })).toBe('/encounter-details/7');
});

test('[ARCH-04] a switched-off module keeps its paths, and no module takes a path of the shell', () => {
  const first = registry.modules.find(({ name }) => name === 'mfe-records');
  if (first === undefined) throw new Error('no module');
  const bold = {
    ...first,
    current: {
      ...first.current,
      manifest: {
        ...first.current.manifest,
        routes: [{ screen: 'signin', path: '/signin', layout: 'app' as const, needsMainPatient: false }],
      },
    },
  };
  expect(
    createRouteTable(offerOf({ ...registry, modules: [{ ...first, enabled: false }] })).find('/encounters')?.route
      .module,
  ).toBe('mfe-records');
  expect(createRouteTable(offerOf({ ...registry, modules: [bold] })).find('/signin')?.route.module).toBeUndefined();
});

test('[ARCH-04] a new screen of a release in rollout is there for its devices: path, menu, slots, search', () => {
  const first = registry.modules.find(({ name }) => name === 'mfe-records');
  if (first === undefined) throw new Error('no module');
  const label = { 'vi-VN': 'Mới', 'en-US': 'New' };
  const way = { screen: 'new-one', label, icon: 'M4 4h16v16h-16z', order: 1 };
  const manifest: ModuleManifest = {
    ...first.current.manifest,
    routes: [
      { screen: 'new-one', path: '/new-one', layout: 'app', needsMainPatient: true, title: label, find: ['moi'] },
    ],
    menu: [{ ...way, group: 'record' }],
    slots: [{ slot: 'new-slot', place: 'dashboard.main', order: 1 }],
  };
  const release = { ...first.current, version: '9.0.0', manifest };
  const seenBy = (percent: number) => {
    const offer = offerOf({ ...registry, modules: [{ ...first, rollout: { release, percent, salt: 's' } }] });
    return [
      createRouteTable(offer).find('/new-one')?.route.module,
      menuGroups(offer, true)
        .flat()
        .some(({ screen }) => screen === 'new-one'),
      slotsFor(offer, 'dashboard.main', 1_184).some(({ slot }) => slot === 'new-slot'),
      JSON.stringify(screensToFind(offer, createRouteTable(offer), true, (screen) => screen)).includes('new-one'),
    ];
  };
  expect(seenBy(100)).toEqual(['mfe-records', true, true, true]);
  expect(seenBy(0)).toEqual([undefined, false, false, false]);
});
