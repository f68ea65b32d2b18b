import path from 'node:path';
import type { Config } from 'jest';

const fileOf = (name: string): string => path.join(import.meta.dirname, name);
const ending = path.extname(import.meta.filename);

/** Common transforms: TypeScript and JSX as ES modules, style sheets as class names, properties with a fixed seed. */
export const jestBase = {
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: {
    '\\.tsx?$': [
      fileOf('jest-transform.cjs'),
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
    '\\.css$': fileOf(`css-names${ending}`),
    '^fast-check$': fileOf('fast-check.mjs'),
  },
  globals: { __PHR_VERSION__: '1.0.0', __PHR_DEV__: false },
} satisfies Config;

export const browserEnvironment = fileOf('jest-browser.cjs');
/** Run before the tests of a file: `proves`, and document support. */
export const jestProves = fileOf(`jest-proves${ending}`);
export const jestSetup = fileOf(`jest-setup${ending}`);

/**
 * jest configuration of a module in its own repository: `*.test.tsx` run in jsdom, `*.test.ts` in Node. `dir` is the
 * module's folder.
 */
export function moduleTests(dir: string): Config {
  const setupFilesAfterEnv = [jestProves, jestSetup];
  const kind = (displayName: string, testEnvironment: string, test: string) => ({
    ...jestBase,
    displayName,
    rootDir: dir,
    testEnvironment,
    testMatch: [`<rootDir>/src/**/${test}`],
    setupFilesAfterEnv,
  });
  return { projects: [kind('browser', browserEnvironment, '*.test.tsx'), kind('logic', 'node', '*.test.ts')] };
}
