import { ModuleLoadError } from '@phr/loader/load-error';
import { withCode } from './embed-error.ts';

test('every fault has a code, also one of the browser that cannot be changed', () => {
  const codeOf = (error: unknown, blockedBy?: string) =>
    [withCode(error, blockedBy)].map((one) => 'code' in one && one.code);
  expect(codeOf(new ModuleLoadError('shape', 'mfe-a'))).toEqual(['PHR-EMB-009']);
  expect(codeOf(new TypeError('Failed to fetch'))).toEqual(['PHR-EMB-008']);
  expect(codeOf(new DOMException('signal timed out', 'TimeoutError'))).toEqual(['PHR-EMB-008']);
  expect(codeOf(new Error('blocked'), 'script-src')).toEqual(['PHR-EMB-006']);
});
