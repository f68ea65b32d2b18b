import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

if ('document' in globalThis) await import('./jest-dom-setup.ts');

// like real hosts, the fake host rejects calls the module does not declare
const manifest = manifestAbove(path.dirname(expect.getState().testPath ?? ''));
if (manifest !== undefined)
  Object.assign(globalThis, {
    PHR_DECLARED_CALLS: (JSON.parse(readFileSync(manifest, 'utf8')) as { calls: unknown }).calls,
  });

/** The manifest of the module containing a folder. */
function manifestAbove(dir: string): string | undefined {
  const file = path.join(dir, 'module.json');
  if (existsSync(file)) return file;
  return existsSync(path.join(dir, 'package.json')) || dir === path.dirname(dir)
    ? undefined
    : manifestAbove(path.dirname(dir));
}
