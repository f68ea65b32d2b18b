import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ModuleManifest } from '@phr/contract/registry';
import { type Descriptor, roleOf } from '@phr/contract/release';

/** A build with its signed descriptor. */
export interface Release {
  readonly descriptor: Descriptor;
  readonly read: (path: string) => Promise<Buffer>;
}

/** Excludes copies the service creates itself, and build-only files. */
const LEFT_OUT = /\.(?:br|gz)$|^\.|^sdk\.json$/;

/**
 * Reads a release from a module's `dist`. Rejects if it was never built.
 * @param dir folder of the module
 * @param unitTests number passed, with types and lint clean
 */
export async function readRelease(dir: string, version: string, unitTests: number): Promise<Release> {
  const dist = path.join(dir, 'dist');
  const json = async (file: string): Promise<unknown> => JSON.parse(await readFile(path.join(dist, file), 'utf8'));
  const manifest = (await json('module.json')) as ModuleManifest;
  const entries = await readdir(dist, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && !LEFT_OUT.test(entry.name))
    .map((entry) => path.relative(dist, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .toSorted();
  const read = (name: string): Promise<Buffer> => readFile(path.join(dist, name));
  const files = await Promise.all(
    names.map(async (name) => {
      const bytes = await read(name);
      return {
        path: name,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        bytes: bytes.length,
        role: roleOf(name),
      };
    }),
  );
  const descriptor: Descriptor = {
    schema: 1,
    module: manifest.name,
    version,
    manifest,
    files,
    sdk: (await json('sdk.json')) as Record<string, string>,
    checks: { typeErrors: 0, lintErrors: 0, unitTests },
  };
  return { descriptor, read };
}
