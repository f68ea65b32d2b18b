import { copyFile, cp, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Folder of SDK tarballs in a generated module: in its repository, so that its CI has them too. */
const TARBALLS = 'sdk';
const TEMPLATE = path.resolve(import.meta.dirname, '../template');
/** Files whose real names would have an effect inside the template. */
const RENAMED: Readonly<Record<string, string>> = {
  gitignore: '.gitignore',
  github: '.github',
  'gitlab-ci.yml': '.gitlab-ci.yml',
  'package.template.json': 'package.json',
  'tsconfig.template.json': 'tsconfig.json',
};

export interface NewModule {
  /** Created; must not exist. */
  readonly folder: string;
  /** Name of its first screen; the module becomes `mfe-<name>`. */
  readonly name: string;
  /** Display name. */
  readonly vi: string;
  readonly en: string;
  /** Version range of the SDK packages, or a folder of tarballs, which are copied. */
  readonly sdk?: string | undefined;
  /** Registry URL of the packages; defaults to npm's settings. */
  readonly registry?: string | undefined;
}

/** Creates a module from the template and returns its folder. Rejects if the folder exists. */
export async function createModule({ folder, name, vi, en, sdk = '^1.0.0', registry }: NewModule): Promise<string> {
  const tarballs = /^[\^~]?\d/.test(sdk) ? [] : await tarballsIn(sdk);
  await mkdir(folder);
  await cp(TEMPLATE, folder, { recursive: true, filter: (source) => !/[\\/](?:node_modules|dist)$/.test(source) });
  for (const [from, to] of Object.entries(RENAMED)) await rename(path.join(folder, from), path.join(folder, to));
  const places = { name: `mfe-${name}`, screen: name, tile: name.toUpperCase(), vi, en };
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) await fill(path.join(entry.parentPath, entry.name), places);
  const file = path.join(folder, 'package.json');
  const info = JSON.parse(await readFile(file, 'utf8')) as PackageInfo;
  await writeFile(file, `${JSON.stringify(withSdk(info, sdk, tarballs), null, 2)}\n`);
  if (tarballs.length > 0) await mkdir(path.join(folder, TARBALLS));
  for (const { file: tarball } of tarballs)
    await copyFile(path.join(sdk, tarball), path.join(folder, TARBALLS, tarball));
  if (registry !== undefined) await writeFile(path.join(folder, '.npmrc'), `@phr:registry=${registry}\n`);
  return folder;
}

/** Fills in placeholders (`__screen__`), escaping quotes as in JSON. */
async function fill(file: string, places: Readonly<Record<string, string>>): Promise<void> {
  const text = await readFile(file, 'utf8');
  const filled = text.replace(/__(name|screen|tile|vi|en)__/g, (place, key: string) =>
    places[key] === undefined ? place : JSON.stringify(places[key]).slice(1, -1),
  );
  if (filled !== text) await writeFile(file, filled);
}

interface PackageInfo {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly overrides?: Readonly<Record<string, string>>;
}

interface Tarball {
  /** Package name. */
  readonly name: string;
  readonly file: string;
}

/**
 * Sets package versions; with tarballs also overrides for the packages' mutual dependencies, which npm would otherwise
 * look up in a registry.
 */
function withSdk(info: PackageInfo, sdk: string, tarballs: readonly Tarball[]): PackageInfo {
  const versions = Object.fromEntries(tarballs.map(({ name, file }) => [name, `file:${TARBALLS}/${file}`]));
  const chosen = (group: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(group).map(([name, range]) => [name, range === '__sdk__' ? (versions[name] ?? sdk) : range]),
    );
  const named = { ...info.dependencies, ...info.devDependencies };
  const others = Object.entries(versions).filter(([name]) => !(name in named));
  return {
    ...info,
    dependencies: chosen(info.dependencies),
    devDependencies: { ...chosen(info.devDependencies), ...Object.fromEntries(others) },
  };
}

/** SDK tarballs in a folder, by npm's file names. Rejects if there are none. */
async function tarballsIn(folder: string): Promise<readonly Tarball[]> {
  const found = (await readdir(folder)).flatMap((file) => {
    const [, name] = /^phr-([a-z0-9-]+?)-\d+\.\d.*\.tgz$/.exec(file) ?? [];
    return name === undefined ? [] : [{ name: `@phr/${name}`, file }];
  });
  if (found.length === 0) throw new Error(`${folder} has no tarballs of @phr packages`);
  return found;
}
