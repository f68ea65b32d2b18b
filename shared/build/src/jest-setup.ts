import { readFileSync } from 'node:fs';

if ('document' in globalThis) await import('./jest-dom-setup.ts');

// The fake host of a module's tests refuses what the module does not declare, as the real hosts do.
const [, module] = /^(.*[\\/]mfe-[^\\/]+)[\\/]/.exec(expect.getState().testPath ?? '') ?? [];
if (module !== undefined)
  Object.assign(globalThis, {
    PHR_DECLARED_CALLS: (JSON.parse(readFileSync(`${module}/module.json`, 'utf8')) as { calls: unknown }).calls,
  });
