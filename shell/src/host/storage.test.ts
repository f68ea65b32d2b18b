import { createTextStore } from './storage.ts';

test('keeps texts in the browser\'s storage and lists only its own keys', () => {
  sessionStorage.setItem('foreign', '1');
  const store = createTextStore(() => window.sessionStorage);
  store.set('phr.a', 'x');
  expect(sessionStorage.getItem('phr.a')).toBe('x');
  expect(store.keys()).toEqual(['phr.a']);
  store.remove('phr.a');
  expect(store.get('phr.a')).toBeUndefined();
});

test('works on in memory where the browser refuses to keep anything', () => {
  const store = createTextStore(() => { throw new DOMException('denied', 'SecurityError'); });
  store.set('phr.a', 'x');
  expect(store.get('phr.a')).toBe('x');
  expect(store.keys()).toEqual(['phr.a']);
});
