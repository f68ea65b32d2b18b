import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { checkPackage, Package } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

interface Info {
  readonly name: string;
  readonly version: string;
  readonly exports?: Readonly<Record<string, unknown>>;
}

/** Our packages are ES modules only: CommonJS, and tools that do not support `exports`, cannot load them. */
const NOT_MEANT: ReadonlySet<string> = new Set(['node10', 'node16-cjs']);

/**
 * The findings of publint and attw for a packed package in a folder: its declared and contained files, and the types of
 * each of its paths.
 */
export async function packageFaults(dir: string): Promise<readonly string[]> {
  const info = JSON.parse(await readFile(path.join(dir, 'package.json'), 'utf8')) as Info;
  const { messages } = await publint({ pkgDir: dir, pack: false, strict: true, level: 'warning' });
  const said = messages.map((message) => formatMessage(message, { ...info }, { color: false }) ?? message.code);
  return [...said, ...(await typeFaults(dir, info))].map((fault) => `${info.name}: ${fault}`);
}

async function typeFaults(dir: string, { name, version, exports = {} }: Info): Promise<readonly string[]> {
  const found = (await readdir(dir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const files: Record<string, string> = {};
  for (const entry of found) {
    const file = path.join(entry.parentPath, entry.name);
    files[`/node_modules/${name}/${path.relative(dir, file)}`] = await readFile(file, 'utf8');
  }
  const named = Object.keys(exports).filter((entry) => !entry.includes('*') && entry !== './package.json');
  const behind = Object.keys(files).flatMap((file) => {
    const [, part] = /\/dist\/(.+)\.d\.ts$/.exec(file) ?? [];
    return part === undefined || exports['./*'] === undefined ? [] : [`./${part}`];
  });
  const entrypoints = [...new Set([...named, ...behind])];
  if (entrypoints.length === 0) return [];
  const result = await checkPackage(new Package(files, name, version), { entrypoints });
  if (result.types === false) return ['it has no types'];
  const faults = result.problems.flatMap((problem) => {
    const [kind, entrypoint] = [
      'resolutionKind' in problem ? problem.resolutionKind : '',
      'entrypoint' in problem ? problem.entrypoint : '',
    ];
    return NOT_MEANT.has(kind) ? [] : [`${problem.kind} ${entrypoint}`.trim()];
  });
  return [...new Set(faults)];
}
