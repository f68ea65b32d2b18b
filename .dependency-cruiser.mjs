// The laws of the house about who may import whom. `node tools/verify.ts laws` checks them; docs/architecture.md draws them.
const TESTS = '(\\.test\\.tsx?$|/testing/|/test/|/src/dev/)';

/** Rooms of a folder from the ground up: a room may import what stands below it, never what stands above. */
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

export default {
  forbidden: [
    { name: 'no circle', severity: 'error', from: {}, to: { circular: true } },
    ...floors('shell/src', ['services', 'core', 'features', 'layout', 'app']),
    ...floors('backend/src', ['kit', 'fhir', 'access', 'storage', 'records', 'identity', 'gateway', 'demo', 'app']),
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
    alone('shared/clinical', ['shared/contract', 'shared/time']),
    only('the OpenID client lives in shell/src/services/auth', '/oidc-client-ts/', ['shell/src/services/auth/']),
    only('the database driver lives in the kit and the records', '/pg/', [
      'backend/src/(kit|records|app|demo)/',
      'tools/',
      'e2e/',
    ]),
    only('the component kit lives in shared/ui', '/@mantine/', ['shared/ui/', 'shared/build/']),
    {
      name: 'an api file stands below model and view',
      severity: 'error',
      from: { path: '\\.api\\.tsx?$', pathNot: TESTS },
      to: { path: '\\.(model|view)\\.tsx?$' },
    },
    {
      name: 'a model does not know its view',
      severity: 'error',
      from: { path: '\\.model\\.tsx?$', pathNot: TESTS },
      to: { path: '\\.view\\.tsx$' },
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
