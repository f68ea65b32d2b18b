import type { Store } from './store.ts';
import { createStore } from './store.ts';
import { AppError, isAppError } from './app-error.ts';

test('a store tells its listeners of a change, not of the same value, and not after they stopped', () => {
  const store = createStore(1);
  const heard: number[] = [];
  const stop = store.subscribe(() => heard.push(store.get()));
  store.set(1);
  store.set(2);
  stop();
  store.set(3);
  expect(heard).toEqual([2]);
});

test('a listener that stops another one during a change does no harm', () => {
  const store = createStore(0);
  let stopSecond = (): void => undefined;
  store.subscribe(() => stopSecond());
  stopSecond = store.subscribe(() => undefined);
  expect(() => store.set(1)).not.toThrow();
});

test('an error made by another copy of this package is known by its shape', () => {
  const foreign = Object.assign(new Error('x'), { name: 'AppError', code: 'SLOT_TAKEN', source: 'PHR_API' });
  expect(isAppError(foreign)).toBe(true);
  expect(isAppError(new AppError())).toBe(true);
  expect(isAppError(new Error('x'))).toBe(false);
});

test('what a module gets of a store cannot change it', () => {
  const readSide: Store<number> = createStore(1);
  // @ts-expect-error a reader has no set
  expect(readSide.set).toBeDefined();
});
