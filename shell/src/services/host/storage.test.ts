/** @jest-environment ./shared/build/src/jest-browser.cjs */
import { createTextStore } from './storage.ts';

test("keeps texts in the browser's storage and lists only its own keys", () => {
  sessionStorage.setItem('foreign', '1');
  const store = createTextStore(() => window.sessionStorage);
  store.set('phr.a', 'x');
  expect(sessionStorage.getItem('phr.a')).toBe('x');
  expect(store.keys()).toEqual(['phr.a']);
  store.remove('phr.a');
  expect(store.get('phr.a')).toBeUndefined();
});

test('works on in memory where the browser refuses to keep anything', () => {
  const store = createTextStore(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  store.set('phr.a', 'x');
  expect(store.get('phr.a')).toBe('x');
  expect(store.keys()).toEqual(['phr.a']);
});

test('what another tab has removed is gone here, too', () => {
  const store = createTextStore(() => window.localStorage);
  store.set('phr.a', 'x');
  localStorage.removeItem('phr.a');
  expect(store.get('phr.a')).toBeUndefined();
  expect(store.keys()).not.toContain('phr.a');
});

test('what the browser has no room for is kept in memory', () => {
  const full = {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
    removeItem: () => undefined,
  } as unknown as Storage;
  const store = createTextStore(() => full);
  store.set('phr.a', 'x');
  expect(store.get('phr.a')).toBe('x');
});
