import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ModuleManifest } from '@phr/contract/registry';
import { ENTRY_FILE } from '@phr/contract/release';
import { dirOf } from '../workspace.ts';
import type { LoadJob } from './load-gate.ts';

const distOf = (name: string): string => path.join(dirOf(name), 'dist');

/** The job of the LOAD gate for a module's build in a shell: builds of this checkout, or of the given folders. */
export async function jobOfBuild(
  name: string,
  { shellDir = distOf('shell'), releaseDir = distOf(name) }: Partial<Pick<LoadJob, 'shellDir' | 'releaseDir'>> = {},
): Promise<Omit<LoadJob, 'mounts' | 'whole'>> {
  const read = (file: string) => readFile(path.join(releaseDir, file), 'utf8');
  const [manifest, integrity, entry, mark] = await Promise.all(
    ['module.json', 'integrity.json', ENTRY_FILE, '.source'].map(read),
  );
  return {
    shellDir,
    releaseDir,
    manifest: JSON.parse(manifest ?? '') as ModuleManifest,
    integrity: (JSON.parse(integrity ?? '') as Readonly<Record<string, string>>)[ENTRY_FILE] ?? '',
    container: /^var (\w+)/.exec(entry ?? '')?.[1] ?? '',
    // 'hash version', as the build writes it
    version: (mark ?? '').trim().split(' ')[1] ?? '',
  };
}
