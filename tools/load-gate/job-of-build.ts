import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ModuleManifest } from '@phr/contract/registry';
import { dirOf } from '../workspace.ts';
import type { LoadJob } from './load-gate.ts';

const ENTRY = 'remoteEntry.js';

/** What the gate looks at of a module's build in this checkout, in this checkout's shell. */
export async function jobOfBuild(name: string): Promise<Omit<LoadJob, 'mounts' | 'whole'>> {
  const releaseDir = path.join(dirOf(name), 'dist');
  const read = (file: string) => readFile(path.join(releaseDir, file), 'utf8');
  const [manifest, integrity, entry, mark] = await Promise.all(
    ['module.json', 'integrity.json', ENTRY, '.source'].map(read),
  );
  return {
    shellDir: path.join(dirOf('shell'), 'dist'),
    releaseDir,
    manifest: JSON.parse(manifest ?? '') as ModuleManifest,
    integrity: (JSON.parse(integrity ?? '') as Readonly<Record<string, string>>)[ENTRY] ?? '',
    container: /^var (\w+)/.exec(entry ?? '')?.[1] ?? '',
    // 'hash version', as the build writes it
    version: (mark ?? '').trim().split(' ')[1] ?? '',
  };
}
