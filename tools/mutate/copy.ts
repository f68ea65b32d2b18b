// A copy of the workspace to mutate, so that the working files are not touched.
import {
  existsSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';
import { filesBelow } from './areas.ts';

/**
 * Creates the copy anew: files are copied, installed packages are linked. Links between packages of the workspace point
 * into the copy, since a test would otherwise import the original file. Links to third-party packages point to where
 * they are installed.
 */
export function copyWorkspace(root: string, copy: string): void {
  rmSync(copy, { recursive: true, force: true });
  linkBeside(path.resolve(root, '../shared'), path.join(path.dirname(copy), 'shared'));
  const files = filesBelow(root);
  const dirs = new Set(files.map((file) => path.dirname(file)));
  for (const dir of dirs) mkdirSync(path.join(copy, dir), { recursive: true });
  for (const file of files) copyFileSync(path.join(root, file), path.join(copy, file));
  for (const dir of dirs)
    linkInstalled(realpathSync(root), path.join(root, dir, 'node_modules'), path.join(copy, dir, 'node_modules'));
}

/** Tests look for large data beside the workspace, and check less without it. */
function linkBeside(data: string, link: string): void {
  rmSync(link, { force: true });
  if (existsSync(data)) symlinkSync(data, link);
}

function linkInstalled(root: string, from: string, to: string): void {
  for (const name of installedIn(from)) {
    const source = path.join(from, name);
    const target = realpathSync(source);
    const isOurs = target.startsWith(`${root}${path.sep}`) && !target.includes(`${path.sep}node_modules${path.sep}`);
    mkdirSync(path.dirname(path.join(to, name)), { recursive: true });
    symlinkSync(isOurs ? readlinkSync(source) : target, path.join(to, name));
  }
}

/** Names in a node_modules folder, those with a scope too. */
function installedIn(dir: string): readonly string[] {
  if (lstatSync(dir, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(dir).flatMap((name) =>
    name.startsWith('@')
      ? readdirSync(path.join(dir, name)).map((inner) => `${name}/${inner}`)
      : name.startsWith('.')
        ? []
        : [name],
  );
}
