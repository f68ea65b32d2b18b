import { claimFaults } from './claims.ts';
import { manifestOf, MODULES } from './workspace.ts';

const route = (screen: string, at: string) => ({
  screen,
  path: at,
  layout: 'app' as const,
  needsMainPatient: true,
});
const THEIRS = [
  { owner: 'shell', routes: [{ screen: 'dashboard', path: '/dashboard' }] },
  { owner: 'mfe-b', routes: [{ screen: 'details', path: '/details/:id' }] },
];
const faults = (screen: string, at: string, contract = '^1.0.0') =>
  claimFaults({ name: 'mfe-a', contract, routes: [route(screen, at)] }, THEIRS);

test('[ARCH-04] a module with places of its own may be offered, also anew', () => {
  expect(faults('notes', '/notes/:id?')).toEqual([]);
  expect(
    claimFaults({ name: 'mfe-b', contract: '^1.0.0', routes: [route('details', '/details/:id')] }, THEIRS),
  ).toEqual([]);
});

test.each([
  ['a path that takes everything', 'anything', '/:anything', /must begin with a word/],
  ["the name of another's screen", 'details', '/my-details', /is details at \/details\/:id of mfe-b/],
  ["the path of another's screen", 'mine', '/details/x', /is details at .* of mfe-b/],
  ["a pattern over another's path", 'mine', '/details/:what', /of mfe-b/],
  ['a screen of the shell', 'dashboard', '/other', /of shell/],
])('[ARCH-04] a module that claims %s may not', (_what, screen, at, fault) => {
  expect(faults(screen, at).join('\n')).toMatch(fault);
});

test.each(['>=1.0.0 <2', '*', '1.0.0', '~1.2.0'])(
  'a range of the contract that no host can read is told: %s',
  (range) => {
    expect(faults('notes', '/notes', range).join('\n')).toContain(`contract "${range}"`);
  },
);

test('an errand of the host, and a type that it shows, belong to the first who has them', () => {
  const theirs = [
    { owner: 'mfe-b', routes: [{ screen: 'details', path: '/details', serves: ['programme'], shows: ['Consent'] }] },
  ];
  const claimed = { ...route('mine', '/mine'), serves: ['programme', 'doses'], shows: ['Consent', 'Task'] };
  expect(claimFaults({ name: 'mfe-a', contract: '^1.0.0', routes: [claimed] }, theirs)).toEqual([
    'mine: programme is served or shown by mfe-b',
    'mine: Consent is served or shown by mfe-b',
  ]);
});

test('the modules of this repository claim what is theirs', () => {
  const manifests = MODULES.map(manifestOf);
  const others = manifests.map(({ name, routes }) => ({ owner: name, routes }));
  expect(manifests.flatMap((manifest) => claimFaults(manifest, others))).toEqual([]);
});
