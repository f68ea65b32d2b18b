import { readFileSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '..');
export const MODULES = ['mfe-records', 'mfe-vitals', 'mfe-booking', 'mfe-devices', 'mfe-imaging'] as const;
/** Everything that webpack builds; `shared/embed` is the loader for partner pages. */
export const BUILDS = ['shell', 'shared/embed', ...MODULES] as const;

export const dirOf = (name: string): string => path.join(ROOT, name);

export function versionOf(name: string): string {
  const info: unknown = JSON.parse(readFileSync(path.join(dirOf(name), 'package.json'), 'utf8'));
  if (typeof info === 'object' && info !== null && 'version' in info && typeof info.version === 'string')
    return info.version;
  throw new Error(`${name}/package.json has no version`);
}

/** The builds of modules among all, with the folders that they lie in. */
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
