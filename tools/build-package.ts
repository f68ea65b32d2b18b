import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { addManifest, compressAll, stampSdk } from '@phr/build/finish-build';
import { CONTRACT_VERSION } from '@phr/contract/version';
import { SHELL_ROUTES } from '../shell/src/core/routes.ts';
import { dirOf, ROOT, versionOf } from './workspace.ts';

const WEBPACK = path.join(ROOT, 'shared/build/node_modules/webpack-cli/bin/cli.js');
const SOURCE_MARK = '.source';
export interface Built {
  readonly name: string;
  readonly version: string;
  readonly fresh: boolean;
  readonly seconds: number;
}

/**
 * Builds one package unless its output already comes from the same sources. Without `version`, a build is named by a
 * hash of its sources ('1.0.0-b.1a2b3c4d'), so that two different builds never share a version.
 */
export async function buildPackage(name: string, version?: string): Promise<Built> {
  const dir = dirOf(name);
  const hash = await sourceHash(name);
  const asVersion = version ?? `${versionOf(name)}-b.${hash.slice(0, 8)}`;
  // only the shell has pages for developers (PHR_DEV=1): modules and the embed are built as for a release
  const forDevelopers = name === 'shell' && process.env['PHR_DEV'] === '1';
  const mark = `${hash} ${asVersion}${forDevelopers ? ' for developers' : ''}`;
  const started = performance.now();
  const markFile = path.join(dir, 'dist', SOURCE_MARK);
  if (existsSync(markFile) && (await readFile(markFile, 'utf8')) === mark)
    return { name, version: asVersion, fresh: false, seconds: 0 };

  await run(process.execPath, [WEBPACK, '--mode', 'production'], dir, {
    PHR_MODULE_VERSION: asVersion,
    PHR_DEV: forDevelopers ? '1' : '',
  });
  if (existsSync(path.join(dir, 'module.json'))) {
    await addManifest(dir);
    await stampSdk(dir);
  }
  if (name === 'shell') await tellOfHost(path.join(dir, 'dist'));
  await compressAll(path.join(dir, 'dist'));
  await writeFile(markFile, mark);
  return { name, version: asVersion, fresh: true, seconds: (performance.now() - started) / 1000 };
}

/** What gates check a module against: reserved names, available icon names, and the contract of the shell. */
async function tellOfHost(dist: string): Promise<void> {
  const screens = SHELL_ROUTES.map(({ screen, path: address }) => ({ screen, path: address }));
  await writeFile(path.join(dist, 'screens.json'), JSON.stringify(screens));
  const icons = await readFile(path.join(ROOT, 'shared/ui/src/icons.tsx'), 'utf8');
  const names = [...icons.matchAll(/ as (Icon[A-Z]\w*)/g)].map(([, icon]) => icon);
  await writeFile(path.join(dist, 'icons.json'), JSON.stringify(names));
  await writeFile(path.join(dist, 'host.json'), JSON.stringify({ contract: CONTRACT_VERSION }));
}

/** A hash over everything that can change the output: the package, the shared packages and the pinned dependencies. */
async function sourceHash(name: string): Promise<string> {
  const hash = createHash('sha256');
  const sources = [
    name,
    'shared/build',
    'shared/clinical',
    'shared/contract',
    'shared/fhir',
    'shared/http',
    'shared/loader',
    'shared/module-kit',
    'shared/time',
    'shared/ui',
  ];
  for (const source of [...new Set(sources)].sort()) {
    for (const file of await filesUnder(dirOf(source))) {
      hash.update(path.relative(ROOT, file));
      hash.update(await readFile(file));
    }
  }
  hash.update(await readFile(path.join(ROOT, 'pnpm-lock.yaml')));
  return hash.digest('hex');
}

async function filesUnder(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true });
  const found = await Promise.all(
    entries
      .filter(
        (entry) => !['node_modules', 'dist', '.cache', 'dev'].includes(entry.name) && !/\.test\.tsx?$/.test(entry.name),
      )
      .map(async (entry) =>
        entry.isDirectory() ? filesUnder(path.join(dir, entry.name)) : [path.join(dir, entry.name)],
      ),
  );
  return found.flat().sort();
}

function run(command: string, args: readonly string[], cwd: string, env: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, NODE_NO_WARNINGS: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (text) => {
      output += text;
    });
    child.stderr.on('data', (text) => {
      output += text;
    });
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${path.relative(ROOT, cwd)}: webpack ended with ${code}\n${output}`)),
    );
  });
}
