import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

type Role = 'entry' | 'worker' | 'chunk' | 'style' | 'asset';

/** What is signed of a release: which files it has, and what it was built with. */
export interface Descriptor {
  readonly schema: 1;
  readonly module: string;
  readonly version: string;
  readonly manifest: unknown;
  readonly files: readonly {
    readonly path: string;
    readonly sha256: string;
    readonly bytes: number;
    readonly role: Role;
  }[];
  readonly sdk: Readonly<Record<string, string>>;
  readonly checks: { readonly typeErrors: number; readonly lintErrors: number; readonly unitTests: number };
}

export interface Release {
  readonly descriptor: Descriptor;
  readonly read: (path: string) => Promise<Buffer>;
}

/** Copies that the service makes itself, and what only the build needs. */
const LEFT_OUT = /\.(?:br|gz)$|^\.|^sdk\.json$/;

/** The release in the `dist` of a module. Rejects when it was never built. */
export async function readRelease(dir: string, version?: string): Promise<Release> {
  const dist = path.join(dir, 'dist');
  const json = async (file: string): Promise<Record<string, unknown>> =>
    JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
  const manifest = await json(path.join(dist, 'module.json'));
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
    module: String(manifest['name']),
    version: version ?? String((await json(path.join(dir, 'package.json')))['version']),
    manifest,
    files,
    sdk: (await json(path.join(dist, 'sdk.json'))) as Record<string, string>,
    checks: { typeErrors: 0, lintErrors: 0, unitTests: 0 },
  };
  return { descriptor, read };
}

function roleOf(name: string): Role {
  if (name === 'remoteEntry.js') return 'entry';
  if (/worker\.\w*\.?m?js$/.test(name)) return 'worker';
  if (/\.m?js$/.test(name)) return 'chunk';
  return name.endsWith('.css') ? 'style' : 'asset';
}
