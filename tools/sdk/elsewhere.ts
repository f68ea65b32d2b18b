import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, realpath, symlink } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '../workspace.ts';

/**
 * Installs tarballs of packages for a module outside the workspace without using a registry: the packages as packed,
 * and the libraries that they need in the versions of the workspace.
 */
export async function installOffline(module: string, tarballs: string): Promise<void> {
  const into = path.join(module, 'node_modules');
  for (const file of await readdir(tarballs)) {
    const [, name] = /^phr-([a-z0-9-]+?)-\d+\.\d.*\.tgz$/.exec(file) ?? [];
    if (name === undefined) continue;
    const to = path.join(into, '@phr', name);
    await mkdir(to, { recursive: true });
    execFileSync('tar', ['xzf', path.join(tarballs, file), '-C', to, '--strip-components=1']);
    await linkLibraries(path.join(ROOT, 'shared', name, 'node_modules'), into);
  }
  await linkLibraries(path.join(ROOT, 'node_modules'), into);
}

async function linkLibraries(from: string, into: string): Promise<void> {
  for (const name of await readdir(from).catch(() => [])) {
    if (name.startsWith('.') || name === '@phr') continue;
    if (name.startsWith('@')) await linkLibraries(path.join(from, name), path.join(into, name));
    else if (!existsSync(path.join(into, name))) {
      await mkdir(into, { recursive: true });
      await symlink(await realpath(path.join(from, name)), path.join(into, name));
    }
  }
}
