import tseslint from 'typescript-eslint';
import { moduleNames } from './tools/lint/module-names.ts';
import { oneJudge } from './tools/lint/one-judge.ts';
import { ownLines } from './tools/lint/own-lines.ts';

const TESTS = ['**/*.test.{ts,tsx}', '**/test/**', 'e2e/**', 'shared/testing/**', '**/src/dev/**'];
const OIDC = { name: 'oidc-client-ts', message: 'Only shell/src/services/auth knows the OIDC library.' };
const PLAIN_EXPECT = {
  name: '@playwright/test',
  importNames: ['expect'],
  message: 'Take the one of e2e/support, which counts.',
};
const MODULES = {
  group: ['@phr/mfe-*', '**/mfe-*/**'],
  message: 'Modules never import each other, and nobody imports a module: they meet at run time.',
};
const SHELL = { group: ['@phr/shell', '@phr/shell/*', '**/shell/src/**'], message: "The shell is nobody's library." };
const KIT = { group: ['@mantine/*'], message: 'Only shared/ui knows the component kit.' };

const NUMBER_INPUT = {
  selector: 'JSXAttribute[name.name="type"] Literal[value="number"]',
  message: 'A number field turns "36,6" into 366: use @phr/ui/number-field.',
};
const UNAWAITED = {
  selector: 'ExpressionStatement > CallExpression[callee.name="proves"]',
  message: 'A block that nobody waits for proves nothing: await it.',
};
const STORAGE = ['localStorage', 'sessionStorage', 'location'].map((name) => ({
  name,
  message: `${name} belongs to the ports that own it.`,
}));
const STORAGE_MEMBERS = ['localStorage', 'sessionStorage', 'location'].map((property) => ({
  object: 'window',
  property,
  message: `${property} belongs to the ports that own it.`,
}));

const NETWORK = ['fetch', 'XMLHttpRequest', 'WebSocket', 'EventSource', 'indexedDB'].map((name) => ({
  name,
  message: 'Calls go through the host: request.send, or @phr/http for signed addresses.',
}));

/** A screen is named, not spelled: its path belongs to the manifest of its owner and may change with it. */
const PATHS = [
  'JSXAttribute[name.name=/^(back|href|to)$/] Literal[value=/^[/]./]',
  'JSXAttribute[name.name=/^(back|href|to)$/] TemplateLiteral[quasis.0.value.raw=/^[/]/]',
  'CallExpression[callee.property.name=/^(push|replace|back|resolve)$/] > Literal[value=/^[/]./]',
  'CallExpression[callee.property.name=/^(push|replace|back|resolve)$/] > ConditionalExpression > Literal[value=/^[/]./]',
  'CallExpression[callee.property.name=/^(push|replace|back|resolve)$/] > TemplateLiteral[quasis.0.value.raw=/^[/]/]',
  'CallExpression[callee.name="navigate"] > Literal[value=/^[/]./]',
].map((selector) => ({
  selector,
  message: 'Name the screen: hrefOf, openScreen, replaceScreen, goBack of @phr/module-kit.',
}));

/** A right is a level with a rank: its name says nothing about what it allows (ADR 0055). */
const COMPARED_RIGHTS = [
  'BinaryExpression > Literal[value="write"]',
  'BinaryExpression[right.raw!="null"] > MemberExpression[property.name="rights"]',
  ...['TemplateElement[value.raw', 'Literal[value'].map(
    (text) => `${text}=/(max|min)[(](\\w+[.])?rights\\b|\\brights *([=<>]|in\\b|is\\b|desc\\b|asc\\b)(?! *excluded)/]`,
  ),
].map((selector) => ({
  selector,
  message: 'Rights are compared by rank: can of access/policy, in SQL what access/levels has.',
}));

const TITLES = ['**/*.test.{ts,tsx}', 'e2e/**/*.spec.ts'];
const TITLE_LIMIT = 100;

/** A title states on one line what holds: results are read as a list, and the test has the details. */
const shortTitles = {
  create: (context) => ({
    'CallExpression > :matches(Literal, TemplateLiteral).arguments:first-child'(title) {
      const { sourceCode } = context;
      if (!/^(test|it|describe)\b/.test(sourceCode.getText(title.parent.callee))) return;
      const length = sourceCode.getText(title).length - 2;
      if (length > TITLE_LIMIT)
        context.report({ node: title, message: `A title has at most ${TITLE_LIMIT} characters, this one ${length}.` });
    },
  }),
};

/**
 * Growth is described by the distance from the WHO's standard (ADR 0078); the assessment of COVID-19 follows the
 * ministry's list of signs (ADR 0082).
 */
const OTHER_JUDGES = ['shared/clinical/src/growth/words.ts', 'backend/src/gateway/admin/covid19-rules.ts'];
/** Where a value is a sample of a picture or a curve, the argument of a formula, or invented. */
const NO_READINGS = [
  'mfe-imaging/src/**',
  'backend/src/gateway/reading/**',
  'shared/clinical/src/ecg*.ts',
  'shared/clinical/src/growth/lms.ts',
  'shared/testing/src/**',
];

/** The laws that are ours. */
const phr = {
  rules: {
    'own-lines': ownLines,
    'short-titles': shortTitles,
    'module-names': moduleNames,
    'one-judge': oneJudge,
  },
};

/** Code that compares with one of two languages shows the wrong text when there is a third (ADR 0058). */
const COMPARED_LOCALES = [
  'BinaryExpression[operator=/^[!=]==?$/] >',
  'SwitchCase >',
  'CallExpression[callee.property.name="startsWith"] >',
].map((place) => ({
  selector: `${place} Literal[value=/^(vi|en)(-[A-Z]{2})?$/]`,
  message:
    'Words stand in locales/<locale>.json or in a Record<Locale, …>; a tag goes through matchLocale of @phr/i18n.',
}));

/** Rules that need type information (ADR 0057). */
const TYPED = {
  // promises that are not awaited are marked with `void`, and must handle their rejection themselves
  '@typescript-eslint/no-floating-promises': 'error',
  '@typescript-eslint/no-misused-promises': 'error',
  '@typescript-eslint/await-thenable': 'error',
  '@typescript-eslint/return-await': ['error', 'in-try-catch'],
  '@typescript-eslint/only-throw-error': 'error',
  '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
};
const NO_ANY_PASSED_ON = Object.fromEntries(
  ['argument', 'assignment', 'call', 'member-access', 'return'].map((use) => [
    `@typescript-eslint/no-unsafe-${use}`,
    'error',
  ]),
);

const restricted = (patterns, paths = [OIDC]) => ({ 'no-restricted-imports': ['error', { paths, patterns }] });

export default tseslint.config(
  // Third-party and generated files.
  {
    ignores: [
      '**/node_modules/**',
      '**/dist/**',
      '**/.cache/**',
      '.data/**',
      'coverage/**',
      'e2e/fixtures/*/released/**',
      '**/test-results/**',
    ],
  },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx,js,mjs}'],
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-new-func': 'error',
      'no-console': 'off',
      'no-restricted-syntax': ['error', NUMBER_INPUT, UNAWAITED],
      'no-restricted-imports': ['error', { paths: [OIDC], patterns: [MODULES, SHELL, KIT] }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': 'error',
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: TYPED,
  },
  {
    files: ['**/*.{ts,tsx}'],
    // Tests compare with matchers and read JSON: both are `any`, and the assertion is what counts.
    ignores: TESTS,
    rules: {
      ...NO_ANY_PASSED_ON,
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    },
  },
  // A function fits a screen.
  {
    files: ['**/*.{ts,tsx,js,mjs}'],
    ignores: [...TESTS, '**/testing/**'],
    plugins: { phr },
    rules: { 'phr/own-lines': ['error', 60] },
  },
  {
    files: ['{shell,backend}/src/**', 'shared/*/src/**', 'tools/**', 'e2e/support/**'],
    // generated from manifests, generated by a template, or measuring one particular module
    ignores: [
      ...TESTS.filter((files) => files !== 'e2e/**'),
      '**/testing/**',
      'shared/contract/src/screens.ts',
      'shared/create-phr-module/**',
      'tools/lint/**',
      'tools/measure/**',
      'e2e/support/partner-server.ts',
    ],
    plugins: { phr },
    rules: { 'phr/module-names': 'error' },
  },
  {
    files: ['mfe-*/src/**'],
    ignores: TESTS,
    plugins: { phr },
    rules: { 'phr/module-names': ['error', 'ofModule'] },
  },
  // One judge of values (ADR 0065).
  {
    files: ['{shell,backend,mfe-*}/src/**', 'shared/*/src/**'],
    ignores: [...TESTS, 'shared/clinical/src/assess/**', ...OTHER_JUDGES],
    plugins: { phr },
    rules: { 'phr/one-judge': 'error' },
  },
  { files: NO_READINGS, ignores: TESTS, rules: { 'phr/one-judge': ['error', { figures: false }] } },
  // Globals that page code may not use outside the ports that own them.
  {
    files: [
      'shell/src/**',
      'mfe-*/src/**',
      'shared/{ui,module-kit,http,loader,embed,contract,fhir,clinical,time}/src/**',
    ],
    ignores: [...TESTS, 'shell/src/services/host/**', 'shell/src/services/auth/**'],
    rules: {
      'no-restricted-globals': ['error', ...STORAGE],
      'no-restricted-properties': ['error', ...STORAGE_MEMBERS],
    },
  },
  // The same, and no network access: modules, and everything in the shell except its services.
  {
    files: ['mfe-*/src/**', 'shell/src/{core,features,layout,app}/**', 'shared/{ui,module-kit}/src/**'],
    ignores: TESTS,
    rules: { 'no-restricted-globals': ['error', ...STORAGE, ...NETWORK] },
  },
  {
    files: ['**/*.{ts,tsx}'],
    ignores: [...TESTS, 'shared/i18n/**'],
    rules: { 'no-restricted-syntax': ['error', NUMBER_INPUT, ...COMPARED_LOCALES] },
  },
  {
    files: ['mfe-*/src/**', 'shared/module-kit/src/**'],
    ignores: TESTS,
    rules: { 'no-restricted-syntax': ['error', NUMBER_INPUT, ...COMPARED_LOCALES, ...PATHS] },
  },
  {
    files: ['backend/src/**'],
    ignores: [...TESTS, 'backend/src/access/levels.ts'],
    rules: { 'no-restricted-syntax': ['error', ...COMPARED_LOCALES, ...COMPARED_RIGHTS] },
  },
  { files: ['shell/src/services/auth/**'], rules: restricted([MODULES, KIT], []) },
  { files: ['shell/src/**'], ignores: ['shell/src/services/auth/**'], rules: restricted([MODULES, KIT]) },
  { files: ['shared/ui/src/**'], rules: restricted([MODULES, SHELL]) },
  {
    files: ['shared/{contract,time}/src/**'],
    ignores: TESTS,
    rules: restricted([
      { group: ['@phr/*'], message: 'The contract and the calendar import nothing of ours.' },
      MODULES,
      SHELL,
      KIT,
    ]),
  },
  {
    files: ['shared/clinical/src/**'],
    ignores: TESTS,
    rules: restricted([
      {
        group: ['@phr/*', '!@phr/time', '!@phr/contract', '!@phr/i18n'],
        message: 'The clinical core imports nothing of ours but the calendar, the contract and the kinds of texts.',
      },
      MODULES,
      SHELL,
      KIT,
    ]),
  },
  // Inside a feature: api <- model <- view.
  {
    files: ['**/*.api.ts'],
    rules: restricted([
      { group: ['**/*.model.ts', '**/*.view.tsx'], message: 'An api file stands below model and view.' },
      MODULES,
      SHELL,
      KIT,
    ]),
  },
  {
    files: ['**/*.model.ts'],
    rules: restricted([{ group: ['**/*.view.tsx'], message: 'A model does not know its view.' }, MODULES, SHELL, KIT]),
  },
  // Tools may import everything; nothing imports them.
  { files: ['tools/**'], rules: { 'no-restricted-imports': 'off' } },
  // An assertion that is not counted proves no requirement.
  {
    files: ['e2e/**'],
    ignores: ['e2e/support/proves.ts'],
    rules: restricted([MODULES, SHELL, KIT], [OIDC, PLAIN_EXPECT]),
  },
  {
    files: TITLES,
    plugins: { phr },
    rules: { 'phr/short-titles': 'error' },
  },
  { files: ['**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
);
