// Import rules. `node tools/verify.ts laws` checks them; docs/architecture.md draws them.
const TESTS = '(\\.test\\.tsx?$|/testing/|/test/|/src/dev/)';

/**
 * Role of a feature's file, by the end of its name: `entity` a thing and how it is parsed at the edge, `api` calls,
 * `model` rules, `words` how a thing is called, `port` access to a device, a browser or a library, `view` a part of a
 * screen; hooks begin with `use-`. Listed bottom up, each with what it must not import.
 */
const FEATURES = '(mfe-[a-z]+|shell)/src/features/';
const ROLES = [
  ['entity', ['api', 'use-', 'words', 'view']],
  ['api', ['model', 'use-', 'words', 'view']],
  ['model', ['use-', 'view']],
  ['words', ['use-', 'view']],
  ['port', ['use-', 'view']],
];
const ALL_ROLES = ['entity', 'api', 'model', 'words', 'port', 'view', 'use-'];
const suffix = (role) => (role === 'use-' ? '/use-[^/]*' : `\\.${role}`);

/** Layers of a folder, bottom up: a layer may import those below it, never those above. */
const floors = (folder, rooms) =>
  rooms.slice(0, -1).map((room, at) => ({
    name: `${folder}: ${room} is below ${rooms.slice(at + 1).join(', ')}`,
    severity: 'error',
    from: { path: `^${folder}/(${room})/`, pathNot: TESTS },
    to: { path: `^${folder}/(${rooms.slice(at + 1).join('|')})/` },
  }));

/** Only these places may import it. */
const only = (name, target, places) => ({
  name,
  severity: 'error',
  from: { pathNot: [TESTS, ...places.map((place) => `^${place}`)] },
  to: { path: target },
});

/** These files import nothing of ours but what `allowed` names. */
const alone = (folder, allowed = []) => ({
  name: `${folder} imports nothing of ours${allowed.length === 0 ? '' : ` but ${allowed.join(', ')}`}`,
  severity: 'error',
  from: { path: `^${folder}/src/`, pathNot: TESTS },
  to: {
    path: '^(shell|mfe-[a-z]+|shared/[a-z-]+|backend|tools|e2e)/',
    pathNot: [folder, ...allowed].map((own) => `^${own}/`),
  },
});

/** Public parts of the judging code: verdicts, scales and what is written, never the numbers behind them (ADR 0065). */
const JUDGE = [
  'assess',
  'chart-scale',
  'write',
  'written-range',
  'time-in-range',
  'verdict',
  'advice-texts',
  'advice-file',
];

export default {
  forbidden: [
    { name: 'no circle', severity: 'error', from: {}, to: { circular: true } },
    ...floors('shell/src', ['services', 'core', 'features', 'layout', 'app']),
    ...floors('backend/src', [
      'kit',
      'fhir',
      'access',
      'storage',
      'releases',
      'records',
      'identity',
      'gateway',
      'demo',
      'app',
    ]),
    {
      name: 'the demo is loaded where it runs, by the app alone',
      severity: 'error',
      from: { path: '^backend/src/', pathNot: '^backend/src/(demo|app)/' },
      to: { path: '^backend/src/demo/' },
    },
    {
      name: 'modules never import each other',
      severity: 'error',
      from: { path: '^(mfe-[a-z]+)/' },
      to: { path: '^mfe-[a-z]+/', pathNot: '^$1/' },
    },
    {
      name: 'shared code knows no module, no shell and no server',
      severity: 'error',
      from: { path: '^shared/[a-z-]+/src/', pathNot: TESTS },
      to: { path: '^(mfe-[a-z]+|shell|backend|tools|e2e)/' },
    },
    {
      name: 'nothing imports tools',
      severity: 'error',
      from: { pathNot: ['^(tools|e2e)/', TESTS] },
      to: { path: '^tools/' },
    },
    alone('shared/contract'),
    alone('shared/time'),
    alone('shared/i18n', ['shared/contract']),
    alone('shared/clinical', ['shared/contract', 'shared/i18n', 'shared/time']),
    {
      name: 'bands and ranges stay with the judge',
      severity: 'error',
      from: { pathNot: ['^shared/clinical/src/assess/', TESTS] },
      to: { path: '^shared/clinical/src/assess/', pathNot: `^shared/clinical/src/assess/(${JUDGE.join('|')})\\.ts$` },
    },
    only('the OpenID client lives in shell/src/services/auth', '/oidc-client-ts/', ['shell/src/services/auth/']),
    only('the database driver lives in the kit and the records', '/pg/', [
      'backend/src/(kit|records|app|demo)/',
      'tools/',
      'e2e/',
    ]),
    only('the component kit lives in shared/ui', '/@mantine/', ['shared/ui/', 'shared/build/']),
    ...ROLES.map(([role, above]) => ({
      name: `of a feature, ${role} knows no ${above.join(', ')}`,
      severity: 'error',
      from: { path: `^${FEATURES}.*\\.${role}\\.tsx?$`, pathNot: TESTS },
      to: { path: `^${FEATURES}.*(${above.map(suffix).join('|')})\\.tsx?$`, pathNot: TESTS },
    })),
    {
      name: 'a file of a feature says its role',
      severity: 'error',
      from: { pathNot: TESTS },
      to: { path: `^${FEATURES}.*\\.tsx?$`, pathNot: [TESTS, `(${ALL_ROLES.map(suffix).join('|')})\\.tsx?$`] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(/dist/|/released/|\\.cache/|\\.data/|\\.css$)' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
    cache: { folder: '.cache/laws', strategy: 'content' },
  },
};
