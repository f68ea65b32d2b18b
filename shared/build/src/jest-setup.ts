import { readFileSync } from 'node:fs';
import { configure } from '@testing-library/dom';
import '@testing-library/jest-dom';

// What is waited for comes at once on a free machine; a busy one gets the time it needs. Less than a test's own limit (jest.config.ts), so that
// the message says what did not come.
configure({ asyncUtilTimeout: 10_000 });

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

// The fake host of a module's tests refuses what the module does not declare, as the real hosts do.
const [, module] = /^(.*[\\/]mfe-[^\\/]+)[\\/]/.exec(expect.getState().testPath ?? '') ?? [];
if (module !== undefined)
  Object.assign(globalThis, {
    PHR_DECLARED_CALLS: (JSON.parse(readFileSync(`${module}/module.json`, 'utf8')) as { calls: unknown }).calls,
  });
