import { readFileSync } from 'node:fs';

if ('document' in globalThis) {
  const { configure } = await import('@testing-library/dom');
  await import('@testing-library/jest-dom');
  // What is waited for comes at once on a free machine; a busy one gets the time it needs.
  configure({ asyncUtilTimeout: 15_000 });
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
}

// The fake host of a module's tests refuses what the module does not declare, as the real hosts do.
const [, module] = /^(.*[\\/]mfe-[^\\/]+)[\\/]/.exec(expect.getState().testPath ?? '') ?? [];
if (module !== undefined)
  Object.assign(globalThis, {
    PHR_DECLARED_CALLS: (JSON.parse(readFileSync(`${module}/module.json`, 'utf8')) as { calls: unknown }).calls,
  });
