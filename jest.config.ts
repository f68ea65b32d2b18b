import { readdirSync } from 'node:fs';
import type { Config } from 'jest';

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

const proves = '<rootDir>/shared/build/src/jest-proves.ts';
const base = {
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: {
    '\\.tsx?$': [
      '<rootDir>/shared/build/src/jest-transform.cjs',
      {
        jsc: {
          experimental: { keepImportAttributes: true },
          parser: { syntax: 'typescript', tsx: true },
          target: 'es2022',
          transform: { react: { runtime: 'automatic' } },
        },
      },
    ],
  },
  moduleNameMapper: {
    '\\.css$': '<rootDir>/shared/build/src/css-names.ts',
    '^fast-check$': '<rootDir>/shared/build/src/fast-check.mjs',
  },
  modulePathIgnorePatterns: ['/dist/', '<rootDir>/(?:.*/)?\\.cache/', '/\\.data/'],
  globals: { __PHR_VERSION__: '1.0.0' },
} satisfies Config;

const config: Config = {
  // Shows a test that hangs, on a machine that is busy with others too. Tests that need longer say so themselves, with the reason.
  testTimeout: 30_000,
  testSequencer: '<rootDir>/shared/build/src/jest-sequencer.cjs',
  projects: [
    {
      ...base,
      displayName: 'browser',
      testEnvironment: '<rootDir>/shared/build/src/jest-browser.cjs',
      testMatch: browser.map((dir) => `<rootDir>/${dir}/src/**/*.test.tsx`),
      setupFilesAfterEnv: [proves, '<rootDir>/shared/build/src/jest-setup.ts'],
    },
    {
      // What shows nothing needs no document; the few that need one name their environment in the first line.
      ...base,
      displayName: 'logic',
      testEnvironment: 'node',
      testMatch: browser.map((dir) => `<rootDir>/${dir}/src/**/*.test.ts`),
      setupFilesAfterEnv: [proves, '<rootDir>/shared/build/src/jest-setup.ts'],
    },
    {
      ...base,
      displayName: 'node',
      testEnvironment: 'node',
      setupFilesAfterEnv: [proves],
      globalSetup: '<rootDir>/backend/test/template-setup.ts',
      globalTeardown: '<rootDir>/backend/test/template-teardown.ts',
      testMatch: node.flatMap((dir) => [`<rootDir>/${dir}/{src,test}/**/*.test.ts`, `<rootDir>/${dir}/*.test.ts`]),
    },
  ],
};

export default config;
