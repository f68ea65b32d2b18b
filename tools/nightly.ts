// pnpm nightly [units] [records] [mutations] [specs] [screens] [servers] [crashes] [machines] [measures]
// Long runs, complete where CI takes a sample (sample.ts): unit tests with a daily seed for properties and with
// coverage, 400 mutations, every spec with all screens in all looks, all suites on other vendors' record servers, 200
// kills of backend and database, the many-machine layout, then all measurements.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ensureChromium } from './chromium.ts';
import { installFromDebian, missingPackages } from './debian.ts';
import { ROOT } from './workspace.ts';

function run(args: readonly string[], env: Record<string, string> = {}): boolean {
  return (
    spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } }).status === 0
  );
}

/** Folders where an untested line may cause harm, and the lowest acceptable share of lines that tests run. */
const COVERED_ROOMS = ['shared/clinical/src/', 'shared/fhir/src/', 'shared/loader/src/', 'backend/src/access/'];
const LEAST = { lines: 80, branches: 85 };
const COVERED = [
  '--coverage',
  '--coverageProvider=v8',
  '--coverageReporters=text-summary',
  `--coverageDirectory=${path.join(ROOT, '.cache/coverage')}`,
  ...COVERED_ROOMS.map((room) => `--collectCoverageFrom=${room}**/*.{ts,tsx}`),
  '--collectCoverageFrom=!**/*.test.*',
  `--coverageThreshold=${JSON.stringify(Object.fromEntries(COVERED_ROOMS.map((room) => [`./${room}`, LEAST])))}`,
];

const PARTS: Readonly<Record<string, () => boolean>> = {
  units: () => jest(COVERED, { FAST_CHECK_SEED: process.env['FAST_CHECK_SEED'] ?? seedOf(new Date()) }),
  records: () => jest(['/src/real-records', '/real-files'], { NIGHTLY: '1' }),
  verdicts: () => jest(['/every-screen', '/every-reading'], { NIGHTLY: '1' }),
  mutations: () => {
    const seed = process.env['SAMPLE_SEED'] ?? seedOf(new Date());
    return run([path.join(ROOT, 'tools/mutate.ts'), '--count', '400', '--seed', seed]);
  },
  specs: () => playwright(),
  screens: () => playwright('specs/a11y'),
  engines: () => playwright('engines/'),
  servers: () => jest(['backend/test/upstream', 'backend/test/medplum']),
  crashes: () => jest(['backend/test/crash'], { CRASH_ROUNDS: '200' }),
  machines: () => run([path.join(ROOT, 'tools/verify.ts'), 'many machines']),
  measures: () => run([path.join(ROOT, 'tools/measure/run.ts')]),
};

/** The date as a number, e.g. 20261124: it appears in a failure report, so that the run can be repeated. */
const seedOf = (time: Date): string => time.toISOString().slice(0, 10).replaceAll('-', '');

function jest(files: readonly string[], env: Record<string, string> = {}): boolean {
  const program = path.join(ROOT, 'node_modules/jest/bin/jest.js');
  return run(['--experimental-vm-modules', '--no-warnings', program, '--maxWorkers=2', ...files], env);
}

function playwright(...files: readonly string[]): boolean {
  installFromDebian(missingPackages());
  return run(
    [path.join(ROOT, 'e2e/node_modules/@playwright/test/cli.js'), 'test', '-c', 'e2e/playwright.config.ts', ...files],
    { NIGHTLY: '1', CI: '1', CHROMIUM: ensureChromium() },
  );
}

/** Parts of `specs`, to run the accessibility matrix or the other engines alone. */
const OF_SPECS = ['screens', 'engines'];
const names =
  process.argv.length > 2 ? process.argv.slice(2) : Object.keys(PARTS).filter((name) => !OF_SPECS.includes(name));
const passed = names.map((name) => {
  const part = PARTS[name];
  if (part === undefined) console.error(`No part "${name}"; there are: ${Object.keys(PARTS).join(', ')}`);
  return part?.() ?? false;
});
process.exitCode = passed.every(Boolean) ? 0 : 1;
