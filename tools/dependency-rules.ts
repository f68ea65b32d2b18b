import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from './workspace.ts';

/**
 * Violations of the workspace's dependency rules: every version is pinned and in the catalog, versions do not differ,
 * and supply-chain settings are present.
 */
export async function dependencyFaults(): Promise<string[]> {
  const faults: string[] = [];
  const workspace = await readFile(path.join(ROOT, 'pnpm-workspace.yaml'), 'utf8');
  for (const setting of [
    'minimumReleaseAge: 10080',
    'blockExoticSubdeps: true',
    'allowBuilds:',
    'catalogMode: strict',
    'engineStrict: true',
  ]) {
    if (!workspace.includes(setting)) faults.push(`pnpm-workspace.yaml lacks "${setting}"`);
  }
  if (workspace.includes('minimumReleaseAgeExclude'))
    faults.push('pnpm-workspace.yaml excludes a package from the release age: give the reason here, or wait');
  const catalog = /^catalog:\n((?: {2}.*\n)+)/m.exec(workspace)?.[1] ?? '';
  for (const line of catalog.trim().split('\n')) {
    const [, name, version = ''] = /^\s*'?([^':]+(?:\/[^':]+)?)'?:\s*(\S+)/.exec(line) ?? [];
    // A second major version of a library has its own name: 'npm:react@18.3.1'.
    if (!/^(?:npm:[\w@/.-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version.replace(/'/g, '')))
      faults.push(`catalog: ${name} is "${version}", not an exact version`);
  }
  for (const file of await packageFiles()) {
    const info = JSON.parse(await readFile(file, 'utf8')) as Record<string, Record<string, string> | undefined>;
    // a peer dependency is a range; the package's own version is listed among its development dependencies
    for (const [name, range] of Object.entries(info['peerDependencies'] ?? {}))
      if (!/^\^\d+\.\d+\.\d+$/.test(range) || info['devDependencies']?.[name] === undefined)
        faults.push(
          `${path.relative(ROOT, file)}: peer ${name} "${range}" is no range like ^1.0.0, or is not developed with`,
        );
    for (const group of ['dependencies', 'devDependencies', 'optionalDependencies']) {
      for (const [name, version] of Object.entries(info[group] ?? {})) {
        const pinned = version === 'catalog:' || version === 'workspace:*' || (name === 'node' && /^\d/.test(version));
        if (!pinned) faults.push(`${path.relative(ROOT, file)}: ${name} "${version}" does not come from the catalog`);
      }
    }
  }
  return faults;
}

async function packageFiles(): Promise<string[]> {
  const top = await readdir(ROOT, { withFileTypes: true });
  const shared = await readdir(path.join(ROOT, 'shared'));
  const dirs = [
    '.',
    ...top
      .filter((entry) => entry.isDirectory() && /^(?:shell|backend|e2e|tools|mfe-.+)$/.test(entry.name))
      .map((entry) => entry.name),
    ...shared.map((name) => `shared/${name}`),
  ];
  return dirs.map((dir) => path.join(ROOT, dir, 'package.json'));
}
