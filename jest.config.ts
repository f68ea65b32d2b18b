import { readdirSync } from 'node:fs';
import type { Config } from 'jest';
import { browserEnvironment, jestBase, jestProves, jestSetup } from './shared/build/src/jest-config.ts';

const browser = [
  'shell',
  ...readdirSync('.').filter((name) => name.startsWith('mfe-')),
  'shared/ui',
  'shared/module-kit',
  'shared/embed',
  'shared/http',
  'shared/contract',
  'shared/loader',
  'shared/testing',
];
const node = ['shared/clinical', 'shared/fhir', 'shared/time', 'shared/i18n', 'shared/build', 'backend', 'tools'];

const base = {
  ...jestBase,
  modulePathIgnorePatterns: ['/dist/', '<rootDir>/(?:.*/)?\\.cache/', '/\\.data/'],
} satisfies Config;

const config: Config = {
  // Reports a hanging test, even on a machine that is busy with other work. Tests that need longer set their own limit
  // and say why.
  testTimeout: 30_000,
  testSequencer: '<rootDir>/shared/build/src/jest-sequencer.cjs',
  projects: [
    {
      ...base,
      displayName: 'browser',
      testEnvironment: browserEnvironment,
      testMatch: browser.map((dir) => `<rootDir>/${dir}/src/**/*.test.tsx`),
      setupFilesAfterEnv: [jestProves, jestSetup],
    },
    {
      // What shows nothing needs no document; the few that need one name their environment in the first line.
      ...base,
      displayName: 'logic',
      testEnvironment: 'node',
      testMatch: browser.map((dir) => `<rootDir>/${dir}/src/**/*.test.ts`),
      setupFilesAfterEnv: [jestProves, jestSetup],
    },
    {
      ...base,
      displayName: 'node',
      testEnvironment: 'node',
      setupFilesAfterEnv: [jestProves],
      globalSetup: '<rootDir>/backend/test/template-setup.ts',
      globalTeardown: '<rootDir>/backend/test/template-teardown.ts',
      testMatch: node.flatMap((dir) => [`<rootDir>/${dir}/{src,test}/**/*.test.ts`, `<rootDir>/${dir}/*.test.ts`]),
    },
  ],
};

export default config;
