import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ModuleManifest } from '@phr/contract/registry';

export const ROOT = path.resolve(import.meta.dirname, '..');
/** The modules of this repository: its packages with a module.json. */
export const MODULES: readonly string[] = readdirSync(ROOT)
  .filter((name) => existsSync(path.join(ROOT, name, 'module.json')))
  .sort();
/** Everything that webpack builds; `shared/embed` is the loader for partner pages. */
export const BUILDS: readonly string[] = ['shell', 'shared/embed', ...MODULES];

/** The folder of a package of this repository; any other folder is returned unchanged. */
export const dirOf = (name: string): string => path.resolve(ROOT, name);

/** The manifest of a module of this repository. */
export const manifestOf = (name: string): ModuleManifest =>
  JSON.parse(readFileSync(path.join(dirOf(name), 'module.json'), 'utf8')) as ModuleManifest;

export function versionOf(name: string): string {
  const info: unknown = JSON.parse(readFileSync(path.join(dirOf(name), 'package.json'), 'utf8'));
  if (typeof info === 'object' && info !== null && 'version' in info && typeof info.version === 'string')
    return info.version;
  throw new Error(`${name}/package.json has no version`);
}

/** The module builds among all builds, with their folders. */
export function moduleBuilds(
  builds: readonly { readonly name: string; readonly version: string }[],
): { name: string; version: string; folder: string }[] {
  return builds
    .filter(({ name }) => MODULES.some((module) => module === name))
    .map(({ name, version }) => ({ name, version, folder: path.join(dirOf(name), 'dist') }));
}

export const dataDir = (): string => path.resolve(ROOT, process.env['DATA_DIR'] ?? '.data');
export const releasesDir = (): string =>
  path.resolve(ROOT, process.env['RELEASES_DIR'] ?? path.join(dataDir(), 'releases'));
