/** @jest-environment ./shared/build/src/jest-browser.cjs */
import { createPwa } from './pwa.ts';

test('a browser that refuses the lock of a build is a fault that is told: its files may go while they are in use', async () => {
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
