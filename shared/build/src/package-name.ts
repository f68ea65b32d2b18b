import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const known = new Map<string, string>();

/** Package name of a source file, from the nearest package.json above it. */
export function packageNameOf(file: string): string {
  const dir = path.dirname(file);
  const cached = known.get(dir);
  if (cached !== undefined) return cached;
  const manifest = path.join(dir, 'package.json');
  if (!existsSync(manifest) && dir === path.dirname(dir)) throw new Error(`${file} belongs to no package`);
  const name = existsSync(manifest)
    ? (JSON.parse(readFileSync(manifest, 'utf8')) as { name: string }).name
    : packageNameOf(dir);
  known.set(dir, name);
  return name;
}
