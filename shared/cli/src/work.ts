import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { addManifest, compressAll, stampSdk } from '@phr/build/finish-build';
import { Failed } from './failed.ts';
import { manifestFaults } from './manifest-faults.ts';

const require = createRequire(import.meta.url);
const webpack = (): string => require.resolve('@phr/build/cli.mjs');
const jest = (): string => path.join(path.dirname(require.resolve('jest/package.json')), 'bin/jest.js');
const compiler = (): string => path.join(path.dirname(require.resolve('typescript/package.json')), 'bin/tsc');

/** Builds the module in the current folder into `dist`, as for a release. */
export async function build(words: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...words], options: { version: { type: 'string' } } });
  const dir = moduleFolder();
  await node(
    webpack(),
    ['--mode', 'production'],
    values.version === undefined ? {} : { env: { PHR_MODULE_VERSION: values.version } },
  );
  await addManifest(dir);
  await stampSdk(dir);
  await compressAll(path.join(dir, 'dist'));
}

/**
 * Release checks, cheapest first: manifest, types, lint if configured, tests, build. Resolves to the number of passed
 * tests; rejects with Failed at the first failure.
 */
export async function check(words: readonly string[]): Promise<number> {
  const dir = moduleFolder();
  const faults = manifestFaults(JSON.parse(await readFile(path.join(dir, 'module.json'), 'utf8')));
  if (faults.length > 0) throw new Failed(`module.json\n  ${faults.join('\n  ')}`);
  await node(compiler(), ['--noEmit']);
  const lint = eslintOf(dir);
  if (lint !== undefined) await node(lint, ['.']);
  const passed = await runTests();
  await build(words);
  return passed;
}

/** The module's own ESLint; one that merely came with a dependency has no rules here. */
function eslintOf(dir: string): string | undefined {
  const file = path.join(dir, 'node_modules/eslint/bin/eslint.js');
  const hasRules = readdirSync(dir).some((name) => /^eslint\.config\.[cm]?[jt]s$/.test(name));
  return hasRules && existsSync(file) ? file : undefined;
}

/**
 * Runs unit tests in a folder: all, or those whose path matches. Resolves to the number of passed tests; rejects with
 * Failed when one fails.
 */
export async function runTests(cwd = process.cwd(), matching: readonly string[] = []): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), 'phr-check-'));
  const report = path.join(folder, 'jest.json');
  try {
    const args = ['--no-warnings', jest(), '--json', `--outputFile=${report}`, ...matching];
    await node('--experimental-vm-modules', args, { cwd });
    return (JSON.parse(await readFile(report, 'utf8')) as { numPassedTests: number }).numPassedTests;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const INSIDE_PORT = '4290';

/** Serves the module's dev page until stopped; with `--in`, serves the module to a running product. */
export async function dev(words: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...words],
    options: { in: { type: 'string' }, port: { type: 'string', default: INSIDE_PORT } },
  });
  const dir = moduleFolder();
  if (values.in !== undefined)
    return (await import('./dev-inside.ts')).devInside({
      dir,
      webpack: webpack(),
      product: values.in,
      port: Number(values.port),
    });
  await node(webpack(), ['serve', '--mode', 'development']);
}

/** The module's folder: the current one. */
export function moduleFolder(): string {
  const dir = process.cwd();
  if (!existsSync(path.join(dir, 'module.json'))) throw new Failed(`${dir} has no module.json: no module is here`);
  return dir;
}

function node(
  script: string,
  args: readonly string[],
  { cwd, env = {} }: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...args], {
      cwd,
      stdio: 'inherit',
      env: { ...process.env, NODE_NO_WARNINGS: '1', ...env },
    });
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Failed(`${path.basename(script)} ended with ${code}`)),
    );
  });
}
