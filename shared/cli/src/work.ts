import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { addManifest, compressAll, stampSdk } from '@phr/build/finish-build';
import { manifestFaults } from './manifest-faults.ts';

const require = createRequire(import.meta.url);
const webpack = (): string => require.resolve('@phr/build/cli.mjs');
const jest = (): string => path.join(path.dirname(require.resolve('jest/package.json')), 'bin/jest.js');
const compiler = (): string => path.join(path.dirname(require.resolve('typescript/package.json')), 'bin/tsc');

/** A command ended with a fault that it has told already. */
export class Failed extends Error {}

/** Builds the module of the current folder into `dist`, as it is released. */
export async function build(words: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...words], options: { version: { type: 'string' } } });
  const dir = moduleFolder();
  await node(
    webpack(),
    ['--mode', 'production'],
    values.version === undefined ? {} : { PHR_MODULE_VERSION: values.version },
  );
  await addManifest(dir);
  await stampSdk(dir);
  await compressAll(path.join(dir, 'dist'));
}

/** What a release is asked for, the cheapest first: manifest, types, tests, build. */
export async function check(): Promise<void> {
  const dir = moduleFolder();
  const faults = manifestFaults(JSON.parse(await readFile(path.join(dir, 'module.json'), 'utf8')));
  if (faults.length > 0) throw new Failed(`module.json\n  ${faults.join('\n  ')}`);
  await node(compiler(), ['--noEmit']);
  await node('--experimental-vm-modules', ['--no-warnings', jest()]);
  await build([]);
}

/** Serves the module's own page until it is ended. */
export async function dev(): Promise<void> {
  moduleFolder();
  await node(webpack(), ['serve', '--mode', 'development']);
}

/** The folder of the module: the current one. */
export function moduleFolder(): string {
  const dir = process.cwd();
  if (!existsSync(path.join(dir, 'module.json'))) throw new Failed(`${dir} has no module.json: no module is here`);
  return dir;
}

function node(script: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...args], {
      stdio: 'inherit',
      env: { ...process.env, NODE_NO_WARNINGS: '1', ...env },
    });
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Failed(`${path.basename(script)} ended with ${code}`)),
    );
  });
}
