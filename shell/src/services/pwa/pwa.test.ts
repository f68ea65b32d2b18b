/** @jest-environment ./shared/build/src/jest-browser.cjs */
import { createPwa } from './pwa.ts';

test('reports a browser that refuses the lock of a build, whose files may go while in use', async () => {
  const refused = new DOMException('', 'SecurityError');
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: { request: () => Promise.reject(refused) },
  });
  const faults: unknown[] = [];
  createPwa({
    build: 'a1',
    page: { reload: () => undefined },
    register: async () => undefined,
    onFault: (error) => faults.push(error),
  });
  await new Promise((resolve) => {
    setTimeout(resolve);
  });
  Reflect.deleteProperty(navigator, 'locks');
  expect(faults).toEqual([refused]);
});
