import hooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const TESTS = ['**/*.test.{ts,tsx}', '**/test/**', 'e2e/**', 'shared/testing/**', '**/src/dev/**'];
const OIDC = { name: 'oidc-client-ts', message: 'Only shell/src/services/auth knows the OIDC library.' };
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
const STORAGE = ['localStorage', 'sessionStorage', 'location'].map((name) => ({
  name,
  message: `${name} belongs to the ports that own it.`,
}));
const STORAGE_MEMBERS = ['localStorage', 'sessionStorage', 'location'].map((property) => ({
  object: 'window',
  property,
  message: `${property} belongs to the ports that own it.`,
}));

const restricted = (patterns, paths = [OIDC]) => ({ 'no-restricted-imports': ['error', { paths, patterns }] });

export default tseslint.config(
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
    plugins: { 'react-hooks': hooks },
    rules: {
      ...hooks.configs.recommended.rules,
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-new-func': 'error',
      'no-console': 'off',
      'no-restricted-syntax': ['error', NUMBER_INPUT],
      'no-restricted-imports': ['error', { paths: [OIDC], patterns: [MODULES, SHELL, KIT] }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': 'error',
    },
  },
  // What may not be touched in code that runs in a page, outside the ports that own it.
  {
    files: ['shell/src/**', 'mfe-*/src/**', 'shared/{ui,module-kit,http,loader,embed,contract,fhir,clinical}/src/**'],
    ignores: [...TESTS, 'shell/src/services/host/**', 'shell/src/services/auth/**'],
    rules: {
      'no-restricted-globals': ['error', ...STORAGE],
      'no-restricted-properties': ['error', ...STORAGE_MEMBERS],
    },
  },
  { files: ['shell/src/services/auth/**'], rules: restricted([MODULES, KIT], []) },
  { files: ['shell/src/**'], ignores: ['shell/src/services/auth/**'], rules: restricted([MODULES, KIT]) },
  { files: ['shared/ui/src/**'], rules: restricted([MODULES, SHELL]) },
  {
    files: ['shared/contract/src/**', 'shared/clinical/src/**'],
    ignores: TESTS,
    rules: restricted([
      { group: ['@phr/*'], message: 'The contract and the clinical core import nothing of ours.' },
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
  // Tools look at the whole house; nothing imports them.
  { files: ['tools/**'], rules: { 'no-restricted-imports': 'off' } },
  // Playwright's fixtures are given by a function named `use`, which is no hook.
  { files: ['e2e/**'], rules: { 'react-hooks/rules-of-hooks': 'off' } },
  { files: ['**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
);
