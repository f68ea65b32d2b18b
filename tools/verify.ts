// Runs everything that CI runs, or the named steps. Of large matrices CI runs a sample (sample.ts). Prints the ten
// slowest tests and the seconds of each step, and ends with "N passed, N failed".
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { setPriority } from 'node:os';
import path from 'node:path';
import { buildAll } from './build.ts';
import { ensureChromium, ensureWindowless } from './chromium.ts';
import { contractFault } from './contract-report.ts';
import { installFromDebian, missingPackages } from './debian.ts';
import { dependencyFaults } from './dependency-rules.ts';
import { inTurn, sample } from './sample.ts';
import { ProvenRows } from './proven-rows.ts';
import { screensFault } from './screens.ts';
import { sizeFaults } from './size-gate.ts';
import { MODULES, ROOT } from './workspace.ts';

interface Count {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}
interface JestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numRuntimeErrorTestSuites: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly fullName: string;
      readonly duration?: number | null;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}
interface PlaywrightSpec {
  readonly title: string;
  readonly file: string;
  readonly tests: readonly {
    readonly status: string;
    readonly annotations: readonly { readonly type: string; readonly description?: string }[];
    readonly results: readonly { readonly duration: number; readonly error?: { readonly message?: string } }[];
  }[];
}
interface PlaywrightSuite {
  readonly specs?: readonly PlaywrightSpec[];
  readonly suites?: readonly PlaywrightSuite[];
}
interface PlaywrightReport {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
  readonly suites: readonly PlaywrightSuite[];
}
const specsOf = ({ specs = [], suites = [] }: PlaywrightSuite): readonly PlaywrightSpec[] => [
  ...specs,
  ...suites.flatMap(specsOf),
];

/** The steps selected by name. */
const only = process.argv.slice(2);
const total = { passed: 0, failed: 0, skipped: 0 };
const reports = path.join(ROOT, '.cache/reports');

/** The failures and their reasons, printed again at the very end, where they are easy to find. */
const failures: string[] = [];
/** What each test took, in milliseconds. */
const costs: { readonly name: string; readonly ms: number }[] = [];
const COSTLIEST = 10;
/** How long each step took, in seconds. */
const durations: { readonly name: string; readonly seconds: number }[] = [];
/** A complete run that takes longer is a defect. */
const LIMIT_SECONDS = 15 * 60;
/** Requirements that the tests of this run proved. */
const proven = new ProvenRows();

/** Tests of the backend that do what an attacker would. */
const ATTACKS = [
  'access',
  'author',
  'fhir-limits',
  'files-record',
  'handoff',
  'hub',
  'hub-limits',
  'limit-keys',
  'limits',
  'number-migration',
  'numbers',
  'refused-tries',
  'rights-matrix',
  'security-checks',
  'security-provider',
  'security-routes',
  'shared-device',
  'sign-in-window',
  'source-migration',
  'file-store',
  'unfinished',
].map((name) => `backend/test/${name}\\.test\\.ts$`);

/** What one process has compiled, the next need not. */
const COMPILE_CACHE = { NODE_COMPILE_CACHE: path.join(ROOT, '.cache/compiled') };

/** The lowest priority that there is. */
const LAST = 19;

/**
 * Lets all other processes run first. Linux may share the processors among sessions before processes, so this process
 * has its own session.
 */
function lowerPriority(child: ChildProcess): void {
  // ending this process also ends the child, which is not attached to the terminal
  process.once('exit', () => child.kill());
  if (child.pid === undefined) return;
  try {
    setPriority(child.pid, LAST);
    writeFileSync(`/proc/${child.pid}/autogroup`, String(LAST));
  } catch {
    // it has ended meanwhile, or this system leaves no choice
  }
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

interface Manner {
  readonly env?: Record<string, string>;
  /** Uses only processor time that others leave. */
  readonly givesWay?: boolean;
}

function run(command: string, args: readonly string[], { env = {}, givesWay = false }: Manner = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      stdio: 'inherit',
      env: { ...process.env, ...COMPILE_CACHE, ...env },
      detached: givesWay,
    })
      .on('error', reject)
      .on('close', (code, signal) => {
        if (signal !== null) console.error(`  ended by ${signal}: ${command} ${args.join(' ')}`);
        resolve(code ?? 1);
      });
    if (givesWay) lowerPriority(child);
  });
}

interface Step {
  readonly name: string;
  readonly work: () => Promise<Count>;
}

async function take({ name, work }: Step): Promise<void> {
  console.log(`\n— ${name}`);
  const started = performance.now();
  const count = await work().catch((error: unknown): Count => {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1, skipped: 0 };
  });
  total.passed += count.passed;
  total.failed += count.failed;
  total.skipped += count.skipped;
  const seconds = Math.round((performance.now() - started) / 1000);
  durations.push({ name, seconds });
  console.log(
    `  ${name}: ${count.passed} passed, ${count.failed} failed${count.skipped ? `, ${count.skipped} skipped` : ''} in ${seconds} s`,
  );
}

/** A check that passes when its result is empty. */
const check = (work: () => Promise<string[]>) => async (): Promise<Count> => {
  const faults = await work();
  for (const fault of faults) console.error(`  ${fault}`);
  return { passed: faults.length === 0 ? 1 : 0, failed: faults.length === 0 ? 0 : 1, skipped: 0 };
};
const command = (args: readonly string[], manner?: Manner) => async (): Promise<Count> => {
  const code = await run(process.execPath, args, manner);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
};
const bin = (name: string): string => path.join(ROOT, 'node_modules', name);

const sum = (one: Count, other: Count): Count => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  skipped: one.skipped + other.skipped,
});

/** Test suites that run a second time with the records on an external server. */
const REPEATS = ['backend/test/upstream', 'backend/test/medplum'];
/** How many runs see all of them. */
const TURNS = 5;

/**
 * The repeated suites that this run leaves to other runs and to the night; none when the change touches their subject.
 */
async function leftOut(): Promise<string[]> {
  const suites = await Promise.all(
    REPEATS.map(async (dir) => (await readdir(path.join(ROOT, dir))).toSorted().map((name) => `${dir}/${name}`)),
  );
  const all = suites.flat().filter((file) => file.endsWith('.test.ts'));
  const now = inTurn(all, TURNS, ['backend/src/records/upstream', ...REPEATS]);
  return all.filter((file) => !now.includes(file));
}

/** Runs the unit tests, or those whose files match one of the patterns, without the excluded files. */
async function unitTests(files: readonly string[], without: readonly string[] = []): Promise<Count> {
  await programs;
  if (without.length > 0) console.log(`  left to other runs and to the night: ${without.join(', ')}`);
  const file = path.join(reports, 'jest.json');
  await rm(file, { force: true });
  const args = [
    '--experimental-vm-modules',
    '--no-warnings',
    bin('jest/bin/jest.js'),
    '--json',
    `--outputFile=${file}`,
    '--silent',
    // tests of the backend wait for processes and clocks a quarter of their time: two workers would leave cores idle
    '--maxWorkers=3',
    '--workerIdleMemoryLimit=2GB',
    ...['/node_modules/', ...without.map((file) => `/${file}$`)].map((file) => `--testPathIgnorePatterns=${file}`),
    ...files,
  ];
  const rows = path.join(reports, 'rows');
  await proven.collect(rows, () => run(process.execPath, args, { env: { PROVEN_ROWS: rows } }));
  if (!existsSync(file)) throw new Error('jest wrote no report');
  const report = JSON.parse(await readFile(file, 'utf8')) as JestReport;
  for (const suite of report.testResults) {
    const failed = suite.assertionResults.filter(({ status }) => status === 'failed');
    if (failed.length === 0 && suite.status === 'failed') failures.push(`${suite.name}\n${suite.message}`);
    costs.push(
      ...suite.assertionResults.map(({ fullName, duration }) => ({
        name: `${path.relative(ROOT, suite.name)} › ${fullName}`,
        ms: duration ?? 0,
      })),
    );
    for (const { status, ancestorTitles, title } of suite.assertionResults)
      if (status === 'passed') proven.addTitles(...ancestorTitles, title);
    for (const { fullName, failureMessages } of failed)
      failures.push(`${path.relative(ROOT, suite.name)} › ${fullName}\n${failureMessages.join('\n')}`);
  }
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
    skipped: report.numPendingTests,
  };
}

/**
 * Everything that runs in browsers except the journeys that turn modules off for everybody: those run against a
 * separate product.
 */
const TOGETHER = ['specs', 'around the page', 'engines'].map((name) => `--project=${name}`);
/** Different from the ports of the other product (e2e/support/addresses.ts). */
const RELEASES = { args: ['--project=release', '--no-deps', '--workers=1'], env: { E2E_PORT: '4700' } };

interface Browsing {
  readonly args: readonly string[];
  readonly env?: Record<string, string>;
}

/** One build for all products that start at the same time: otherwise each would build what has changed. */
let built: Promise<unknown> | undefined;

/** Runs browser specs against a product that it starts: the specs that Playwright's arguments select. */
async function browserTests(name: string, { args, env = {} }: Browsing): Promise<Count> {
  await programs;
  await (built ??= buildAll());
  const file = path.join(reports, `${name}.json`);
  await rm(file, { force: true });
  const code = await run(
    process.execPath,
    [path.join(ROOT, 'e2e/node_modules/@playwright/test/cli.js'), 'test', '-c', 'e2e/playwright.config.ts', ...args],
    {
      env: {
        PLAYWRIGHT_JSON_OUTPUT_NAME: file,
        PLAYWRIGHT_OUTPUT: path.join(ROOT, '.cache', name),
        CHROMIUM: ensureChromium(),
        CHROMIUM_WINDOWLESS: ensureWindowless(),
        ...env,
      },
    },
  );
  if (!existsSync(file)) throw new Error('playwright wrote no report');
  const { stats, suites } = JSON.parse(await readFile(file, 'utf8')) as PlaywrightReport;
  for (const { title, file: spec, tests } of suites.flatMap(specsOf)) {
    costs.push({
      name: `${spec} › ${title}`,
      ms: tests.reduce((ms, { results }) => ms + results.reduce((all, { duration }) => all + duration, 0), 0),
    });
    for (const { status, annotations } of tests) {
      if (status === 'expected') proven.addTitles(title);
      proven.add(...annotations.filter(({ type }) => type === 'proves').map(({ description }) => description));
    }
    for (const { results } of tests.filter((test) => test.status === 'unexpected'))
      failures.push(`${spec} › ${title}\n${results[0]?.error?.message ?? 'no message'}`);
  }
  // a product that did not start fails no test, since no test began: report it
  const failed = code !== 0 && stats.unexpected === 0 ? 1 : stats.unexpected;
  return { passed: stats.expected, failed, skipped: stats.skipped };
}

/** Runs each service on a separate machine, behind real nginx, Redis, Mosquitto and PostgreSQL. */
async function manyMachines(): Promise<Count> {
  // Debian packages, where this process may install them; otherwise the script reports what is missing and skips
  const packages = ['nginx-light', 'redis-server', 'mosquitto', 'postgresql'];
  const has = (name: string): boolean => existsSync(`/usr/sbin/${name}`) || existsSync(`/usr/bin/${name}`);
  if (!(has('nginx') && has('redis-server') && has('mosquitto') && existsSync('/usr/lib/postgresql')))
    installFromDebian(packages);
  const layout = spawnSync(process.execPath, [path.join(ROOT, 'tools/many-machines.ts')], {
    cwd: ROOT,
    encoding: 'utf8',
    timeout: 300_000,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  console.log(layout.stdout);
  if (layout.stdout.includes('skipped:')) return { passed: 0, failed: 0, skipped: 1 };
  return layout.status === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
}

/**
 * Debian programs that tests use, installed during the first stage; without them those tests count as skipped, and the
 * run reports that.
 */
async function programsOfTests(): Promise<void> {
  if (missingPackages().length > 0)
    await run(process.execPath, [path.join(ROOT, 'tools/debian.ts'), ...missingPackages()]);
  const missing = missingPackages();
  if (missing.length > 0) console.log(`  not installed, so their tests are skipped: ${missing.join(', ')}`);
}
const programs =
  only.length === 0 || only.some((name) => /unit|e2e|releases/.test(name)) ? programsOfTests() : undefined;

/** Steps in their order. The lists within a stage run in parallel. */
const STAGES: readonly (readonly (readonly Step[])[])[] = [
  [
    [
      { name: 'build', work: async () => ({ passed: (await buildAll()).length, failed: 0, skipped: 0 }) },
      { name: 'sizes', work: check(sizeFaults) },
    ],
    [
      { name: 'format', work: command([bin('@biomejs/biome/bin/biome'), 'ci']) },
      { name: 'dependencies', work: check(dependencyFaults) },
      {
        name: 'laws',
        work: command([
          bin('dependency-cruiser/bin/dependency-cruiser.mjs'),
          ...['--config', '.dependency-cruiser.mjs', '--output-type', 'err'],
          ...['shell', 'shared', 'backend', 'tools', 'e2e'],
          ...MODULES,
        ]),
      },
      { name: 'contract', work: check(async () => [await contractFault()].filter((fault) => fault !== undefined)) },
      { name: 'screens', work: check(async () => [await screensFault()].filter((fault) => fault !== undefined)) },
      { name: 'react rules', work: command([bin('oxlint/bin/oxlint')]) },
      { name: 'dead code', work: command([bin('knip/bin/knip.js'), '--no-progress']) },
      { name: 'mutations', work: command([path.join(ROOT, 'tools/mutate.ts'), '--ci']) },
    ],
  ],
  [[{ name: 'unit', work: async () => unitTests([], await leftOut()) }]],
  [
    [{ name: 'e2e', work: () => browserTests('e2e', { args: TOGETHER }) }],
    [{ name: 'releases', work: () => browserTests('releases', RELEASES) }],
  ],
];
/**
 * Runs beside all stages: one process that only computes, and uses the processor time of two cores while tests wait
 * (ADR 0091).
 */
const BESIDE: Step = {
  name: 'types and lint',
  work: command(
    // a larger nursery: four of five objects of a syntax tree are short-lived
    ['--max-old-space-size=4096', '--max-semi-space-size=64', path.join(ROOT, 'tools/types-and-lint.ts')],
    { givesWay: true },
  ),
};
/**
 * Steps of the night, and steps that repeat a part of others; they run only when named. The pages are those of the last
 * build.
 */
const BY_NAME: readonly Step[] = [
  // each starts fresh processes, while the results of the last run are cached
  { name: 'types', work: command([bin('typescript/bin/tsc'), '--noEmit']) },
  {
    name: 'lint',
    work: command([bin('eslint/bin/eslint.js'), '.', '--cache', '--cache-location', '.cache/eslint']),
  },
  { name: 'many machines', work: manyMachines },
  {
    name: 'attacks',
    work: async () => sum(await unitTests(ATTACKS), await browserTests('attacks', { args: ['specs/security/'] })),
  },
];

const names = [...STAGES.flat(2), BESIDE, ...BY_NAME].map(({ name }) => name);
const unknown = only.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(
    `There is no step ${unknown.map((name) => `"${name}"`).join(', ')}. Steps: ${names.map((name) => `"${name}"`).join(', ')}`,
  );
  process.exit(2);
}
const wanted = ({ name }: Step): boolean => only.length === 0 || only.includes(name);

await mkdir(reports, { recursive: true });
const started = performance.now();
const { seed, range = 'unknown' } = sample();
console.log(`Sample of the wide matrices: SAMPLE_SEED=${seed}, the change is SAMPLE_RANGE=${range}`);
const beside = wanted(BESIDE) ? take(BESIDE) : undefined;
for (const lanes of STAGES)
  await Promise.all(
    lanes.map(async (lane) => {
      for (const step of lane.filter(wanted)) await take(step);
    }),
  );
await beside;
if (only.length > 0) for (const step of BY_NAME.filter(wanted)) await take(step);

if (proven.count > 0) {
  await proven.write(path.join(reports, 'rows.json'));
  console.log(`\n${proven.count} requirements proven by tests of their own (.cache/reports/rows.json)`);
}
if (existsSync(path.join(ROOT, '../shared/tools/coverage')) && only.length === 0)
  spawnSync(path.join(ROOT, '../shared/tools/coverage'), ['--repo', ROOT], { stdio: 'inherit' });
if (costs.length > COSTLIEST) {
  console.log(`\nThe ${COSTLIEST} tests that cost most:`);
  for (const { name, ms } of costs.toSorted((a, b) => b.ms - a.ms).slice(0, COSTLIEST))
    console.log(`  ${(ms / 1_000).toFixed(1).padStart(6)} s  ${name}`);
}
console.log(`\nSeconds: ${durations.map(({ name, seconds }) => `${name} ${seconds}`).join(', ')}`);
const seconds = Math.round((performance.now() - started) / 1_000);
if (only.length === 0)
  console.log(
    `Whole run: ${seconds} s${seconds > LIMIT_SECONDS ? `, more than the ${LIMIT_SECONDS} s it may take` : ''}`,
  );
const colours = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');
for (const failure of failures)
  console.log(`\n✗ ${failure.replace(colours, '').split('\n').slice(0, 25).join('\n  ')}`);
console.log(`\n${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`);
process.exitCode = total.failed > 0 ? 1 : 0;
