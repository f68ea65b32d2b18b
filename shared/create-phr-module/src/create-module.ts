import { cp, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

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
  /** Range of the packages in a registry; or a folder with their tarballs. */
  readonly sdk?: string | undefined;
}

/** Makes a module from the template, and answers its folder. Rejects when the folder is there. */
export async function createModule({ folder, name, vi, en, sdk = '^1.0.0' }: NewModule): Promise<string> {
  await mkdir(folder);
  await cp(TEMPLATE, folder, { recursive: true, filter: (source) => !/[\\/](?:node_modules|dist)$/.test(source) });
  for (const [from, to] of Object.entries(RENAMED)) await rename(path.join(folder, from), path.join(folder, to));
  const places = { name: `mfe-${name}`, screen: name, tile: name.toUpperCase(), vi, en };
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) await fill(path.join(entry.parentPath, entry.name), places);
  const file = path.join(folder, 'package.json');
  const info = JSON.parse(await readFile(file, 'utf8')) as PackageInfo;
  await writeFile(file, `${JSON.stringify(await withSdk(info, sdk), null, 2)}\n`);
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

/** Names the versions of the packages; with tarballs also those that they need of each other. */
async function withSdk(info: PackageInfo, sdk: string): Promise<PackageInfo> {
  const tarballs = sdk.startsWith('^') ? {} : await tarballsIn(path.resolve(sdk));
  const chosen = (group: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(group).map(([name, range]) => [name, range === '__sdk__' ? (tarballs[name] ?? sdk) : range]),
    );
  return {
    ...info,
    dependencies: chosen(info.dependencies),
    devDependencies: { ...chosen(info.devDependencies), ...missingIn(info, tarballs) },
  };
}

/** Tarballs of packages that only others need: npm looks for a version of them in what is named already. */
function missingIn({ dependencies, devDependencies }: PackageInfo, tarballs: Readonly<Record<string, string>>) {
  const named = { ...dependencies, ...devDependencies };
  return Object.fromEntries(Object.entries(tarballs).filter(([name]) => !(name in named)));
}

/** The packages in a folder of tarballs, as npm names a file. */
async function tarballsIn(folder: string): Promise<Readonly<Record<string, string>>> {
  const found = (await readdir(folder)).flatMap((file) => {
    const [, name] = /^phr-([a-z0-9-]+?)-\d+\.\d.*\.tgz$/.exec(file) ?? [];
    return name === undefined ? [] : [[`@phr/${name}`, `file:${path.join(folder, file)}`] as const];
  });
  if (found.length === 0) throw new Error(`${folder} has no tarballs of @phr packages`);
  return Object.fromEntries(found);
}
