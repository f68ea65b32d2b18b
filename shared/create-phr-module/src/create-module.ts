import { copyFile, cp, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Where tarballs lie in a module that is made of them: in its repository, so that its CI has them, too. */
const TARBALLS = 'sdk';
const TEMPLATE = path.resolve(import.meta.dirname, '../template');
/** Files whose own names would mean something where the template lies. */
const RENAMED: Readonly<Record<string, string>> = {
  gitignore: '.gitignore',
  github: '.github',
  'gitlab-ci.yml': '.gitlab-ci.yml',
  'package.template.json': 'package.json',
  'tsconfig.template.json': 'tsconfig.json',
};

export interface NewModule {
  /** Made; must not be there yet. */
  readonly folder: string;
  /** Name of its first screen; the module is `mfe-<name>`. */
  readonly name: string;
  /** What people call it. */
  readonly vi: string;
  readonly en: string;
  /** Range of the packages in a registry; or a folder with their tarballs, which the module takes a copy of. */
  readonly sdk?: string | undefined;
  /** Address of the registry that has the packages; npm's own settings decide without it. */
  readonly registry?: string | undefined;
}

/** Makes a module from the template, and answers its folder. Rejects when the folder is there. */
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

/** Puts what a module is called where the template has a place for it (`__screen__`). Quotes in a title are those of JSON. */
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
  /** Name of the package in it. */
  readonly name: string;
  readonly file: string;
}

/** Names the versions of the packages; with tarballs also those that they need of each other, since npm looks for a version of them in what is named already. */
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

/** The packages in a folder of tarballs, as npm names a file. Rejects when there are none. */
async function tarballsIn(folder: string): Promise<readonly Tarball[]> {
  const found = (await readdir(folder)).flatMap((file) => {
    const [, name] = /^phr-([a-z0-9-]+?)-\d+\.\d.*\.tgz$/.exec(file) ?? [];
    return name === undefined ? [] : [{ name: `@phr/${name}`, file }];
  });
  if (found.length === 0) throw new Error(`${folder} has no tarballs of @phr packages`);
  return found;
}
