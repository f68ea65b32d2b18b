// The parts of eslint.config.js that both runs of the linter use.
import hooks from 'eslint-plugin-react-hooks';

/** What others made, or what was made from the sources. */
export const IGNORED = {
  ignores: [
    '**/node_modules/**',
    '**/dist/**',
    '**/.cache/**',
    '.data/**',
    'coverage/**',
    'e2e/fixtures/*/released/**',
    '**/test-results/**',
  ],
};

/** What the React compiler says of components and hooks. */
export const REACT_RULES = {
  files: ['{shell,mfe-*}/**/*.{ts,tsx}', 'shared/{ui,module-kit,testing,embed}/**/*.{ts,tsx}', '**/*.tsx'],
  ignores: ['**/*.test.ts'],
  ...hooks.configs.flat.recommended,
};
